// SPDX-License-Identifier: Apache-2.0
// Predictions of a step whose parts are known by hand.
#include "simulation/prediction/prediction.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace thalweg::simulation {
namespace {

using transport::Load;
using transport::Locality;
using transport::Placement;

constexpr double work_bytes = 8e9, moved_bytes = 1.2e9;
constexpr double network_latency = 2e-6, network_rate = 1e10;
constexpr int chunks = 4;

/// One phase of work_bytes in all, and an all-to-all that moves moved_bytes in all.
StepWork even_work(const Placement& place) {
  const int ranks = place.ranks();
  const std::vector<double> each(static_cast<std::size_t>(ranks), work_bytes / ranks);
  StepWork work{{{"sweep", each, each}}, {}, ranks > 1 ? 1.0 : 0.0};
  MovementWork movement{"there", "sweep", 1, {}};
  for (int c = 0; c < chunks; ++c) {
    transport::RankLoads loads(static_cast<std::size_t>(ranks));
    for (int from = 0; from < ranks; ++from)
      for (int to = 0; to < ranks; ++to)
        if (from != to)
          loads[static_cast<std::size_t>(from)].push_back(
              {place.locality(from, to), 1,
               static_cast<std::int64_t>(moved_bytes / ranks / ranks / chunks)});
    movement.chunks.push_back(loads);
  }
  work.movements.push_back(movement);
  return work;
}

StepModel even_model() {
  StepModel model;
  model.largest_rank_count = 40;
  model.route = "auto";
  model.work = even_work;
  return model;
}

transport::Path path(Locality locality, double alpha, double rate) {
  transport::Path p;
  p.name = "messages";
  p.locality = locality;
  p.segments.push_back({0, 1 << 30, alpha, 1 / rate, {}, {}});
  return p;
}

Target cluster() {
  Target target;
  target.name = "cluster";
  target.profile.node.triad_bytes_per_second = 2e11;
  target.profile.paths = {path(Locality::network, network_latency, network_rate),
                          path(Locality::socket, 1e-7, 1e11)};
  return target;
}

Rates rates_here() {
  Rates rates;
  rates.bandwidth = 1e11;
  rates.phases = {{"sweep", 0.08, 1}};
  rates.work = even_work({});
  return rates;
}

TEST(Prediction, OfWeakScalingComparesTimesOfCasesThatGrow) {
  const auto model_on = [](int nodes) -> SizedModel {
    StepModel model = even_model();
    model.assumptions = {"grown"};
    model.work = [nodes](const Placement& place) {
      StepWork work = even_work(place);
      for (PhaseWork& phase : work.phases)
        for (double& bytes : phase.bytes) bytes *= nodes;
      return work;
    };
    return {model, {"size=" + std::to_string(nodes)}};
  };
  const auto steps = predict_weak_steps(model_on, rates_here(), cluster(), {1, 2, 8});
  for (const PredictedStep& step : steps) {
    EXPECT_NEAR(step.compute(), 0.04, 1e-12) << step.nodes;
    EXPECT_DOUBLE_EQ(step.efficiency, steps.front().seconds / step.seconds);
    EXPECT_EQ(step.settings, std::vector{"size=" + std::to_string(step.nodes)});
    EXPECT_EQ(step.assumptions, std::vector<std::string>{"grown"});
  }
  EXPECT_LT(steps.back().efficiency, steps.front().efficiency);
  EXPECT_THROW(predict_weak_steps(model_on, rates_here(), cluster(), {41}), InputError);
}

TEST(Prediction, WhatProcessorsDoIsScaledByTheirMemory) {
  StepModel model = even_model();
  model.work = [](const Placement& place) {
    StepWork work = even_work(place);
    work.phases[0].is_on_host = true;
    return work;
  };
  Target devices = cluster();
  devices.devices_per_node = 1;
  devices.profile.node.device_bytes_per_second = 1e12;
  EXPECT_NEAR(predict_steps(model, rates_here(), devices, {1}).front().compute(), 0.04, 1e-12);
  EXPECT_NEAR(predict_steps(even_model(), rates_here(), devices, {1}).front().compute(), 0.008,
              1e-12);
}

TEST(Prediction, ComputeDividesAmongRanksAndScalesByBandwidth) {
  const auto steps = predict_steps(even_model(), rates_here(), cluster(), {1, 2, 8});
  for (const PredictedStep& step : steps)
    EXPECT_NEAR(step.compute(), 0.04 / step.nodes, 1e-12) << step.nodes;
  Target here = cluster();
  here.is_this_machine = true;
  EXPECT_NEAR(predict_steps(even_model(), rates_here(), here, {1}).front().compute(), 0.08, 1e-12);
}

TEST(Prediction, RanksOfANodeShareItsRate) {
  Target shared = cluster();
  shared.ranks_per_node = 4;
  const auto steps = predict_steps(even_model(), rates_here(), shared, {1, 2});
  EXPECT_NEAR(steps[0].compute(), 0.04, 1e-12);
  EXPECT_NEAR(steps[1].compute(), 0.02, 1e-12);
}

TEST(Prediction, MovementsCostWhatTheProfileSays) {
  const auto steps = predict_steps(even_model(), rates_here(), cluster(), {1, 8});
  EXPECT_EQ(steps[0].movements[0].seconds, 0);
  // Four chunks of seven messages each: the first with its latency, all with their bytes. (eq. 6)
  const double bytes = moved_bytes / 8 * 7 / 8;
  EXPECT_NEAR(steps[1].movements[0].seconds, chunks * network_latency + bytes / network_rate, 1e-9);
  EXPECT_EQ(steps[1].movements[0].basis, "composed");
  EXPECT_EQ(steps[1].movements[0].messages, chunks * 8 * 7);
  EXPECT_NEAR(steps[1].reductions, 3 * (network_latency + 8 / network_rate), 1e-12);
  EXPECT_NEAR(steps[1].seconds,
              steps[1].compute() + steps[1].movements[0].seconds + steps[1].reductions, 1e-12);
  EXPECT_NEAR(steps[1].efficiency, steps[0].seconds / (8 * steps[1].seconds), 1e-12);
}

/// Where few ranks of a node exchange, a fit to many would make two nodes more than twice as fast
/// as one, whose price is composed.
TEST(Prediction, NodesOfShippedMachinesNeverGainEfficiency) {
  for (const char* name : {"summit-spectrum", "lassen-spectrum", "lassen-mvapich2-gdr"})
    for (const int ranks : {2, 3, 4}) {
      Target target;
      target.profile = transport::profile_named(name);
      target.ranks_per_node = target.devices_per_node = ranks;
      double last = 1;
      for (const PredictedStep& step :
           predict_steps(even_model(), rates_here(), target, {1, 2, 3, 4, 8, 10})) {
        EXPECT_LE(step.efficiency, last) << name << ", " << step.nodes << " nodes of " << ranks;
        last = step.efficiency;
      }
    }
}

TEST(Prediction, WorkHidesMessagesButNoMoreThanThereIs) {
  Target target = cluster();
  target.overlap = 0.5;
  auto step = predict_steps(even_model(), rates_here(), target, {8}).front();
  // Half of 13 ms is more than what is computed once the first chunk has left: 3/4 of 5 ms.
  EXPECT_NEAR(step.movements[0].hidden, 0.75 * 0.005, 1e-9);
  target.overlap = 0.1;
  step = predict_steps(even_model(), rates_here(), target, {8}).front();
  EXPECT_NEAR(step.movements[0].hidden, 0.1 * step.movements[0].seconds, 1e-12);
  Rates measured = rates_here();
  measured.hidden["there"] = 0.2;
  target.overlap.reset();
  step = predict_steps(even_model(), measured, target, {8}).front();
  EXPECT_NEAR(step.movements[0].hidden, 0.2 * step.movements[0].seconds, 1e-12);
}

TEST(Prediction, SaysWhatLimits) {
  EXPECT_EQ(predict_steps(even_model(), rates_here(), cluster(), {2}).front().limit,
            "there: bandwidth");
  Target slow = cluster();
  slow.profile.paths[0] = path(Locality::network, 0.1, network_rate);
  EXPECT_EQ(predict_steps(even_model(), rates_here(), slow, {2}).front().limit, "there: latency");
  Target fast = cluster();
  fast.profile.paths[0] = path(Locality::network, 1e-9, 1e14);
  EXPECT_EQ(predict_steps(even_model(), rates_here(), fast, {2}).front().limit, "compute");
}

TEST(Prediction, ASlowerNetworkMakesASlowerStep) {
  double last = 0;
  for (const double rate : {1e11, 1e10, 1e9, 1e8}) {
    Target target = cluster();
    target.profile.paths[0] = path(Locality::network, network_latency, rate);
    const auto step = predict_steps(even_model(), rates_here(), target, {4}).front();
    EXPECT_GT(step.seconds, last);
    EXPECT_LE(step.low, step.seconds);
    EXPECT_GE(step.high, step.seconds);
    last = step.seconds;
  }
}

TEST(Prediction, NodesThatCannotBeUsedAreNotedAndAllOfThemAreAnError) {
  Target target = cluster();
  target.ranks_per_node = 4;
  const auto steps = predict_steps(even_model(), rates_here(), target, {16, 8});
  EXPECT_NE(steps[0].note.find("at most 40 can be used, which is 10 nodes of 4"), std::string::npos)
      << steps[0].note;
  EXPECT_TRUE(steps[1].note.empty());
  EXPECT_EQ(steps[1].efficiency, 1);  // the first row that has a prediction
  EXPECT_THROW(predict_steps(even_model(), rates_here(), target, {16, 32}), InputError);
  target.profile.paths.clear();
  EXPECT_THROW(predict_steps(even_model(), rates_here(), target, {8}), InputError);
}

TEST(Prediction, MemoryThatIsNotKnownIsRefused) {
  Target target = cluster();
  target.profile.node.triad_bytes_per_second = 0;
  EXPECT_THROW(predict_steps(even_model(), rates_here(), target, {1}), InputError);
}

/// The same messages as a halo: all at once, while the sweep goes on.
StepModel halo_model() {
  StepModel model = even_model();
  model.work = [](const Placement& place) {
    StepWork work = even_work(place);
    work.movements.front().kind = "halo";
    work.movements.front().chunks.resize(1);
    return work;
  };
  return model;
}

TEST(Prediction, AHaloHidesBehindTheWholeOfItsPhase) {
  Target target = cluster();
  target.overlap = 1;
  const auto step = predict_steps(halo_model(), rates_here(), target, {2}).front();
  ASSERT_EQ(step.movements.size(), 1u);
  EXPECT_GT(step.movements.front().seconds, 0);
  EXPECT_DOUBLE_EQ(step.movements.front().hidden,
                   std::min(step.movements.front().seconds, step.phases.front().second));
  EXPECT_GT(step.movements.front().hidden, 0);
}

TEST(Prediction, TwoMovementsDoNotHideBehindTheSameWork) {
  Target target = cluster();
  target.overlap = 1;
  StepModel model = halo_model();
  model.work = [](const Placement& place) {
    StepWork work = even_work(place);
    for (MovementWork& movement : work.movements) movement.kind = "halo";
    for (int n = 0; n < 20; ++n) work.movements.push_back(work.movements.front());
    return work;
  };
  const auto step = predict_steps(model, rates_here(), target, {2}).front();
  double hidden = 0;
  for (const PredictedMovement& movement : step.movements) hidden += movement.hidden;
  EXPECT_NEAR(hidden, step.phases.front().second, 1e-12);
}

TEST(Prediction, EachKindOfMovementHasItsOwnRouteAndMeasurements) {
  Target target = cluster();
  for (const char* kind : {"transpose", "halo"}) {
    transport::Exchange exchange;
    exchange.movement = kind;
    exchange.route = "window";
    exchange.nodes = 2;
    exchange.ranks = 2;
    target.profile.exchanges.push_back(exchange);
  }
  StepModel model = halo_model();
  const auto route_of = [&](const std::string& kind, const std::string& of_kind) {
    model.work = [=](const Placement& place) {
      StepWork work = even_work(place);
      work.movements.front().kind = kind;
      work.movements.front().route = of_kind;
      return work;
    };
    return predict_steps(model, rates_here(), target, {2}).front().movements.front().route;
  };
  model.route = "direct";
  EXPECT_EQ(route_of("halo", ""), "direct");
  EXPECT_EQ(route_of("halo", "window"), "window");
  EXPECT_EQ(route_of("migration", "window"), "direct") << "no profile has measured it";
}

}  // namespace
}  // namespace thalweg::simulation
