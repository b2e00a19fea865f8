// SPDX-License-Identifier: Apache-2.0
// Cycles as a case gives them: which levels they visit, and how pseudo-time grows.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "solvers/flow/case/parameters.hpp"
#include "solvers/flow/level/convergence.hpp"
#include "solvers/flow/prediction/step_calls.hpp"

namespace thalweg::flow {
namespace {

/// Smoothings of each level in a cycle, by following it.
void follow(const Cycles& cycles, CycleKind kind, int level, std::vector<double>& smoothings) {
  const bool is_coarsest = level + 1 == cycles.levels;
  smoothings[static_cast<std::size_t>(level)] += is_coarsest ? cycles.coarsest : 2;
  if (is_coarsest) return;
  follow(cycles, kind, level + 1, smoothings);
  if (const auto second = cycles.second_visit(kind, level + 1))
    follow(cycles, *second, level + 1, smoothings);
}

TEST(Cycles, SmoothLevelsAsOftenAsTheirKindSays) {
  const std::vector<double> expected[] = {{2, 2, 2, 5}, {2, 4, 6, 15}, {2, 4, 8, 20}};
  for (const CycleKind kind : {CycleKind::v, CycleKind::f, CycleKind::w}) {
    Cycles cycles;
    cycles.levels = 4;
    cycles.coarsest = 5;
    cycles.kind = kind;
    std::vector<double> followed(4);
    follow(cycles, kind, 0, followed);
    EXPECT_EQ(followed, expected[static_cast<int>(kind)]);
    const auto calls = calls_of_cycle(cycles);
    for (std::size_t n = 0; n < 4; ++n) EXPECT_EQ(calls[n].smoothings, followed[n]) << n;
  }
}

TEST(Cycles, BeginWithTheCourantNumberOfTheRampAndGrow) {
  Cycles cycles;
  cycles.cfl = 50;
  EXPECT_EQ(cycles.cfl_of(0), 50);
  cycles.ramp = {0.5, 4};
  EXPECT_DOUBLE_EQ(cycles.cfl_of(0), 0.5);
  EXPECT_DOUBLE_EQ(cycles.cfl_of(2), 5);
  EXPECT_EQ(cycles.cfl_of(4), 50);
  EXPECT_EQ(cycles.cfl_of(1000), 50);
}

TEST(ConvergenceRecord, IsToldAtPowersOfTwo) {
  Cycles cycles;
  cycles.tolerance = 0.1;
  ConvergenceRecord record("heat", cycles);
  std::vector<int> told;
  for (int step = 1; step <= 9; ++step) {
    record.add(step, {.reached = step == 3 ? 0.01 : 0.2, .cycles = 7});
    if (record.note()) told.push_back(step);
  }
  EXPECT_EQ(told, (std::vector<int>{1, 2, 5, 9}));  // 1, 2, 4 and 8 of them
  EXPECT_NE(record.note()->find("step 9: the residual of heat is 0.2"), std::string::npos);
}

TEST(ConvergenceRecord, StopsWhereTheCaseSaysSo) {
  Cycles cycles;
  cycles.tolerance = 0.1;
  cycles.must_converge = true;
  ConvergenceRecord record("the flow", cycles);
  record.add(1, {.reached = 0.1, .cycles = 7});
  record.add(2, {.reached = std::numeric_limits<double>::quiet_NaN(), .cycles = 1});
  EXPECT_FALSE(record.note());
  EXPECT_THROW(record.add(3, {.reached = 0.11, .cycles = 100}), SimulationError);
}

}  // namespace
}  // namespace thalweg::flow
