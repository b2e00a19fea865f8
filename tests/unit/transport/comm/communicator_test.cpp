// SPDX-License-Identifier: Apache-2.0
// Communicators, and every route of a transpose against an exchange written out, on 1 to 4 ranks.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <numeric>
#include <thread>
#include <tuple>

#include "base/error.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/world.hpp"
#include "transport/comm/communicator.hpp"
#include "transport/comm/node_map.hpp"
#include "transport/comm/shared_counters.hpp"
#include "transport/comm/shared_segment.hpp"
#include "transport/movements/message_plan.hpp"

namespace thalweg::transport {
namespace {

using testing::world;

TEST(Communicator, ReducesOverAllRanks) {
  const int n = world().size(), me = world().rank();
  EXPECT_EQ(world().sum(double(me)), n * (n - 1) / 2.0);
  EXPECT_EQ(world().max(double(me)), n - 1);
  EXPECT_EQ(world().min(double(me) + 3), 3);
  double pair[] = {1.0, double(me)};
  world().sum(pair);
  EXPECT_EQ(pair[0], n);
  std::int64_t whole[] = {std::int64_t{1} << 40};
  world().sum(whole);
  EXPECT_EQ(whole[0], (std::int64_t{1} << 40) * n);
}

TEST(Communicator, SumsAreTheSameBitsOnAllRanks) {
  const double sum = world().sum(0.1 * (world().rank() + 1) / 3.0);
  EXPECT_EQ(world().max(sum), world().min(sum));
}

TEST(Communicator, AgreesOnlyIfAllDo) {
  EXPECT_TRUE(world().agree(true));
  EXPECT_FALSE(world().agree(world().rank() != world().size() - 1));
}

TEST(Communicator, TextsTravel) {
  const std::string text = world().rank() == 0 ? "from the root" : "";
  EXPECT_EQ(world().broadcast(text), "from the root");
  const auto all = world().gather("rank " + std::to_string(world().rank()));
  if (world().is_root()) {
    ASSERT_EQ(static_cast<int>(all.size()), world().size());
    EXPECT_EQ(all.back(), "rank " + std::to_string(world().size() - 1));
  } else {
    EXPECT_TRUE(all.empty());
  }
}

/// Rank r's text has 7 r letters, so that rank 0 has none; pieces end within texts and between
/// them.
TEST(Communicator, TextsAreGatheredInPieces) {
  const auto text_of = [](int rank) {
    std::string text(static_cast<std::size_t>(7 * rank), 'a');
    std::iota(text.begin(), text.end(), static_cast<char>('a' + rank));
    return text;
  };
  std::vector<std::string> expected;
  for (int rank = 0; world().is_root() && rank < world().size(); ++rank)
    expected.push_back(text_of(rank));
  for (const std::int64_t piece_bytes : {1, 5, 7, 1000})
    EXPECT_EQ(world().gather(text_of(world().rank()), piece_bytes), expected) << piece_bytes;
}

/// MPI counts in int; pieces of a few elements stand for those of a longer list.
TEST(Communicator, ListsAndTextsOfAnyLengthTravelInPieces) {
  const int last = world().size() - 1;
  std::vector<double> numbers(11);
  std::iota(numbers.begin(), numbers.end(), 1);
  for (const std::int64_t piece : {1, 4, 11, 1000}) {
    std::vector<double> sent(numbers.size()), sums = numbers;
    if (world().rank() == last) sent = numbers;
    world().broadcast(sent, last, piece);
    EXPECT_EQ(sent, numbers) << piece;
    world().sum(sums, piece);
    for (std::size_t i = 0; i < sums.size(); ++i)
      EXPECT_EQ(sums[i], world().size() * numbers[i]) << piece;
    const std::string text = world().rank() == last ? "eleven char" : "";
    EXPECT_EQ(world().broadcast(text, last, piece), "eleven char") << piece;
  }
}

TEST(Communicator, SplitsByColourInTheOrderOfRanks) {
  const int me = world().rank(), n = world().size();
  const Communicator part = world().split(me % 2, me);
  EXPECT_EQ(part.size(), me % 2 == 0 ? (n + 1) / 2 : n / 2);
  EXPECT_EQ(part.rank(), me / 2);
  EXPECT_EQ(part.sum(double(me % 2)), (me % 2) * part.size());
  EXPECT_EQ(part.node_size_of_program(), world().node_size());
  EXPECT_EQ(part.node_rank_in_program(), world().node_rank());
  EXPECT_LE(part.node_size(), part.size());
}

/// Also where tests have made the nodes.
TEST(Communicator, PartsShareNodesAsTheWholeDoes) {
  const int me = world().rank(), n = world().size();
  std::vector<int> node_of;
  for (int rank = 0; rank < n; ++rank) node_of.push_back(rank / 2);
  const Communicator whole = world().split_into_nodes(node_of);
  const Communicator turned = whole.split(0, -me);
  ASSERT_EQ(turned.rank(), n - 1 - me);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      EXPECT_EQ(turned.nodes().together(a, b), whole.nodes().together(n - 1 - a, n - 1 - b));
  EXPECT_EQ(turned.node_size(), whole.node_size());
  EXPECT_EQ(turned.node_rank(), whole.node_size() - 1 - whole.node_rank());
  // Every second rank: each is alone on its node.
  EXPECT_EQ(whole.split(me % 2, me).nodes().nodes(), whole.split(me % 2, me).size());
  std::vector<int> one_node(node_of.size(), 7);
  EXPECT_EQ(whole.split_into_nodes(one_node).nodes().nodes(), whole.nodes().nodes());
}

TEST(Communicator, ApartHasCollectivesOfItsOwn) {
  const Communicator apart = world().apart();
  EXPECT_EQ(apart.rank(), world().rank());
  EXPECT_EQ(apart.size(), world().size());
  EXPECT_EQ(apart.node_rank(), world().node_rank());
  EXPECT_EQ(apart.sum(1.0), world().size());
  EXPECT_EQ(apart.apart().sum(1.0), world().size());
}

/// Bytes of this process's address space.
std::int64_t address_space() {
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

/// What an error that all ranks met has left behind is given back, so that they can go on.
TEST(Abandoned, MemoryOfANodeIsGivenBackOnceAllHaveMetTheError) {
  constexpr std::int64_t bytes = std::int64_t{64} << 20;
  const auto diverge = [] {
    const Communicator apart = world().apart();
    const SharedSegment memory(apart, 1, bytes);
    throw SimulationError("diverged");
  };
  EXPECT_EQ(Communicator::abandoned(), 0U);
  const std::int64_t before = address_space();
  // More often than an address sanitizer holds on to freed memory, which is 256 MiB.
  constexpr int errors = 12;
  for (int i = 0; i < errors; ++i) {
    EXPECT_THROW(diverge(), SimulationError);
    EXPECT_EQ(Communicator::abandoned(), 2U);  // the memory and a communicator
    world().give_back_abandoned();
    EXPECT_EQ(Communicator::abandoned(), 0U);
  }
  EXPECT_LT(address_space() - before, errors / 2 * bytes);
}

/// What others do not share is given back whatever they do; what they hold on to stays.
TEST(Abandoned, WaitsForThoseThatShareIt) {
  const auto alone = [] {
    const Communicator self = Communicator::self();
    throw CommError("met by one rank");
  };
  if (world().is_root()) {
    EXPECT_THROW(alone(), CommError);
  }
  world().give_back_abandoned();
  EXPECT_EQ(Communicator::abandoned(), 0U);
}

/// The last rank comes once all others have done something meanwhile.
TEST(Communicator, WaitsForAllAndDoesSomethingMeanwhile) {
  const int last = world().size() - 1;
  const SharedCounters waiting(world(), 2);  // ranks that wait, and whether the last one has come
  if (world().rank() == last) {
    while (waiting.read(0) < last) std::this_thread::yield();
    waiting.raise(1, 1);
  }
  int calls = 0;
  world().wait_for_all([&] {
    if (calls++ == 0 && world().rank() != last) waiting.fetch_add(0, 1);
  });
  EXPECT_EQ(waiting.read(1), 1);
  EXPECT_TRUE(calls > 0 || world().rank() == last);
}

TEST(Communicator, KnowsWhetherAllArrive) {
  EXPECT_TRUE(world().split(0, 0).all_arrive(30));
  EXPECT_TRUE(world().all_arrive(30));
}

TEST(SharedCounters, CountForEveryRankAtOnce) {
  const SharedCounters counters(world(), 3);
  EXPECT_GE(counters.read(1), 0);
  world().barrier();
  constexpr int times = 50;
  std::vector<double> seen(static_cast<std::size_t>(times * world().size()));
  for (int i = 0; i < times; ++i) ++seen.at(static_cast<std::size_t>(counters.fetch_add(1, 1)));
  world().sum(seen);
  for (const double count : seen) EXPECT_EQ(count, 1) << "each number is given once";
  counters.raise(2, 10 + world().rank());
  world().barrier();
  EXPECT_EQ(counters.read(2), 10 + world().size() - 1);
  EXPECT_EQ(counters.read(1), times * world().size());
  EXPECT_EQ(counters.read(0), 0);
}

TEST(Communicator, SelfIsAlone) {
  EXPECT_EQ(Communicator::self().size(), 1);
  EXPECT_EQ(Communicator::self().sum(5.0), 5.0);
}

TEST(Communicator, KnowsItsNode) {
  const int on_node = world().size() / test::node_count();
  EXPECT_EQ(world().node_size(), on_node);
  EXPECT_EQ(world().node_rank(), world().rank() % on_node);
}

TEST(Route, NamesAreReadAndUnknownOnesRefused) {
  for (const std::string& name : route_names())
    if (name != "auto") {
      EXPECT_EQ(name_of(route_of(name)), name);
    }
  EXPECT_THROW(route_of("pigeon"), UsageError);
}

TEST(MessagePlan, RefusesAMessageToItself) {
  std::byte b{};
  std::vector<Chunk> chunks{{{{world().rank(), 0, 1}}, {}}};
  EXPECT_THROW(MessagePlan(world(), "test", chunks, &b, &b, "direct", exec::Space::host),
               UsageError);
}

}  // namespace
}  // namespace thalweg::transport
