// SPDX-License-Identifier: Apache-2.0
// Beyond 2 GiB counts and offsets are 64-bit: plans and types are made without the memory.
#include <gtest/gtest.h>

#include <limits>

#include "transport/comm/requests.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport {
namespace {

TEST(LargeMessages, AreCutAndPlannedWithSixtyFourBits) {
  constexpr std::int64_t gib = std::int64_t{1} << 30;
  std::int64_t sum = 0;
  int parts = 0;
  for_parts(5 * gib + 3, [&](std::int64_t offset, int count) {
    EXPECT_EQ(offset, sum);
    EXPECT_GT(count, 0);
    sum += count;
    ++parts;
  });
  EXPECT_EQ(sum, 5 * gib + 3);
  EXPECT_EQ(parts, 6);

  Chunk chunk;
  chunk.sends.push_back({2, 3 * gib, 7 * gib});
  chunk.sends.push_back({3, 10 * gib, 6 * gib});
  const NodeMap nodes({0, 0, 1, 1});
  const auto plan =
      plan_itinerary(Route::spread, 0, {{0, 2, 7 * gib}, {0, 3, 6 * gib}}, chunk, nodes);
  std::int64_t left = 0;
  for (const Hop& hop : plan.hops)
    for (const Transfer& t : hop.sends) left += t.bytes;
  EXPECT_EQ(left, 13 * gib);
  EXPECT_GT(plan.transit_bytes, std::numeric_limits<int>::max());
}

}  // namespace
}  // namespace thalweg::transport
