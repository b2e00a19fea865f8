// SPDX-License-Identifier: Apache-2.0
// Free flows against exact solutions: docs/theory/flow.md.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "tests/support/flow_runs.hpp"

namespace thalweg::flow {
namespace {

using testing::cells, testing::CellValues, testing::flow_after, testing::flow_solver,
    testing::scalar, testing::Solver;

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

// Where wavelengths differ too, nothing is lost but what viscosity takes.
TEST(TaylorGreenInAnOblongBox, DecaysAsItMust) {
  const Solver solver = flow_solver(vortex, {cells(32, 16), "grid.length=[2, 1, 1]"});
  solver->initialise();
  // With as much of v as of u it would be 1.57.
  EXPECT_LT(scalar(*solver, "residual_continuity"), 0.03);
  const double before = scalar(*solver, "kinetic_energy"), end = 0.1, viscosity = 0.01,
               squared_wave = std::pow(2 * std::numbers::pi, 2) * (1 + 0.25);
  EXPECT_NEAR(before, (1 + 0.25) / 8, 1e-12);
  while (solver->time() < end) solver->step(end);
  EXPECT_NEAR(scalar(*solver, "kinetic_energy") / before,
              std::exp(-2 * viscosity * squared_wave * end), 0.005);
}

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
