// SPDX-License-Identifier: Apache-2.0
// The flow solver against exact solutions: docs/theory/flow.md.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "tests/support/flow_runs.hpp"

namespace thalweg::flow {
namespace {

using testing::CellValues, testing::converge, testing::flow_after, testing::flow_solver,
    testing::scalar, testing::Solver;

std::string cells(int nx, int ny) {
  return "grid.cells=[" + std::to_string(nx) + ", " + std::to_string(ny) + ", 1]";
}

constexpr const char* stream = R"(
[grid]
kind = "wavy"
cells = [16, 24, 16]
length = [1, 2, 1.5]
periodic = ["x", "y", "z"]
blocks = [2, 2, 1]
[flow]
viscosity = 0.01
[initial]
kind = "uniform"
velocity = [0.8, -0.5, 0.3]
[time]
scheme = "bdf2"
step = 0.05
[cycles]
tolerance = 1e-9
most = 3
)";

TEST(UniformStream, StaysToRoundingOnAWavyGrid) {
  const Solver solver = flow_after(3, stream);
  double worst = 0;
  for (const auto& [key, cell] : CellValues(*solver).cells) {
    worst = std::max({worst, std::abs(cell.velocity[0] - 0.8), std::abs(cell.velocity[1] + 0.5),
                      std::abs(cell.velocity[2] - 0.3), std::abs(cell.pressure)});
  }
  EXPECT_LT(worst, 1e-13);
}

// In 152 blocks, with no wall: what comes in does so at the plate, too.
constexpr const char* around_a_plate = R"(
[grid]
kind = "plate"
around = 152
outwards = 8
layers = 16
first = 0.02
[flow]
viscosity = 0.01
[initial]
kind = "uniform"
velocity = [0.8, -0.5, 0.3]
[[boundary]]
family = "plate"
kind = "inflow"
velocity = [0.8, -0.5, 0.3]
[[boundary]]
family = "far"
kind = "far-field"
velocity = [0.8, -0.5, 0.3]
[time]
scheme = "steady"
[cycles]
levels = 1
)";

TEST(UniformStream, StaysToRoundingAroundAPlate) {
  const Solver solver = flow_after(3, around_a_plate);
  EXPECT_LT(testing::largest_change(*solver, {0.8, -0.5, 0.3}), 1e-13);
}

constexpr const char* vortex = R"(
[grid]
periodic = ["x", "y"]
cells = [16, 16, 1]
[flow]
viscosity = 0.01
[initial]
kind = "taylor-green"
[time]
scheme = "bdf2"
step = 0.025
[cycles]
tolerance = 1e-3
)";

struct Errors {
  double velocity = 0, pressure = 0;
};

/// Of a vortex that has decayed until t = 0.2, root mean square over cells of about the same size.
Errors errors_of_vortex(int n, const std::string& kind, std::vector<std::string> settings = {}) {
  const double end = 0.2, viscosity = 0.01;
  settings.insert(settings.end(), {cells(n, n), "grid.kind=\"" + kind + "\"",
                                   "time.step=" + std::to_string(0.4 / n)});
  const Solver solver = flow_solver(vortex, settings);
  solver->initialise();
  while (solver->time() < end) solver->step(end);
  const double k = 2 * std::numbers::pi, decay = std::exp(-2 * k * k * viscosity * end);
  const CellValues values(*solver);
  double mean = 0, exact_mean = 0;
  const auto exact_pressure = [&](const testing::CellValue& c) {
    return decay * decay / 4 * (std::cos(2 * k * c.centre[0]) + std::cos(2 * k * c.centre[1]));
  };
  const auto count = static_cast<double>(values.cells.size());
  for (const auto& [key, c] : values.cells) {
    mean += c.pressure / count;
    exact_mean += exact_pressure(c) / count;
  }
  Errors errors;
  for (const auto& [key, c] : values.cells) {
    const double x = k * c.centre[0], y = k * c.centre[1];
    errors.velocity += (std::pow(c.velocity[0] - decay * std::sin(x) * std::cos(y), 2) +
                        std::pow(c.velocity[1] + decay * std::cos(x) * std::sin(y), 2)) /
                       count;
    errors.pressure += std::pow(c.pressure - mean - exact_pressure(c) + exact_mean, 2) / count;
  }
  return {std::sqrt(errors.velocity), std::sqrt(errors.pressure)};
}

class TaylorGreen : public ::testing::TestWithParam<const char*> {};

// Of the order 3 in smooth flow by its reconstruction, and 2 by all else.
TEST_P(TaylorGreen, ConvergesFasterThanTheSecondOrder) {
  Errors coarse = errors_of_vortex(16, GetParam());
  for (const int n : {32, 64}) {
    const Errors fine = errors_of_vortex(n, GetParam());
    const double velocity = std::log2(coarse.velocity / fine.velocity),
                 pressure = std::log2(coarse.pressure / fine.pressure);
    std::printf("  %s %d: velocity %.3e (order %.2f), pressure %.3e (order %.2f)\n", GetParam(), n,
                fine.velocity, velocity, fine.pressure, pressure);
    EXPECT_GT(velocity, 2.3);
    EXPECT_GT(pressure, 2.0);
    coarse = fine;
  }
}
INSTANTIATE_TEST_SUITE_P(Grids, TaylorGreen, ::testing::Values("box", "wavy"));

struct FluxCase {
  std::vector<std::string> settings;
  double most;  // error on 32 x 32 cells: what was measured and a tenth more
};

class Fluxes : public ::testing::TestWithParam<FluxCase> {};

TEST_P(Fluxes, ConvergeFasterThanTheSecondOrder) {
  const FluxCase& flux = GetParam();
  const Errors coarse = errors_of_vortex(16, "wavy", flux.settings),
               fine = errors_of_vortex(32, "wavy", flux.settings);
  const double velocity = std::log2(coarse.velocity / fine.velocity),
               pressure = std::log2(coarse.pressure / fine.pressure);
  std::printf("  %s: velocity %.3e (order %.2f), pressure %.3e (order %.2f)\n",
              flux.settings.back().c_str(), fine.velocity, velocity, fine.pressure, pressure);
  EXPECT_GT(velocity, 2);
  EXPECT_GT(pressure, 1.6);
  EXPECT_LT(fine.velocity, flux.most);
}
INSTANTIATE_TEST_SUITE_P(
    Kinds, Fluxes,
    ::testing::Values(FluxCase{{"flow.flux=\"rusanov\""}, 5.8e-3},
                      FluxCase{{"flow.flux=\"low-diffusion\""}, 3.15e-3},
                      FluxCase{{"flow.flux=\"central\"", "flow.dissipation=0.2"}, 2.5e-3},
                      FluxCase{{"flow.flux=\"central\"", "flow.dissipation=0"}, 2.35e-3},
                      FluxCase{{"flow.limiter=\"van-albada\""}, 8.45e-3}));

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

// Against means and products that are taken from the states of the steps.
TEST(Averages, AreThoseOfTheStepsBehindTheirBeginning) {
  const Solver solver = flow_solver(vortex, {"averages.from=0.049"});
  solver->initialise();
  std::vector<std::vector<double>> u, p;
  for (int n = 0; n < 6; ++n) {
    solver->step(1e9);
    if (n < 2) continue;  // these end at 0.05 and before
    u.push_back(testing::OneField(*solver, "velocity").values);
    p.push_back(testing::OneField(*solver, "pressure").values);
  }
  const auto mean = [](const std::vector<std::vector<double>>& all, std::size_t i) {
    double sum = 0;
    for (const auto& values : all) sum += values[i] / static_cast<double>(all.size());
    return sum;
  };
  const auto mean_u = testing::OneField(*solver, "mean_velocity").values,
             mean_p = testing::OneField(*solver, "mean_pressure").values,
             stress = testing::OneField(*solver, "reynolds_stress_xy").values;
  const std::size_t cells = mean_p.size();
  double largest = 0;
  for (std::size_t i = 0; i < cells; ++i) {
    const double ux = mean(u, i), uy = mean(u, cells + i);
    double product = 0;
    for (const auto& values : u)
      product += (values[i] - ux) * (values[cells + i] - uy) / static_cast<double>(u.size());
    EXPECT_NEAR(mean_p[i], mean(p, i), 1e-13);
    EXPECT_NEAR(mean_u[i], ux, 1e-13);
    EXPECT_NEAR(mean_u[cells + i], uy, 1e-13);
    EXPECT_NEAR(stress[i], product, 1e-13);
    largest = std::max(largest, std::abs(product));
  }
  EXPECT_GT(largest, 1e-5) << "it decays";
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

TEST(Rusanov, DampsMoreThanRoe) {
  const auto energy = [](const char* flux) {
    const Solver solver = flow_after(4, vortex, {std::string("flow.flux=\"") + flux + "\""});
    return scalar(*solver, "kinetic_energy");
  };
  EXPECT_LT(energy("rusanov"), energy("roe"));
}

// The residual of continuity is what the step has left, and more cycles leave less.
TEST(InnerCycles, LeaveWhatTheToleranceAllows) {
  const Solver loose = flow_after(4, vortex, {"cycles.tolerance=0.1"}),
               tight = flow_after(4, vortex, {"cycles.tolerance=1e-4"});
  EXPECT_LT(scalar(*tight, "residual_continuity"), 0.1 * scalar(*loose, "residual_continuity"));
  EXPECT_GT(scalar(*tight, "cycles"), scalar(*loose, "cycles"));
  const Solver short_of = flow_after(1, vortex, {"cycles.tolerance=1e-6", "cycles.most=1"});
  ASSERT_EQ(short_of->notes().size(), 1u);
  EXPECT_NE(short_of->notes()[0].find("cycles.tolerance"), std::string::npos);
}

}  // namespace
}  // namespace thalweg::flow
