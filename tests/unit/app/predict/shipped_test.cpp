// SPDX-License-Identifier: Apache-2.0
// What is shipped with the program: profiles of published machines, and a workload that was scaled
// on two of them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "app/predict/workload.hpp"
#include "base/error.hpp"
#include "transport/model/cost_model.hpp"
#include "transport/model/fit.hpp"
#include "transport/profile/profile.hpp"

namespace {

using namespace thalweg;
using namespace thalweg::app;
using namespace thalweg::transport;

double at(const Profile& profile, Locality locality, Memory from, Memory to, double bytes) {
  const Path* path = find_path(profile, locality, from, to);
  EXPECT_NE(path, nullptr);
  return path ? seconds_of(*path, bytes).seconds : 0;
}

TEST(ShippedProfiles, AreIntactAndFoundByName) {
  EXPECT_EQ(shipped_names(), (std::vector<std::string>{"duke", "lassen-mvapich2-gdr",
                                                       "lassen-spectrum", "summit-spectrum"}));
  for (const std::string& name : shipped_names()) {
    const Profile profile = profile_named(name);
    EXPECT_FALSE(profile.paths.empty()) << name;
    for (const Path& path : profile.paths) EXPECT_FALSE(path.source.empty()) << name << path.name;
    for (const Injection& injection : profile.injection) {
      EXPECT_FALSE(injection.source.empty()) << name;
      // No host injects more than its network ports can take: 25 GB/s (Bienz), 7 GB/s (Ames).
      if (injection.memory == Memory::host) {
        EXPECT_LE(injection.node_rate, name == "duke" ? 7e9 : 25e9);
      }
    }
  }
  try {
    profile_named("sumit-spectrum");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("Did you mean \"summit-spectrum\"?"),
              std::string::npos);
  }
}

TEST(ShippedProfiles, SayWhatThePapersSay) {
  const Profile summit = profile_named("summit-spectrum");
  // Table I: alpha + beta s in each protocol.
  EXPECT_DOUBLE_EQ(at(summit, Locality::network, Memory::host, Memory::host, 64),
                   1.38e-6 + 64 * 3.82e-10);
  EXPECT_DOUBLE_EQ(at(summit, Locality::network, Memory::host, Memory::host, 262144),
                   6.56e-6 + 262144 * 8.51e-11);
  // Staging one message never pays below 641 KB (Bienz et al., figure 3, stops at 512 KB).
  const auto staged = [&](double s) {
    return at(summit, Locality::socket, Memory::device, Memory::pinned, s) +
           at(summit, Locality::network, Memory::host, Memory::host, s) +
           at(summit, Locality::socket, Memory::pinned, Memory::device, s);
  };
  const auto direct = [&](double s) {
    return at(summit, Locality::network, Memory::device, Memory::device, s);
  };
  EXPECT_LT(direct(630e3), staged(630e3));
  EXPECT_GT(direct(655e3), staged(655e3));
}

TEST(ShippedProfiles, HoldTheFitsThatTheirExchangesGive) {
  for (const char* name : {"summit-spectrum", "lassen-spectrum", "lassen-mvapich2-gdr"}) {
    const Profile profile = profile_named(name);
    EXPECT_FALSE(profile.exchanges.empty());
    auto refitted = profile.exchanges;
    fit_exchanges(refitted);
    for (std::size_t i = 0; i < refitted.size(); ++i) {
      ASSERT_TRUE(profile.exchanges[i].fit);
      EXPECT_NEAR(refitted[i].fit->alpha / profile.exchanges[i].fit->alpha, 1, 0.02);
      EXPECT_NEAR(1e10 / refitted[i].fit->node_rate, 1e10 / profile.exchanges[i].fit->node_rate,
                  0.02);
    }
  }
}

/// What a rank of a published all-to-all sends, devices of a node on two sockets.
std::vector<Load> loads_of(const Exchange& exchange, std::int64_t bytes) {
  const int per_node = exchange.ranks / exchange.nodes, near = per_node / 2;
  std::vector<Load> loads;
  for (const auto& [locality, count] :
       {std::pair{Locality::socket, near - 1}, std::pair{Locality::node, per_node - near},
        std::pair{Locality::network, exchange.ranks - per_node}})
    loads.push_back({locality, count, count * bytes});
  return loads;
}

/// Predictions take eq. 6 with its copies for a lower bound of what whole exchanges take.
TEST(ShippedProfiles, TookAtLeastWhatTheirMessagesTake) {
  int compared = 0;
  for (const char* name : {"summit-spectrum", "lassen-spectrum", "lassen-mvapich2-gdr"}) {
    const Profile profile = profile_named(name);
    for (const Exchange& exchange : profile.exchanges) {
      if (exchange.route != "staged" || exchange.implementation != "isend") continue;
      const int per_node = exchange.ranks / exchange.nodes;
      for (std::size_t i = 0; i < exchange.bytes.size(); ++i, ++compared) {
        const auto loads = loads_of(exchange, exchange.bytes[i]);
        const double sum =
            static_cast<double>(exchange.ranks - 1) * static_cast<double>(exchange.bytes[i]);
        const double composed =
            at(profile, Locality::socket, Memory::device, Memory::pinned, sum) +
            at(profile, Locality::socket, Memory::pinned, Memory::device, sum) +
            composed_exchange(profile, {.movement = "transpose",
                                        .route = exchange.route,
                                        .implementation = exchange.implementation,
                                        .memory = Memory::host,
                                        .ranks_per_node = per_node,
                                        .nodes = exchange.nodes,
                                        .ranks = std::vector(std::size_t(per_node), loads)})
                .seconds;
        EXPECT_LE(composed, 1.02 * exchange.seconds[i].median)
            << name << ", " << exchange.nodes << " nodes, " << exchange.bytes[i] << " B";
      }
    }
  }
  EXPECT_GT(compared, 60);
}

TEST(NearestCube, FactorsACount) {
  using Index = std::array<int, 3>;
  EXPECT_EQ(nearest_cube(1), (Index{1, 1, 1}));
  EXPECT_EQ(nearest_cube(2), (Index{1, 1, 2}));
  EXPECT_EQ(nearest_cube(8), (Index{2, 2, 2}));
  EXPECT_EQ(nearest_cube(32), (Index{2, 4, 4}));
  EXPECT_EQ(nearest_cube(12), (Index{2, 2, 3}));
  EXPECT_EQ(nearest_cube(7), (Index{1, 1, 7}));
}

/// A workload of one task and one device per node, whose step can be worked out by hand.
TEST(Workload, StepOfOneTaskPerNode) {
  Workload workload = read_workload("blood-weak-scaling");
  workload.systems["duke"] = {100, 0, {1, 1, 1}, {1, 1, 1}};
  const Profile duke = profile_named("duke");
  const auto steps = predict_steps(workload, "duke", duke, {1, 2});
  EXPECT_EQ(steps[0].moving_share(), 0);
  const double compute = 1e6 * 304 * 8 / (7.32e11 * 0.6);
  EXPECT_NEAR(steps[0].compute, compute, 1e-9);
  const double bytes = 100 * 100 * 2 * 152;
  EXPECT_NEAR(steps[1].copies, 1.75 * 2 * (1.1e-5 + bytes * 8.33e-11), 1e-9);
  EXPECT_NEAR(steps[1].network, 6.9e-6 + bytes / 7e9, 1e-9);
  EXPECT_EQ(steps[1].within_node, 0);
}

/// Ames et al. (2020), figures 5 to 7: what the profiles give for each of the seven published
/// figures, and that the fat nodes scale better.
TEST(Workload, BloodOnSummitAndDuke) {
  const Workload workload = read_workload("blood-weak-scaling");
  ASSERT_EQ(workload.published.size(), 7U);
  std::map<std::string, double> last_efficiency;
  for (const PublishedFigure& figure : workload.published) {
    const Profile profile = profile_named(figure.system);
    const auto steps = predict_steps(workload, figure.system, profile, {1, figure.nodes});
    const double found = value_of(figure.what, steps.front(), steps.back());
    if (figure.what == "efficiency") last_efficiency[figure.system] = found;
    std::printf("  %-16s %2d nodes, %-13s: published %.3f, predicted %.3f\n", figure.system.c_str(),
                figure.nodes, figure.what.c_str(), figure.value, found);
    EXPECT_NEAR(found, figure.value, 0.10) << figure.system << " " << figure.what;
  }
  EXPECT_GT(last_efficiency["summit-spectrum"], last_efficiency["duke"] + 0.1);
  // And at equal numbers of nodes.
  const auto efficiency_at_8 = [&](const char* system) {
    const auto steps = predict_steps(workload, system, profile_named(system), {1, 8});
    return steps.front().total() / steps.back().total();
  };
  EXPECT_GT(efficiency_at_8("summit-spectrum"), efficiency_at_8("duke"));
}

TEST(Workload, SaysWhatItDoesNotKnow) {
  const Workload workload = read_workload("blood-weak-scaling");
  EXPECT_THROW(predict_steps(workload, "duk", profile_named("duke"), {1}), InputError);
  EXPECT_THROW(read_workload("blood"), InputError);
  for (const auto& [name, value] : workload.values) EXPECT_FALSE(value.source.empty()) << name;
}

}  // namespace
