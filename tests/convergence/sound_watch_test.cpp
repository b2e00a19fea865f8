// SPDX-License-Identifier: Apache-2.0
// The watch for fields that grow without a source: it speaks long before values overflow, and never
// of waves.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "solvers/sound/kspace/energy_budget.hpp"
#include "tests/convergence/sound_runs.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;

/// A step that is 15 % too long where sound is twice as fast as the k-space operators assume (8.1).
Problem unstable(std::array<int, 3> points) {
  Problem p = water(points, 1e-4, 0);
  p.dt = 1.15 * 2 / (1500 * pi / 1e-4 * std::sqrt(p.dimensions)) * std::asin(0.5);
  std::vector<double> speeds(static_cast<std::size_t>(p.size()), 1500);
  for (std::size_t i = speeds.size() / 3; i < speeds.size() / 2; ++i) speeds[i] = 3000;
  p.medium.sound_speed = sampled(speeds);
  std::vector<double> pressure(speeds.size());
  pressure[pressure.size() / 4] = 1;
  p.initial_pressure = sampled(pressure);
  return p;
}

class Watch : public ::testing::TestWithParam<std::array<int, 3>> {};

TEST_P(Watch, FindsGrowthBeforeItOverflows) {
  for (const bool single : {true, false}) {
    const Problem p = unstable(GetParam());
    const auto solver = make(p, single);
    std::optional<Divergence> found;
    while (!found && solver->steps() < 3000) {
      solver->step();
      found = solver->divergence();
    }
    ASSERT_TRUE(found);
    std::printf("  step %d: %s\n", static_cast<int>(solver->steps()), found->what.c_str());
    const auto pressure = solver->field(Field::pressure);
    const double most = largest(pressure);
    EXPECT_LT(most, 1e15);  // of 1 at the start
    ASSERT_TRUE(found->point);
    EXPECT_EQ(std::abs(pressure[static_cast<std::size_t>(*found->point)]), most);
    EXPECT_NE(found->what.find("times the energy"), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(Grids, Watch,
                         ::testing::Values(std::array{96, 1, 1}, std::array{48, 36, 1}));

/// A line without losses in which a source feeds a standing wave.
Problem resonator(int steps) {
  Problem p = water({64, 1, 1}, 1e-4, 0.3e-4 / 1500);
  p.steps = steps;
  PressureSource source{SourceMode::additive, {10}, {steps, 1, {}}};
  const double period = 64e-4 / 1500 / 4;
  for (int n = 0; n < steps; ++n)
    source.signals.samples.push_back(
        static_cast<float>(1e-6 * std::sin(2 * pi * n * p.dt / period)));
  p.pressure_sources = {source};
  return p;
}

TEST(WatchOfWaves, LetsAResonatorSwell) {
  constexpr int steps = 4000;
  const Problem p = resonator(steps);
  const auto solver = make(p);
  double early = 0, late = 0;  // over the first and the last tenth
  for (int n = 0; n < steps; ++n) {
    solver->step();
    ASSERT_FALSE(solver->divergence()) << n;
    double& most = n < steps / 2 ? early : late;
    if (n < steps / 10 || n >= steps - steps / 10)
      most = std::max(most, largest(solver->field(Field::pressure)));
  }
  EXPECT_GT(late, 5 * early);
}

// After a source's only sample all of its energy is in the pressure: the bound is met.
TEST(WatchOfWaves, BudgetIsWhatASourceGives) {
  Problem p = resonator(1);
  p.pressure_sources[0].signals.samples = {3e-6F};
  const EnergyBudget budget(p, {1500.0 * 1500 / 1000, 1000});
  const double pressure = 1500.0 * 1500 * 3e-6,
               energy = pressure * pressure / (1000 * 1500.0 * 1500);
  EXPECT_NEAR(budget.most(1) / energy, 1, 1e-6);
  EXPECT_NEAR(budget.most(50) / energy, 1, 1e-6);
  EXPECT_EQ(budget.most(0), 0);
  EnergyBudget later = budget;
  later.start(1, 4 * energy);
  EXPECT_NEAR(later.most(9) / energy, 4, 1e-6);
}

}  // namespace
}  // namespace thalweg::sound
