// SPDX-License-Identifier: Apache-2.0
// What the probe times: each operation sends as many messages of as many bytes as it says, between
// the two looks at the clock. On 1 to 4 ranks, by a clock that counts them.
#include "transport/probe/probe_operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/support/world.hpp"
#include "tests/unit/transport/probe/counted_work.hpp"

namespace thalweg::transport {
namespace {

using testing::world;

using testing::CountedWork;

TEST(Arena, WarmPartsAreOnePlace) {
  Arena warm(Buffers::warm, 10000, 0);
  EXPECT_EQ(warm.take(8), warm.take(10000));
}

TEST(Arena, ColdPartsComeBackLateAndNotInOrder) {
  constexpr std::int64_t bytes = 1000, all = 1 << 20;
  Arena cold(Buffers::cold, bytes, all);
  std::vector<std::byte*> parts;
  for (int i = 0; i < 200; ++i) parts.push_back(cold.take(bytes));
  for (std::size_t i = 1; i < parts.size(); ++i)
    EXPECT_GT(std::abs(parts[i] - parts[i - 1]), 64 * 1024) << "fetched ahead";
  std::ranges::sort(parts);
  for (std::size_t i = 1; i < parts.size(); ++i)
    EXPECT_GE(parts[i] - parts[i - 1], bytes) << "used again within 200 parts";
  EXPECT_LE(parts.back() + bytes - parts.front(), all);
}

TEST(Arena, LargestPartsFit) {
  Arena cold(Buffers::cold, 1 << 20, 0);
  std::byte *lowest = cold.take(1 << 20), *highest = lowest;
  for (int i = 0; i < 20; ++i) {
    std::byte* part = cold.take(1 << 20);
    lowest = std::min(lowest, part), highest = std::max(highest, part);
  }
  EXPECT_GT(highest, lowest);
  EXPECT_LE(highest + (1 << 20) - lowest, 2 << 20);
}

constexpr Extent small{1 << 20, 1 << 20};
constexpr int repetitions = 3;

/// What an operation between ranks 0 and 1 takes on each, at two sizes: `expected` on both.
void expect_work(const std::function<Operation(const Communicator&)>& make,
                 const std::function<double(double bytes)>& expected) {
  if (world().size() < 2) return;  // nobody to send to
  const Communicator group = world().split(world().rank() < 2 ? 0 : 1, world().rank());
  if (world().rank() > 1) return;
  const CountedWork clock;
  const Operation operation = make(group);
  for (const std::int64_t bytes : {1 << 10, 1 << 20})
    EXPECT_NEAR(operation(bytes, repetitions), expected(static_cast<double>(bytes)), 1e-12);
}

/// A rank's half of some round trips.
double half_trips(double bytes) { return repetitions * CountedWork::of_message(bytes) / 2; }

TEST(Operations, PingPongSendsItsBytesBothWays) {
  for (const Buffers kind : {Buffers::cold, Buffers::warm})
    expect_work([&](const Communicator& c) { return ping_pong(c, kind, small); }, half_trips);
}

TEST(Operations, StridedMessagesSendTheBytesOfTheirRuns) {
  for (const bool typed : {true, false})
    expect_work([&](const Communicator& c) { return strided_ping_pong(c, typed, 64, small); },
                half_trips);
}

TEST(Operations, PairsSendAtOnce) {
  const auto both_ways = [](double bytes) { return 2 * half_trips(bytes); };
  const auto from_the_lower = [&](double bytes) {
    return world().rank() == 0 ? both_ways(bytes) : 0;
  };
  expect_work([](const Communicator& c) { return pairs_at_once(c, false, small); }, both_ways);
  expect_work([](const Communicator& c) { return pairs_at_once(c, true, small); }, from_the_lower);
}

TEST(Operations, WindowAccessSendsNothing) {
  for (const bool writes : {true, false})
    expect_work([&](const Communicator& c) { return window_access(c, writes, small); },
                [](double) { return 0; });
}

TEST(Operations, ManyMessagesAreAsManyAsAsked) {
  if (world().size() < 2) return;  // nobody to send to
  std::vector<int> offsets;
  for (int o = 1; o < world().size(); ++o) offsets.push_back(o);
  const CountedWork clock;
  const Operation operation = many_messages(world(), offsets, 8, 64);
  for (const int messages : {1, 64})
    EXPECT_NEAR(operation(messages, repetitions),
                repetitions * messages * CountedWork::of_message(8), 1e-12);
}

/// The clock is looked at once before all copies and once after.
TEST(Operations, CopiesAreTimedTogether) {
  static int looks = 0;
  looks = 0;
  set_probe_clock([] { return static_cast<double>(looks++); });
  EXPECT_EQ(copies(Buffers::warm, small)(1 << 20, repetitions), 1);
  EXPECT_EQ(looks, 2);
  set_probe_clock(nullptr);
}

}  // namespace
}  // namespace thalweg::transport
