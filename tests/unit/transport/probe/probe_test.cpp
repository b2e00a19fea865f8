// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the probe, and that its measurements are of what they say: order and counts,
// never absolute times. On 1 to 4 ranks.
#include "transport/probe/probe.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/world.hpp"
#include "transport/comm/node_map.hpp"
#include "transport/model/statistics.hpp"
#include "transport/probe/probe_plan.hpp"
#include "transport/probe/probe_statistics.hpp"

namespace thalweg::transport {
namespace {

using testing::world;

TEST(ProbeSizes, CoverTheRangeEvenly) {
  const auto sizes = sizes_between(8, 1 << 20, 2, false);
  EXPECT_EQ(sizes.front(), 8);
  EXPECT_EQ(sizes.back(), 1 << 20);
  EXPECT_EQ(sizes.size(), 2u * 17 + 1);
  EXPECT_TRUE(std::ranges::is_sorted(sizes));
  for (std::size_t i = 1; i < sizes.size(); ++i)
    EXPECT_NEAR(static_cast<double>(sizes[i]) / static_cast<double>(sizes[i - 1]), std::sqrt(2),
                0.08)
        << sizes[i];
  for (const std::int64_t size : sizes) EXPECT_TRUE(size < 64 || size % 8 == 0) << size;
}

TEST(ProbeSizes, SurroundPowersOfTwo) {
  const auto sizes = sizes_between(8, 4096, 1, true);
  for (const std::int64_t size : {248, 256, 264, 2040, 2048, 2056, 4096})
    EXPECT_EQ(std::ranges::count(sizes, size), 1) << size;
  EXPECT_EQ(std::ranges::count(sizes, 120), 0);
  EXPECT_EQ(sizes.back(), 4096) << "nothing beyond the largest";
}

TEST(ProbeSizes, OneSizeIsARange) { EXPECT_EQ(sizes_between(8, 8, 4, true).size(), 1u); }

TEST(ProbeOrder, IsAPermutationThatTheSeedGives) {
  const auto order = shuffled(100, 3);
  EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), 100u);
  EXPECT_EQ(*std::ranges::min_element(order), 0);
  EXPECT_EQ(order, shuffled(100, 3));
  EXPECT_NE(order, shuffled(100, 4));
  EXPECT_FALSE(std::ranges::is_sorted(order));
}

TEST(ProbeStatistics, QuantilesOfKnownTimes) {
  std::vector<double> times;
  for (int i = 100; i >= 0; --i) times.push_back(i);
  const Quantiles q = quantiles(times);
  EXPECT_EQ(q.min, 0);
  EXPECT_DOUBLE_EQ(q.p10, 10);
  EXPECT_DOUBLE_EQ(q.median, 50);
  EXPECT_DOUBLE_EQ(q.p90, 90);
  EXPECT_EQ(q.n, 101);
  EXPECT_THROW(quantiles({}), UsageError);
}

/// Numbers between 0 and 1 that look random, the same every time.
double noise(int i) {
  const double x = std::sin(12.9898 * (i + 1)) * 43758.5453;
  return x - std::floor(x);
}

TEST(ProbeStatistics, TheIntervalHoldsTheMedianAsOftenAsItSays) {
  // The median of exp(u), u uniform on [-1, 1], is 1.
  int held = 0;
  constexpr int trials = 2000, draws = 25;
  for (int t = 0; t < trials; ++t) {
    std::vector<double> times;
    for (int i = 0; i < draws; ++i) times.push_back(std::exp(2 * noise(draws * t + i) - 1));
    const Interval interval = median_interval(times);
    held += interval.low <= 1 && 1 <= interval.high;
  }
  EXPECT_GT(held, 0.94 * trials);
  EXPECT_LT(held, 0.99 * trials);
}

TEST(ProbeStatistics, SharesAreFairToThoseWhoNeedMore) {
  EXPECT_DOUBLE_EQ(fair_share({1, 1, 1, 1}, 8), 2);
  EXPECT_DOUBLE_EQ(fair_share({0, 5, 0, 9}, 20), 3) << "9 and 5, and twice 3";
  EXPECT_DOUBLE_EQ(fair_share({1, 5, 2, 9}, 18), 2) << "9, 5, and twice 2";
  EXPECT_EQ(fair_share({4, 5}, 9), 4) << "all that there is";
  EXPECT_EQ(fair_share({4, 5}, 8), 0);
  EXPECT_EQ(fair_share({}, 8), 0);
}

TEST(ProbeStatistics, TheGateLooksAtTheTail) {
  std::vector<double> times(1000, 1e-6);
  EXPECT_FALSE(noise_of(times).is_noisy());
  std::fill_n(times.begin(), 5, 1.0);  // rarer than one in a hundred
  EXPECT_FALSE(noise_of(times).is_noisy());
  std::fill_n(times.begin(), 20, 20e-6);
  EXPECT_TRUE(noise_of(times).is_noisy());
  EXPECT_NEAR(noise_of(times).ratio(), 20, 1e-9);
}

// Rounding leaves them in order.
TEST(ProbeStatistics, QuantilesOfEqualTimesAreEqual) {
  for (int n = 2; n < 40; ++n) {
    const double time = 8.648992402908668e-09 * (1 + 1e-3 * n);
    const Quantiles q = quantiles(std::vector<double>(static_cast<std::size_t>(n), time));
    for (const double each : {q.min, q.p10, q.median, q.p90}) EXPECT_EQ(each, time) << n;
  }
}

TEST(ProbeStatistics, MeanOfPairsIsOfEachQuantile) {
  const auto mean = mean_of({{{1, 2, 3, 4, 10}}, {{3, 4, 5, 6, 20}}});
  ASSERT_EQ(mean.size(), 1u);
  EXPECT_EQ(mean[0].min, 2);
  EXPECT_EQ(mean[0].median, 4);
  EXPECT_EQ(mean[0].n, 30);
}

const Tick no_tick = [] {};

Path with_errors(const std::string& name, int processes, double median, double p95) {
  Path path;
  path.name = name;
  path.processes = processes;
  path.heldout = HeldOut{median, p95};
  return path;
}

TEST(ProbeWarnings, NameTheWorstPathBeyondAQuietMachine) {
  EXPECT_EQ(warning_of_errors({}), "");
  EXPECT_EQ(warning_of_errors({with_errors("message", 1, 0.08, 0.35), Path{}}), "");
  const std::string text =
      warning_of_errors({with_errors("message", 1, 0.02, 0.2), with_errors("copy", 4, 0.03, 0.61),
                         with_errors("runs", 1, 0.09, 0.3)});
  for (const char* part : {"2 of 3 paths", "copy, 4 processes", "3 %", "61 %", "35 %"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in: " << text;
}

/// The ranks of this test as if they were on two nodes, odd ones on the second.
Topology as_two_nodes() {
  const NodePlace node{.host = "a",
                       .processor = "p",
                       .cores = 4,
                       .sockets = 1,
                       .devices = {},
                       .network = "",
                       .cache_bytes = 1 << 20};
  std::vector<RankPlace> ranks(static_cast<std::size_t>(world().size()));
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    ranks[r].node = static_cast<int>(r % 2);
    ranks[r].sockets = {0};
  }
  return {{node, node}, ranks};
}

TEST(ProbePlan, PairsStandAsFarApartAsAsked) {
  if (world().size() < 4) return;  // too few to choose from
  const Topology two = as_two_nodes();
  for (const Locality locality : {Locality::socket, Locality::network}) {
    const auto pairs = pairs_of(two, locality, 2);
    ASSERT_EQ(pairs.size(), 2u);
    std::set<int> ranks;
    for (const auto& pair : pairs) {
      EXPECT_EQ(two.locality(pair[0], pair[1]), locality);
      ranks.insert(pair.begin(), pair.end());
    }
    EXPECT_EQ(ranks.size(), 4u) << "pairs without a common rank come first";
  }
  EXPECT_EQ(pairs_of(two, Locality::network, 100).size(), 4u);
  EXPECT_TRUE(pairs_of(two, Locality::node, 1).empty());
}

TEST(ProbePlan, MeasuresAcrossNodesToo) {
  if (world().size() < 2) return;  // nobody to send to
  const Topology two = as_two_nodes();
  const ProbeOptions options{
      .quick = true, .largest = 1 << 16, .available_bytes = 0, .program = ""};
  ProbeRun run{world(), two, options, {}, no_tick, false};
  for (const ProbeStep& step : host_steps(run))
    if (step.name == "many messages" || step.name == "pairs at once") step.measure(run);
  const bool both = world().size() >= 3;  // two ranks on the first node
  ASSERT_EQ(run.profile.gap.size(), both ? 2u : 1u);
  EXPECT_EQ(run.profile.gap.back().locality, Locality::network);
  EXPECT_GT(run.profile.gap.back().seconds, 0);
  ASSERT_EQ(run.profile.injection.size(), both ? 2u : 1u);
  EXPECT_EQ(run.profile.injection.back().locality, Locality::network);
  EXPECT_EQ(run.profile.paths.back().processes, world().size() / 2);
}

TEST(ProbePlan, SharedMemoryLimitsMessagesThroughIt) {
  const Topology two = as_two_nodes();
  ProbeOptions options{.quick = true, .program = ""};
  options.shared_bytes = 1000e3;
  ProbeRun run{world(), two, options, {}, no_tick, false};
  const auto twice = [](std::int64_t bytes) { return 2.0 * static_cast<double>(bytes); };
  EXPECT_EQ(run.largest_shared(100000, 4096, twice), 100000);
  EXPECT_EQ(run.largest_shared(1 << 20, 4096, twice), 1 << 18);
  EXPECT_EQ(run.largest_shared(1000008, 4096, twice) % 8, 0);
  EXPECT_TRUE(run.profile.warnings.empty());
}

TEST(ProbePlan, LeavesOutWhatHasNoSharedMemory) {
  if (world().size() < 2) return;  // nobody to share with
  const Topology here = Topology::discover(world());
  ProbeOptions options{.quick = true, .program = ""};
  options.shared_bytes = 1000;
  ProbeRun run{world(), here, options, {}, no_tick, false};
  for (const ProbeSteps& steps : {host_steps(run), exchange_steps(run)})
    for (const ProbeStep& step : steps)
      if (step.name == "shared memory" || step.name == "transpose, window") step.measure(run);
  EXPECT_TRUE(run.profile.paths.empty());
  EXPECT_TRUE(run.profile.exchanges.empty());
  if (world().nodes().largest_node() < 2) return;  // nothing to leave out
  ASSERT_EQ(run.profile.warnings.size(), 1u);
  EXPECT_NE(run.profile.warnings[0].find("/dev/shm"), std::string::npos);
}

/// A path of one microsecond per 100 B; with `zigzag` every second size takes five times as long.
Path line(bool zigzag) {
  Path path;
  path.name = "line";
  for (std::int64_t i = 1; i <= 40; ++i) {
    const double seconds = 1e-8 * static_cast<double>(i * 100) * (zigzag && i % 2 ? 5 : 1);
    path.bytes.push_back(i * 100);
    path.seconds.push_back({seconds, seconds, seconds, seconds, 10});
  }
  return path;
}

/// Measures a line that is disturbed the first time, after a path that is none of its business.
ProbeRun with_disturbed_line(double spare, bool noisy) {
  static const Topology two = as_two_nodes();
  static const ProbeOptions options{};
  ProbeRun run{world(), two, options, {}, no_tick, noisy, spare};
  run.profile.paths.push_back(line(true));
  bool first = true;
  measure_paths(run, 3, [&](ProbeRun& some) {
    some.profile.paths.push_back(line(std::exchange(first, false)));
  });
  return run;
}

TEST(ProbeRepeat, CountsBothMeasurementsOfADisturbedPath) {
  const ProbeRun run = with_disturbed_line(4, false);
  ASSERT_EQ(run.profile.paths.size(), 2u);
  EXPECT_DOUBLE_EQ(run.profile.paths[0].seconds[0].median, 5e-6);
  EXPECT_DOUBLE_EQ(run.profile.paths[1].seconds[0].median, 3e-6) << "of 5 and 1";
  EXPECT_DOUBLE_EQ(run.profile.paths[1].seconds[1].median, 2e-6);
  EXPECT_EQ(run.profile.paths[1].seconds[0].n, 20);
  EXPECT_EQ(run.profile.provenance.at("measured_twice"), "line");
  EXPECT_DOUBLE_EQ(run.spare_seconds, 1);
}

TEST(ProbeRepeat, MeasuresQuietPathsOnce) {
  static const Topology two = as_two_nodes();
  static const ProbeOptions options{};
  ProbeRun run{world(), two, options, {}, no_tick, false, 10};
  for (int i = 0; i < 3; ++i)
    measure_paths(run, 3, [](ProbeRun& some) { some.profile.paths.push_back(line(false)); });
  EXPECT_EQ(run.profile.paths.size(), 3u);
  EXPECT_EQ(run.profile.paths[2].seconds[0].n, 10);
  EXPECT_FALSE(run.profile.provenance.contains("measured_twice"));
  EXPECT_DOUBLE_EQ(run.spare_seconds, 10);
}

TEST(ProbeRepeat, KeepsToItsTimeAndLeavesNoisyMachinesAlone) {
  for (const ProbeRun& run : {with_disturbed_line(2, false), with_disturbed_line(10, true)}) {
    EXPECT_DOUBLE_EQ(run.profile.paths.at(1).seconds[0].median, 5e-6);
    EXPECT_FALSE(run.profile.provenance.contains("measured_twice"));
  }
}

TEST(ProbePlan, StridedMessagesShowTheProtocolOfShortOnes) {
  if (world().size() < 2) return;  // nobody to send to
  const Topology here = Topology::discover(world());
  const ProbeOptions options{
      .quick = true, .largest = 1 << 16, .available_bytes = 0, .program = ""};
  ProbeRun run{world(), here, options, {}, no_tick, false};
  ProbeSteps steps = host_steps(run);
  std::erase_if(steps, [](const ProbeStep& step) { return step.name != "strided messages"; });
  ASSERT_EQ(steps.size(), 4u) << "two lengths, as datatype and packed";
  for (const std::size_t packed : {1u, 3u}) steps[packed].measure(run);
  ASSERT_EQ(run.profile.paths.size(), 2u);
  for (const std::int64_t length : {16, 512}) {
    const Path& path = run.profile.paths[length == 16 ? 0 : 1];
    EXPECT_NE(path.name.find(std::to_string(length)), std::string::npos) << path.name;
    EXPECT_TRUE(std::ranges::is_sorted(path.bytes));
    EXPECT_EQ(path.bytes.front(), length);
    EXPECT_EQ(path.bytes.back(), options.largest);
    for (const std::int64_t bytes : path.bytes) EXPECT_EQ(bytes % length, 0) << bytes;
    const auto eager = std::ranges::count_if(path.bytes, [](auto bytes) { return bytes < 4096; });
    EXPECT_GE(eager, 7) << "four of every second size, or three and the limit itself";
  }
}

// On the nodes of tests/nodes there are two localities at once.
TEST(ProbePlan, MeasuresEveryLocalityThatThereIs) {
  const Topology here = Topology::discover(world());
  const ProbeOptions options{
      .quick = true, .largest = 1 << 16, .available_bytes = 0, .program = ""};
  ProbeRun run{world(), here, options, {}, no_tick, false};
  for (const ProbeStep& step : host_steps(run))
    if (step.name == "many messages") step.measure(run);
  std::set<Locality> expected, found;
  for (int peer = 1; peer < world().size(); ++peer) expected.insert(here.locality(0, peer));
  for (const Gap& gap : run.profile.gap) found.insert(gap.locality);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(found.contains(Locality::network), test::node_count() > 1);
}

TEST(ProbePlan, CountsTheMessagesOfEveryExchange) {
  if (world().size() != 4) return;  // two nodes of two ranks
  const Topology two = as_two_nodes();
  const ProbeOptions options{
      .quick = true, .largest = 1 << 16, .available_bytes = 0, .program = ""};
  ProbeRun run{world(), two, options, {}, no_tick, false};
  ProbeSteps steps = exchange_steps(run);
  EXPECT_EQ(std::ranges::count(steps, "halo, direct", &ProbeStep::name), 2);
  for (const ProbeStep& step : steps)
    if (step.name == "halo, direct") step.measure(run);
  ASSERT_EQ(run.profile.exchanges.size(), 2u);
  const Exchange &alone = run.profile.exchanges[0], &both = run.profile.exchanges[1];
  EXPECT_EQ(alone.ranks, 2);
  EXPECT_EQ(alone.messages, 1);
  EXPECT_EQ(alone.off_node_messages, 0);
  EXPECT_EQ(both.nodes, 2);
  EXPECT_EQ(both.messages, 3) << "a box of 2 x 2 x 1 that wraps around";
  EXPECT_EQ(both.off_node_messages, 2);
}

}  // namespace
}  // namespace thalweg::transport
