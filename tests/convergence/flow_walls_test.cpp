// SPDX-License-Identifier: Apache-2.0
// Flows between walls against exact solutions, and cycles in a cavity: docs/theory/flow.md.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tests/support/flow_runs.hpp"

namespace thalweg::flow {
namespace {

using testing::cells, testing::CellValues, testing::converge, testing::flow_solver, testing::scalar,
    testing::Solver;

// Between plates of which the upper one moves.
constexpr const char* plates = R"(
[grid]
cells = [8, 16, 1]
length = [1, 2, 1]
periodic = ["x"]
[flow]
viscosity = 0.1
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
velocity = [1.5, 0, 0]
[[body]]
name = "floor"
families = ["y-"]
velocity = 0.5
height = 0.25
drag = [2, 0, 0]
[time]
scheme = "steady"
)";

TEST(Couette, IsExactAndPullsAtTheWallAsItMust) {
  const Solver solver = flow_solver(plates, {});
  solver->initialise();
  converge(*solver);
  for (const auto& [key, c] : CellValues(*solver).cells)
    EXPECT_NEAR(c.velocity[0], 0.75 * c.centre[1], 1e-12);
  // The shear is 0.75 everywhere; both walls together feel nothing.
  EXPECT_NEAR(scalar(*solver, "force_y-_x"), 0.1 * 0.75, 1e-12);
  EXPECT_NEAR(scalar(*solver, "force_viscous_y+_x"), -0.1 * 0.75, 1e-12);
  EXPECT_NEAR(scalar(*solver, "wall_force_x"), 0, 1e-12);
  EXPECT_NEAR(scalar(*solver, "drag_floor"), 0.1 * 0.75 / (0.5 * 0.25 * 0.25), 1e-11);
}

TEST(Couette, HasItsShearAtEachFaceAndItsVelocityAtAProbe) {
  const Solver solver = flow_solver(
      plates, {"boundary.0.table=true", "probe=[{ name=\"p\", point=[0.3, 0.77, 0] }]"});
  solver->initialise();
  converge(*solver);
  EXPECT_NEAR(scalar(*solver, "velocity_p_x"), 0.75 * 0.77, 1e-12);
  EXPECT_NEAR(scalar(*solver, "velocity_p_y"), 0, 1e-12);
  const auto table = solver->tables({"wall_y-"}).at(0);
  const auto column = [&](const char* name) {
    const auto at = std::find(table.columns.begin(), table.columns.end(), name);
    return table.values[static_cast<std::size_t>(at - table.columns.begin())];
  };
  ASSERT_EQ(column("x").size(), 8u);
  for (std::size_t n = 0; n < 8; ++n) {
    EXPECT_NEAR(column("x")[n], (static_cast<double>(n) + 0.5) / 8, 1e-12);
    EXPECT_NEAR(column("area")[n], 1.0 / 8, 1e-12);
    EXPECT_NEAR(column("shear_x")[n], 0.075, 1e-12);
    EXPECT_NEAR(column("shear_y")[n], 0, 1e-12);
    // The first cell's middle is 1/16 above the wall.
    EXPECT_NEAR(column("y_plus")[n], std::sqrt(0.075) / 16 / 0.1, 1e-11);
  }
}

TEST(Poiseuille, DrivenByAForceConvergesWithTheSecondOrder) {
  double before = 0;
  for (const int n : {16, 32}) {
    const Solver solver = flow_solver(
        plates, {cells(8, n), "boundary.1.velocity=[0, 0, 0]", "flow.force=[0.2, 0, 0]"});
    solver->initialise();
    converge(*solver);
    double worst = 0;  // the exact profile is y (2 - y)
    for (const auto& [key, c] : CellValues(*solver).cells)
      worst = std::max(worst, std::abs(c.velocity[0] - c.centre[1] * (2 - c.centre[1])));
    if (n > 16) {
      EXPECT_GT(std::log2(before / worst), 1.9);
    }
    before = worst;
    EXPECT_NEAR(scalar(*solver, "wall_force_x"), 0.2 * 2, 1e-10);
    EXPECT_NEAR(scalar(*solver, "force_viscous_y-_x"), 0.2, 1e-10);
    EXPECT_NEAR(scalar(*solver, "force_pressure_y+_x"), 0, 1e-10);
  }
}

// Through an open channel: what comes in leaves, and pressure falls as it must.
constexpr const char* channel = R"(
[grid]
kind = "wavy"
amplitude = 0.03
cells = [48, 32, 1]
length = [3, 1, 1]
[flow]
viscosity = 0.05
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
profile = "parabolic"
[[boundary]]
family = "x+"
kind = "outflow"
pressure = 0.25
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
[[line]]
name = "middle"
from = [0.5, 0.5, 0]
to = [2.5, 0.5, 0]
points = 5
[time]
scheme = "steady"
)";

TEST(Channel, HasTheProfileAndTheFallOfPressure) {
  const Solver solver = flow_solver(channel, {});
  solver->initialise();
  converge(*solver, 1e-9);
  double worst = 0;
  for (const auto& [key, c] : CellValues(*solver).cells)
    worst = std::max(worst, std::abs(c.velocity[0] - 6 * c.centre[1] * (1 - c.centre[1])));
  EXPECT_LT(worst, 0.015);
  const auto table = solver->tables({"middle"}).at(0);
  for (std::size_t n = 0; n < 5; ++n) {
    EXPECT_NEAR(table.values[5][n], 1.5, 0.01);
    EXPECT_NEAR(table.values[4][n], 0.25 + 12 * 0.05 * (3 - table.values[1][n]), 0.02);
  }
}

// Half of a channel, with a plane of symmetry in its middle.
TEST(Symmetry, CarriesNothingAndDoesNotPull) {
  const Solver half = flow_solver(plates, {"grid.length=[1, 1, 1]", "boundary.1.kind=\"symmetry\"",
                                           "boundary.1={ family=\"y+\", kind=\"symmetry\" }",
                                           "flow.force=[0.2, 0, 0]"});
  half->initialise();
  converge(*half, 1e-10);
  for (const auto& [key, c] : CellValues(*half).cells)
    EXPECT_NEAR(c.velocity[0], c.centre[1] * (2 - c.centre[1]), 2e-3);
}

constexpr const char* cavity = R"(
[grid]
cells = [32, 32, 1]
stretching = [1.5, 1.5, 0]
[flow]
viscosity = 0.01
[[boundary]]
family = "x-"
kind = "wall"
[[boundary]]
family = "x+"
kind = "wall"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
velocity = [1, 0, 0]
[time]
scheme = "steady"
)";

// Both ways lead to the same state, and rest on the same residuals.
TEST(Smoothers, LeadToTheSameCavity) {
  const Solver sweeps = flow_solver(cavity, {}),
               stages = flow_solver(cavity, {"cycles.smoother=\"runge-kutta\""}),
               alone = flow_solver(cavity, {"cycles.levels=1"});
  sweeps->initialise();
  stages->initialise();
  converge(*sweeps, 1e-11);
  converge(*stages, 1e-11);
  EXPECT_NEAR(scalar(*sweeps, "kinetic_energy"), scalar(*stages, "kinetic_energy"), 1e-9);
  alone->initialise();
  for (int n = 0; n < 400; ++n) alone->step(1e9);
  EXPECT_NEAR(scalar(*alone, "kinetic_energy"), scalar(*sweeps, "kinetic_energy"), 1e-4);
}

TEST(Cycles, OfMultigridTakeFarFewerThanTheGridAlone) {
  const auto cycles = [](const char* setting) {
    const Solver solver = flow_solver(cavity, {setting});
    solver->initialise();
    solver->step(1e9);
    const double begin = scalar(*solver, "residual_momentum");
    int n = 1;
    for (; n < 2000 && scalar(*solver, "residual_momentum") > 1e-4 * begin; ++n) solver->step(1e9);
    return n;
  };
  const int with = cycles("cycles.kind=\"W\""), full = cycles("cycles.kind=\"F\""),
            without = cycles("cycles.levels=1");
  std::printf("  cycles to 1e-4: W %d, F %d, without coarse levels %d\n", with, full, without);
  EXPECT_LT(8 * with, without);
  EXPECT_LT(8 * full, without);
}

}  // namespace
}  // namespace thalweg::flow
