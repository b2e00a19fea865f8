// SPDX-License-Identifier: Apache-2.0
// The cost model against times worked out by hand.
#include "transport/model/cost_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"

namespace {

using namespace thalweg;
using namespace thalweg::transport;

Quantiles around(double median) { return {median / 3, median / 2, median, 2 * median, 10}; }

Path network() {
  Path path;
  path.name = "host to host over the network";
  path.locality = Locality::network;
  path.bytes = {1000, 100000};
  path.seconds = {around(1e-5), around(1e-4)};
  path.segments = {{8, 1024, 2e-6, 1e-9, {}, {}}, {4096, 1 << 20, 1e-5, 5e-10, {}, {}}};
  path.heldout = HeldOut{0.05, 0.25};
  return path;
}

TEST(PathSeconds, InterpolateBetweenMeasurements) {
  Path path = network();
  path.segments.resize(1);
  EXPECT_DOUBLE_EQ(seconds_of(path, 1000).seconds, 1e-5);
  EXPECT_DOUBLE_EQ(seconds_of(path, 100000).seconds, 1e-4);
  // Half way on both logarithmic scales; the sizes count from one.
  EXPECT_NEAR(seconds_of(path, 10000).seconds, std::sqrt(1e-9), 1e-7);
  EXPECT_NEAR(seconds_of(path, 10000).low, std::sqrt(1e-9) / 2, 1e-7);
  EXPECT_NEAR(seconds_of(path, 10000).high, std::sqrt(1e-9) * 2, 1e-7);
  EXPECT_STREQ(seconds_of(path, 10000).basis, "interpolated");
}

TEST(PathSeconds, AreNotThoseOfWaitingForACore) {
  EXPECT_EQ(typical_seconds({1e-6, 2e-6, 3e-6, 4e-6, 9}), 3e-6);
  EXPECT_EQ(typical_seconds({1e-6, 2e-6, 6e-6, 7e-6, 9}), 6e-6) << "in the cache or not";
  EXPECT_EQ(typical_seconds({1e-6, 2e-6, 4e-3, 4e-3, 9}), 2e-6);
  EXPECT_EQ(typical_seconds({1e-6, 9e-4, 4e-3, 4e-3, 2}), 1e-6);
  Path path = network();
  path.segments.clear();
  path.seconds[1] = {1e-4, 1.1e-4, 4e-3, 8e-3, 20};
  EXPECT_DOUBLE_EQ(seconds_of(path, 100000).seconds, 1.1e-4);
  EXPECT_DOUBLE_EQ(seconds_of(path, 100000).high, 8e-3);
}

TEST(PathSeconds, FollowTheSegmentsOutside) {
  const Path path = network();
  EXPECT_DOUBLE_EQ(seconds_of(path, 0).seconds, 2e-6);
  EXPECT_DOUBLE_EQ(seconds_of(path, 900).seconds, 2e-6 + 900e-9);
  EXPECT_DOUBLE_EQ(seconds_of(path, 1e7).seconds, 1e-5 + 5e-3);
  EXPECT_DOUBLE_EQ(seconds_of(path, 1e7).high, 1.25 * (1e-5 + 5e-3));
  EXPECT_STREQ(seconds_of(path, 1e7).basis, "fitted");
}

TEST(PathSeconds, ProtocolsBeginAtPowersOfTwo) {
  Path path = network();
  path.bytes.clear();
  path.seconds.clear();
  EXPECT_DOUBLE_EQ(seconds_of(path, 4095).seconds, 2e-6 + 4095e-9);
  EXPECT_DOUBLE_EQ(seconds_of(path, 4096).seconds, 1e-5 + 4096 * 5e-10);
  path.segments[1].from_bytes = 5793;
  EXPECT_DOUBLE_EQ(seconds_of(path, 4096).seconds, 1e-5 + 4096 * 5e-10);
  path.segments[0].to_bytes = 4500;  // no power of two between them: the geometric mean
  EXPECT_DOUBLE_EQ(seconds_of(path, 5000).seconds, 2e-6 + 5000e-9);
  EXPECT_DOUBLE_EQ(seconds_of(path, 5200).seconds, 1e-5 + 5200 * 5e-10);
}

TEST(PathSeconds, AreNotAveragedOverTwoProtocols) {
  Path path = network();
  path.bytes = {1024, 4096};
  path.seconds = {around(3e-6), around(3e-5)};
  const Segment &low = path.segments[0], &high = path.segments[1];
  EXPECT_DOUBLE_EQ(seconds_of(path, 2000).seconds,
                   3e-6 * (low.alpha + low.beta * 2000) / (low.alpha + low.beta * 1024));
  EXPECT_DOUBLE_EQ(seconds_of(path, 4096).seconds, 3e-5);
  path.bytes = {1024, 8192};
  EXPECT_DOUBLE_EQ(seconds_of(path, 4096).seconds,
                   3e-5 * (high.alpha + high.beta * 4096) / (high.alpha + high.beta * 8192));
}

TEST(FindPath, TakesTheNearestNumberOfProcesses) {
  Profile profile;
  for (const int processes : {1, 2, 6}) {
    Path path = network();
    path.locality = Locality::socket;
    path.from = Memory::pinned;
    path.to = Memory::device;
    path.processes = processes;
    profile.paths.push_back(path);
  }
  const auto found = [&](int processes) {
    return find_path(profile, Locality::socket, Memory::pinned, Memory::device, processes)
        ->processes;
  };
  EXPECT_EQ(found(1), 1);
  EXPECT_EQ(found(3), 2);
  EXPECT_EQ(found(4), 6);
  EXPECT_EQ(found(40), 6);
  EXPECT_EQ(find_path(profile, Locality::network, Memory::pinned, Memory::device), nullptr);
}

/// Two nodes of two ranks that each send 5000 B to every other rank.
Traffic all_to_all(int nodes) {
  Traffic traffic;
  traffic.movement = "transpose";
  traffic.route = "direct";
  traffic.ranks_per_node = 2;
  traffic.nodes = nodes;
  const std::int64_t others = 2 * nodes - 2;
  const std::vector<Load> loads{{Locality::self, 1, 5000},
                                {Locality::node, 1, 5000},
                                {Locality::network, others, 5000 * others}};
  traffic.ranks = {loads, loads};
  return traffic;
}

Exchange direct(int nodes) {
  Exchange exchange;
  exchange.movement = "transpose";
  exchange.route = "direct";
  exchange.ranks = 2 * nodes;
  exchange.nodes = nodes;
  exchange.bytes = {5000, 50000};
  exchange.seconds = {around(4e-5), around(4e-4)};
  ExchangeFit fit;
  fit.alpha = 1e-5;
  fit.gap = 1e-6;
  fit.node_rate = 1e10;
  fit.node_exponent = 0.5;
  fit.heldout = HeldOut{0.1, 0.3};
  exchange.fit = fit;
  return exchange;
}

TEST(ExchangeSeconds, AreThoseMeasuredOnTheSameRanks) {
  Profile profile;
  profile.exchanges = {direct(2)};
  const Estimate estimate = exchange_seconds(profile, all_to_all(2));
  EXPECT_DOUBLE_EQ(estimate.seconds, 4e-5);
  EXPECT_STREQ(estimate.basis, "interpolated");
}

TEST(ExchangeSeconds, AreThoseMeasuredOnNodesWithUnequalNumbersOfRanks) {
  Profile profile;
  profile.exchanges = {direct(2)};
  profile.exchanges[0].ranks = 5;
  Traffic traffic = all_to_all(2);
  traffic.ranks_per_node = 3;
  traffic.empty_places = 1;  // two ranks, then three
  const std::vector<Load> of_two{{Locality::node, 1, 5000}, {Locality::network, 3, 15000}},
      of_three{{Locality::node, 2, 10000}, {Locality::network, 2, 10000}};
  traffic.ranks = {of_two, of_two, {}, of_three, of_three, of_three};
  EXPECT_DOUBLE_EQ(exchange_seconds(profile, traffic).seconds, 4e-5);
  profile.exchanges[0].ranks = 6;
  EXPECT_STREQ(exchange_seconds(profile, traffic).basis, "fitted");
}

TEST(ExchangeSeconds, FollowTheFitOnOtherNodes) {
  Profile profile;
  profile.exchanges = {direct(2)};
  const Estimate estimate = exchange_seconds(profile, all_to_all(8));
  // 15 messages; 2 x 14 of 5000 B leave the node, twice as slowly as on two nodes.
  EXPECT_NEAR(estimate.seconds, 1e-5 + 14e-6 + 2 * 28 * 5000 / 1e10, 1e-12);
  EXPECT_NEAR(estimate.high, 1.3 * estimate.seconds, 1e-12);
  EXPECT_STREQ(estimate.basis, "fitted");
}

/// Paths alone: within nodes 1 us and 10 GB/s, and the network.
Profile of_nodes_and_network() {
  Profile profile;
  Path node = network();
  node.locality = Locality::node;
  node.bytes.clear();
  node.seconds.clear();
  node.segments = {{8, 1 << 20, 1e-6, 1e-10, {}, {}}};
  profile.paths = {network(), node};
  return profile;
}

TEST(ExchangeSeconds, AreComposedFromPathsWhereNothingElseIsKnown) {
  Profile profile = of_nodes_and_network();
  profile.gap = {{Locality::network, Memory::host, 3e-7, {}, ""}};
  const double one = seconds_of(network(), 5000).seconds;
  const double rank = 1e-6 + 5000 * 1e-10 + one + 13 * (one - 2e-6);
  EXPECT_NEAR(exchange_seconds(profile, all_to_all(8)).seconds, rank, 1e-12);
  // Injection becomes the limit.
  Injection injection;
  injection.alpha = 1e-6;
  injection.node_rate = 1e8;
  profile.injection = {injection};
  EXPECT_NEAR(exchange_seconds(profile, all_to_all(8)).seconds, 1e-6 + 2 * 14 * 5000 / 1e8, 1e-12);
}

/// Within nodes words say that the data is there; beyond them messages are as large as ever.
TEST(ExchangeSeconds, OfSharedDataAreOfWhatLeavesTheNode) {
  Profile profile = of_nodes_and_network();
  Traffic traffic = all_to_all(8);
  traffic.in_place = true;
  const double one = seconds_of(network(), 5000).seconds;
  EXPECT_NEAR(exchange_seconds(profile, traffic).seconds, 1e-6 + 8e-10 + one + 13 * (one - 2e-6),
              1e-12);
  // What was measured of such messages counts by their size, not by the mean with the words.
  profile.exchanges = {direct(8)};
  Traffic moved = all_to_all(8);
  EXPECT_EQ(exchange_seconds(profile, traffic).seconds, exchange_seconds(profile, moved).seconds);
  EXPECT_STREQ(exchange_seconds(profile, traffic).basis, "interpolated");
}

TEST(ExchangeSeconds, SayWhatIsMissing) {
  Profile profile;
  try {
    exchange_seconds(profile, all_to_all(2));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("no path from host to host memory over \"node\""),
              std::string::npos);
  }
}

}  // namespace
