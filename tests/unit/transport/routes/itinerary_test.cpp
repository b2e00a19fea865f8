// SPDX-License-Identifier: Apache-2.0
// Plans of several hops, carried out without MPI for all ranks at once, on arrangements of nodes
// that no test machine has.
#include "transport/routes/itinerary.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "base/error.hpp"
#include "tests/unit/transport/messages.hpp"

namespace thalweg::transport {
namespace {

/// Everything of one rank in the imagined cluster.
struct Rank {
  testing::Lists lists;
  std::vector<std::byte> send, receive, transit;
  Itinerary plan;

  std::byte* at(BufferKind kind, std::int64_t offset) {
    auto& buffer = kind == BufferKind::send      ? send
                   : kind == BufferKind::receive ? receive
                                                 : transit;
    return buffer.data() + offset;
  }
  void copy(const std::vector<LocalCopy>& copies) {
    for (const LocalCopy& c : copies)
      std::memcpy(at(c.to, c.to_offset), at(c.from, c.from_offset),
                  static_cast<std::size_t>(c.bytes));
  }
};

/// Plan for all ranks.
std::vector<Rank> cluster(Route route, const NodeMap& nodes, std::int64_t base) {
  std::vector<Rank> ranks(static_cast<std::size_t>(nodes.ranks()));
  std::vector<GlobalMessage> messages;
  for (int r = 0; r < nodes.ranks(); ++r) {
    Rank& rank = ranks[static_cast<std::size_t>(r)];
    rank.lists = testing::uneven_lists(r, nodes.ranks(), base, 1);
    rank.send.resize(static_cast<std::size_t>(rank.lists.sent));
    rank.receive.resize(static_cast<std::size_t>(rank.lists.received));
    testing::fill(rank.lists, r, 0, 0, rank.send.data());
    for (const Message& m : rank.lists.chunks[0].sends) messages.push_back({r, m.peer, m.bytes});
  }
  for (int r = 0; r < nodes.ranks(); ++r) {
    Rank& rank = ranks[static_cast<std::size_t>(r)];
    std::vector<GlobalMessage> known;
    for (const GlobalMessage& t : messages)
      if (nodes.together(t.source, r) || nodes.together(t.dest, r)) known.push_back(t);
    rank.plan = plan_itinerary(route, r, known, rank.lists.chunks[0], nodes);
    rank.transit.resize(static_cast<std::size_t>(rank.plan.transit_bytes));
  }
  return ranks;
}

const Hop* hop_of(const Rank& rank, int number) {
  for (const Hop& hop : rank.plan.hops)
    if (hop.number == number) return &hop;
  return nullptr;
}

/// Deliver one hop of everyone; checks that both ends expect the same messages.
void deliver(std::vector<Rank>& ranks, int number) {
  std::map<std::pair<int, int>, Transfer> flying;
  const auto count = static_cast<int>(ranks.size());
  for (int r = 0; r < count; ++r) {
    Rank& rank = ranks[static_cast<std::size_t>(r)];
    const Hop* hop = hop_of(rank, number);
    if (!hop) continue;
    rank.copy(hop->copies);
    for (const Transfer& t : hop->sends)
      ASSERT_TRUE(flying.try_emplace({r, t.peer}, t).second) << "two messages of one pair";
  }
  for (int r = 0; r < count; ++r) {
    const Hop* hop = hop_of(ranks[static_cast<std::size_t>(r)], number);
    if (!hop) continue;
    for (const Transfer& t : hop->receives) {
      const auto sent = flying.find({t.peer, r});
      ASSERT_NE(sent, flying.end()) << "nobody sends this";
      ASSERT_EQ(sent->second.bytes, t.bytes);
      std::memcpy(
          ranks[static_cast<std::size_t>(r)].at(t.buffer, t.offset),
          ranks[static_cast<std::size_t>(t.peer)].at(sent->second.buffer, sent->second.offset),
          static_cast<std::size_t>(t.bytes));
      flying.erase(sent);
    }
  }
  EXPECT_TRUE(flying.empty()) << "somebody does not listen";
}

void expect_delivery(Route route, const std::vector<int>& node_of, std::int64_t base) {
  const NodeMap nodes(node_of);
  std::vector<Rank> ranks = cluster(route, nodes, base);
  const int hops = route == Route::pairwise ? nodes.ranks() : 3;
  for (int hop = 0; hop < hops; ++hop) deliver(ranks, hop);
  for (int r = 0; r < nodes.ranks(); ++r) {
    Rank& rank = ranks[static_cast<std::size_t>(r)];
    rank.copy(rank.plan.last);
    EXPECT_EQ(testing::wrong_bytes(rank.lists, r, 0, rank.receive.data()), 0)
        << name_of(route) << ", rank " << r;
  }
}

std::vector<int> blocks(int ranks, int per_node) {
  std::vector<int> node_of;
  for (int r = 0; r < ranks; ++r) node_of.push_back(r / per_node);
  return node_of;
}

TEST(Itinerary, DeliversOnManyArrangementsOfNodes) {
  const std::vector<std::vector<int>> arrangements{
      {0},          blocks(12, 4), blocks(13, 4), blocks(7, 3),       blocks(24, 6),
      {0, 1, 0, 1}, {5, 5, 5, 2},  blocks(9, 1),  {0, 1, 2, 2, 1, 1},
  };
  for (const Route route : {Route::pairwise, Route::two_step, Route::three_step, Route::spread})
    for (const auto& node_of : arrangements)
      for (const std::int64_t base : {1, 3, 1009}) expect_delivery(route, node_of, base);
}

/// Messages that a rank sends to other nodes in one exchange.
std::size_t messages_between_nodes(Route route, const NodeMap& nodes, int me) {
  std::size_t count = 0;
  const auto ranks = cluster(route, nodes, 64);
  for (const Hop& hop : ranks[static_cast<std::size_t>(me)].plan.hops)
    for (const Transfer& t : hop.sends) count += !nodes.together(me, t.peer);
  return count;
}

/// What the aggregated routes are for: fewer messages between nodes.
TEST(Itinerary, AggregatesMessagesBetweenNodes) {
  const NodeMap nodes(blocks(16, 4));
  EXPECT_GT(messages_between_nodes(Route::pairwise, nodes, 0), 7u);
  EXPECT_EQ(messages_between_nodes(Route::two_step, nodes, 0), 3u);
  std::size_t of_node = 0;
  for (int r = 0; r < 4; ++r) of_node += messages_between_nodes(Route::three_step, nodes, r);
  EXPECT_EQ(of_node, 3u);
}

/// Bytes that go through no rank twice in three steps of one piece need no copy at the source.
TEST(Itinerary, SendsInPlaceWhatLiesInOneRun) {
  const NodeMap nodes({0, 1});
  Chunk chunk;
  chunk.sends.push_back({1, 16, 32});
  const auto plan = plan_itinerary(Route::spread, 0, {{0, 1, 32}}, chunk, nodes);
  ASSERT_EQ(plan.hops.size(), 1u);
  EXPECT_TRUE(plan.hops[0].copies.empty());
  EXPECT_EQ(plan.hops[0].sends.at(0).offset, 16);
  EXPECT_EQ(plan.transit_bytes, 0);
}

TEST(Itinerary, KnowsNoStopsOfOtherRoutes) {
  EXPECT_THROW(piece_schedules(Route::alltoall, {0, 1, 8}, NodeMap({0, 1})), UsageError);
}

}  // namespace
}  // namespace thalweg::transport
