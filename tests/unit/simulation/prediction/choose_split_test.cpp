// SPDX-License-Identifier: Apache-2.0
// Ways to split a case whose prices are known by hand.
#include "simulation/prediction/choose_split.hpp"

#include <gtest/gtest.h>

#include "tests/unit/transport/profile_file.hpp"

namespace thalweg::simulation {
namespace {

using transport::Load;
using transport::Locality;
using transport::Placement;
using transport::testing::ProfileFile;

constexpr double bandwidth = 1e10, latency = 1e-5, gap = 2e-6;

/// A profile of this machine in which a message costs its latency, and each further one the gap.
transport::Profile profile_of(double of_latency, double of_gap) {
  transport::Profile profile = transport::testing::profile_with({});
  profile.node.triad_bytes_per_second = bandwidth;
  for (const Locality place : {Locality::socket, Locality::node, Locality::network}) {
    transport::Path path;
    path.name = "messages";
    path.locality = place;
    path.segments.push_back({0, 1 << 30, of_latency, 0, {}, {}});
    profile.paths.push_back(path);
    profile.gap.push_back({place, transport::Memory::host, of_gap, {}, {}});
  }
  return profile;
}

/// Every rank computes `bytes`, and sends so many messages so many times.
StepWork work_of(const Placement& place, double bytes, std::int64_t messages, int exchanges) {
  const auto ranks = static_cast<std::size_t>(place.ranks());
  StepWork work;
  work.phases = {{"sweep", std::vector<double>(ranks, bytes), std::vector<double>(ranks, 0)}};
  const transport::RankLoads loads(ranks, {{Locality::network, messages, 8 * messages}});
  for (int n = 0; n < exchanges; ++n)
    work.movements.push_back({.name = "there", .behind = {}, .chunks = {loads}, .kind = "halo"});
  return work;
}

/// One exchange of many messages, or two of few and somewhat more to compute.
StepModel two_ways() {
  StepModel model;
  model.route = "direct";
  model.splits = [](const Placement& place) {
    return std::vector<Split>{{"once", [=] { return work_of(place, 1e5, 9, 1); }},
                              {"twice", [=] { return work_of(place, 1.1e5, 2, 2); }}};
  };
  model.work = [splits = model.splits](const Placement& place) {
    return splits(place).front().work();
  };
  return model;
}

Target target_of(const transport::Profile& profile) {
  Target target;
  target.name = "cluster";
  target.profile = profile;
  return target;
}

SplitChoice among(std::vector<SplitCandidate> candidates) {
  SplitChoice choice;
  choice.candidates = std::move(candidates);
  return choice;
}

/// All candidates on nodes of one rank.
SplitChoice choice_on(int nodes, const transport::Profile& profile) {
  const Placement place{.nodes = nodes};
  std::vector<SplitCandidate> candidates;
  for (const Split& way : two_ways().splits(place))
    candidates.push_back(
        priced_by_profile(way.name, way.work(), "direct", target_of(profile), place));
  return cheapest(among(std::move(candidates)), "cluster");
}

TEST(ChoiceOfASplit, PricesBytesMessagesAndNothingElse) {
  const SplitChoice choice = choice_on(10, profile_of(latency, gap));
  EXPECT_NEAR(choice.candidates[0].seconds, 1e5 / bandwidth + latency + 8 * gap, 1e-12);
  EXPECT_NEAR(choice.candidates[1].seconds, 1.1e5 / bandwidth + 2 * (latency + gap), 1e-12);
}

TEST(ChoiceOfASplit, FollowsThePrices) {
  EXPECT_EQ(choice_on(10, profile_of(latency, 0)).name, "once");
  EXPECT_EQ(choice_on(10, profile_of(latency, latency)).name, "twice");
  EXPECT_EQ(choice_on(10, profile_of(0, 0)).name, "once");
  EXPECT_NE(choice_on(10, profile_of(0, 0)).why.find("cheapest of 2 ways by the profile cluster"),
            std::string::npos);
}

TEST(ChoiceOfASplit, TakesOfEqualsTheFirst) {
  const SplitChoice choice = cheapest(among({{"a", 2.0}, {"b", 1.0}, {"c", 1.0}}));
  EXPECT_EQ(choice.name, "b");
  EXPECT_EQ(choice.chosen, 1);
}

/// What a profile does not know leaves the choice to the order of the ways, and is said.
TEST(ChoiceOfASplit, WithoutAPriceIsTheFirstWay) {
  transport::Profile no_bandwidth = profile_of(0, latency), no_network = no_bandwidth;
  no_bandwidth.node.triad_bytes_per_second = 0;
  no_network.paths.pop_back();
  for (const auto& [profile, reason] :
       {std::pair{no_bandwidth, "how fast the memory of nodes is"},
        std::pair{no_network, "no path from host to host memory over \"network\""}}) {
    const SplitChoice choice = choice_on(10, profile);
    EXPECT_EQ(choice.name, "once");
    EXPECT_NE(choice.why.find(reason), std::string::npos) << choice.why;
    EXPECT_EQ(choice.candidates[1].seconds, 0);
  }
}

TEST(ChoiceOfASplit, OfDevicesNeedsTheirBandwidth) {
  transport::Profile profile = profile_of(0, 0);
  const Placement place{.nodes = 2, .on_devices = true};
  const SplitCandidate unpriced =
      priced_by_profile("once", work_of(place, 1, 1, 1), "direct", target_of(profile), place);
  EXPECT_NE(unpriced.why_not.find("how fast the memory of devices is"), std::string::npos);
}

/// Each rank is on a node of its own, and all get the same.
TEST(ChoiceOfASplit, IsMadeTogetherByTheProfileInUse) {
  std::vector<int> nodes;
  for (int rank = 0; rank < transport::testing::world().size(); ++rank) nodes.push_back(rank);
  const transport::Communicator apart = transport::testing::world().split_into_nodes(nodes);
  const SplitChoice blind = choose_split(two_ways(), apart, false);
  EXPECT_EQ(blind.name, "once");
  EXPECT_NE(blind.why.find("no profile of this machine is known"), std::string::npos);
  for (const double of_gap : {0.0, latency}) {
    const ProfileFile file(transport::profile_text(profile_of(latency, of_gap)));
    transport::use_profile(transport::testing::world(), file.path());
    const SplitChoice choice = choose_split(two_ways(), apart, false);
    EXPECT_EQ(choice.name, of_gap > 0 ? "twice" : "once");
    EXPECT_NE(choice.why.find(file.path()), std::string::npos) << choice.why;
    for (const SplitCandidate& candidate : choice.candidates)
      EXPECT_EQ(apart.min(candidate.seconds), apart.max(candidate.seconds));
  }
}

TEST(ChoiceOfASplit, IsSaidInOneLine) {
  const SplitChoice choice = cheapest(among({{"a", 3e-3}, {"b", 1e-3}}), "p.json");
  EXPECT_EQ(split_text(choice),
            "b: the cheapest of 2 ways by the profile p.json. Predicted ms per step: b 1, a 3");
}

TEST(ChoiceOfASplit, FindsTheWorkOfARun) {
  const Placement place{.nodes = 2};
  EXPECT_EQ(work_of_run(two_ways(), place, "twice").movements.size(), 2u);
  EXPECT_EQ(work_of_run(two_ways(), place, "").movements.size(), 1u);
}

}  // namespace
}  // namespace thalweg::simulation
