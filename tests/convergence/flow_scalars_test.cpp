// SPDX-License-Identifier: Apache-2.0
// What flows carry along, against exact solutions and published ones: docs/theory/flow.md,
// section 8.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <numbers>

#include "tests/support/flow_runs.hpp"
#include "tests/support/table_file.hpp"

namespace thalweg::flow {
namespace {

using testing::cells, testing::CellValues, testing::converge, testing::flow_solver, testing::joined,
    testing::OneField, testing::scalar, testing::Solver, testing::TableFile;

constexpr double pi = std::numbers::pi;

/// The most that a scalar differs from what it should be at centres of cells, (x, y).
template <class Exact>
double largest_error(simulation::Simulation& solver, const std::string& name, Exact exact) {
  const CellValues of_cells(solver);  // blocks, then cells, in the order of fields
  const std::vector<double> values = OneField(solver, name).values;
  double worst = 0;
  std::size_t n = 0;
  for (const auto& [key, c] : of_cells.cells)
    worst = std::max(worst, std::abs(values[n++] - exact(c.centre[0], c.centre[1])));
  return worst;
}

// Between plates: one brings a flux in, the other has a value and drags the fluid along.
constexpr const char* gap = R"(
[grid]
cells = [16, 16, 1]
periodic = ["x"]
[flow]
viscosity = 0.1
[[scalar]]
name = "heat"
diffusivity = 0.2
[[boundary]]
family = "y-"
kind = "wall"
fluxes = { heat = 0.3 }
[[boundary]]
family = "y+"
kind = "wall"
velocity = [1, 0, 0]
scalars = { heat = 1 }
[time]
scheme = "steady"
)";

TEST(Scalar, IsConductedBetweenPlates) {
  const Solver solver = flow_solver(gap, {});
  solver->initialise();
  for (int n = 0; n < 60; ++n) solver->step(1e9);
  const auto exact = [](double, double y) { return 1 + 0.3 / 0.2 * (1 - y); };
  EXPECT_LT(largest_error(*solver, "heat", exact), 1e-9);
  EXPECT_NEAR(scalar(*solver, "outflow_heat_y+"), 0.3, 1e-9);
  EXPECT_NEAR(scalar(*solver, "outflow_heat_y-"), -0.3, 1e-12);
}

TEST(Scalar, MustBeSteadyToo) {
  const Solver solver =
      flow_solver(gap, {"boundary.1={ family=\"y+\", kind=\"wall\", scalars={ heat=1 } }"});
  solver->initialise();
  EXPECT_FALSE(solver->change_of_velocity().has_value());
  solver->step(1e9);
  EXPECT_GT(*solver->change_of_velocity(), 1e-3) << "the fluid is at rest, its heat is not";
  for (int n = 0; n < 80; ++n) solver->step(1e9);
  solver->change_of_velocity();
  solver->step(1e9);
  EXPECT_LT(*solver->change_of_velocity(), 1e-9);
}

/// The gap as a cavity whose upper wall slides, with a scalar that hardly spreads.
Solver closed_cavity(std::vector<std::string> settings) {
  settings.insert(settings.begin(),
                  {"grid.periodic=[]",
                   "boundary.0={ family=\"y-\", kind=\"wall\", scalars={ heat=0 } }",
                   "boundary.2={ family=\"x-\", kind=\"wall\" }",
                   "boundary.3={ family=\"x+\", kind=\"wall\" }"});
  return flow_solver(gap, settings);
}

std::vector<simulation::Fault> faults_in_cycles(simulation::Simulation& solver, int most) {
  std::vector<simulation::Fault> faults;
  for (int n = 0; n < most && faults.empty(); ++n) {
    solver.step(1e9);
    faults = solver.faults();
  }
  return faults;
}

// With the Courant number of the flow its cycles diverge.
TEST(Scalar, SettlesInAClosedCavityWhereItHardlySpreads) {
  const Solver solver = closed_cavity({"scalar.0.diffusivity=1e-3"});
  solver->initialise();
  EXPECT_TRUE(faults_in_cycles(*solver, 240).empty());
  EXPECT_LT(scalar(*solver, "residual_heat"), 1e-6);
  EXPECT_NEAR(scalar(*solver, "outflow_heat_y+"), -scalar(*solver, "outflow_heat_y-"), 1e-6);
  const Solver stiffer = closed_cavity({"scalar.0.diffusivity=1e-5"});
  stiffer->initialise();
  EXPECT_TRUE(faults_in_cycles(*stiffer, 40).empty());
}

// A scalar that acts on the flow has the Courant number of the flow.
TEST(Scalar, StopsASteadyRunWhereItsCyclesDiverge) {
  const auto faults_of = [](const char* courant_number) {
    const Solver solver = closed_cavity({"scalar.0.diffusivity=1e-5", "scalar.0.expansion=1e-9",
                                         "flow.gravity=[0, -1, 0]", courant_number});
    solver->initialise();
    return faults_in_cycles(*solver, 40);
  };
  const std::vector<simulation::Fault> faults = faults_of("cycles.cfl=10");
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].field, "heat");
  EXPECT_NE(faults[0].what.find("cycles.cfl"), std::string::npos) << faults[0].what;
  EXPECT_TRUE(faults_of("cycles.cfl=1").empty());
}

/// Conduction alone on lines that are waves.
double error_on_waves(int side) {
  const Solver solver =
      flow_solver(gap, {cells(side, side), "grid.kind=\"wavy\"",
                        "boundary.1={ family=\"y+\", kind=\"wall\", scalars={ heat=1 } }"});
  solver->initialise();
  for (int n = 0; n < 60; ++n) solver->step(1e9);
  return largest_error(*solver, "heat", [](double, double y) { return 1 + 0.3 / 0.2 * (1 - y); });
}

TEST(Scalar, SpreadsWithTheSecondOrderOnWaves) {
  const double coarse = error_on_waves(16), fine = error_on_waves(32);
  const double order = std::log2(coarse / fine);
  std::printf("  conduction on waves: %.2e, %.2e, order %.2f\n", coarse, fine, order);
  EXPECT_GT(order, 1.8);
  EXPECT_LT(fine, 2e-3);
}

// A plate whose value swings: the diffusive form of Stokes' plate.
TEST(Scalar, FollowsAWallInTimeWithTheSecondOrder) {
  const TableFile table("swing.csv", "time,factor", 4001, [](int n) {
    return joined({n / 4000.0, std::cos(2 * pi * n / 4000.0)});
  });
  const auto values_after = [&](double step) {
    const Solver solver = flow_solver(
        gap,
        {cells(4, 32), "boundary.0={ family=\"y-\", kind=\"wall\", scalars={ heat=0 } }",
         table.setting("boundary.1.scalars_factor_file"), "boundary.1.scalars_repeat=true",
         "time.scheme=\"bdf2\"", "time.step=" + std::to_string(step), "cycles.tolerance=1e-5"});
    solver->initialise();
    while (solver->time() < 2.2) solver->step(2.2);
    std::printf("  wall that swings, step %.4f: error %.3e\n", step,
                largest_error(*solver, "heat", [](double, double y) {
                  using C = std::complex<double>;
                  const C k = std::sqrt(C(0, 2 * pi / 0.2));
                  const C at = std::sinh(k * y) / std::sinh(k) * std::exp(C(0, 2 * pi * 2.2));
                  return at.real();
                }));
    return OneField(*solver, "heat").values;
  };
  const auto distance = [](const std::vector<double>& a, const std::vector<double>& b) {
    double worst = 0;
    for (std::size_t n = 0; n < a.size(); ++n) worst = std::max(worst, std::abs(a[n] - b[n]));
    return worst;
  };
  const auto a = values_after(0.05), b = values_after(0.025), c = values_after(0.0125);
  const double order = std::log2(distance(a, b) / distance(b, c));
  std::printf("  order in time %.2f\n", order);
  EXPECT_GT(order, 1.85);
  EXPECT_LT(order, 2.3);
}

// A stream through waves, with something in it that comes in evenly or is made on the way.
constexpr const char* stream = R"(
[grid]
kind = "wavy"
cells = [32, 16, 1]
length = [2, 1, 1]
[flow]
viscosity = 0.01
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[[scalar]]
name = "dye"
diffusivity = 1e-3
initial = 2
[[scalar]]
name = "age"
diffusivity = 0
production = 1
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
scalars = { dye = 2, age = 0 }
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "slip"
[[boundary]]
family = "y+"
kind = "slip"
[time]
scheme = "steady"
)";

// Whatever cycles have left of the flow: here walls hold it, and it has just begun.
TEST(Scalar, StaysTheSameEverywhereIfItIs) {
  const Solver solver =
      flow_solver(stream, {"boundary.2.kind=\"wall\"", "boundary.3.kind=\"wall\""});
  solver->initialise();
  for (int n = 0; n < 5; ++n) {
    solver->step(1e9);
    EXPECT_GT(scalar(*solver, "residual_continuity"), 1e-6);
    EXPECT_LT(largest_error(*solver, "dye", [](double, double) { return 2; }), 1e-13);
  }
}

// The age of fluid in a uniform stream is the way that it has come.
TEST(Scalar, IsCarriedWithoutError) {
  const Solver solver = flow_solver(stream, {"grid.kind=\"box\""});
  solver->initialise();
  for (int n = 0; n < 80; ++n) solver->step(1e9);
  EXPECT_LT(largest_error(*solver, "age", [](double x, double) { return x; }), 1e-9);
  EXPECT_NEAR(scalar(*solver, "outflow_age_x+"), 2, 1e-9);
}

// As much is in a closed box as has come in, while buoyancy stirs it.
TEST(Scalar, IsKeptInAClosedBox) {
  constexpr const char* box = R"(
[grid]
cells = [16, 16, 1]
[flow]
viscosity = 0.01
gravity = [0, -1, 0]
[[scalar]]
name = "heat"
diffusivity = 0.01
gradient = [0.5, 0, 0]
expansion = 1
[[boundary]]
family = "x-"
kind = "wall"
fluxes = { heat = 0.1 }
[[boundary]]
family = "x+"
kind = "wall"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
[cycles]
tolerance = 1e-8
[time]
scheme = "bdf2"
step = 0.1
)";
  const Solver solver = flow_solver(box, {});
  solver->initialise();
  const double begin = scalar(*solver, "mean_heat");
  for (int n = 0; n < 20; ++n) solver->step(1e9);
  EXPECT_GT(scalar(*solver, "largest_velocity"), 0.1);
  EXPECT_NEAR(scalar(*solver, "mean_heat") - begin, 0.1 * solver->time(), 1e-7);
}

// de Vahl Davis 1983; Hortmann, Peric and Scheuerer 1990 have 2.24475 at a Rayleigh number of 1e4.
double nusselt_number(int side, const std::string& precision = "double") {
  constexpr const char* cavity = R"(
[flow]
viscosity = 8.426149773e-3
gravity = [0, -1, 0]
[[scalar]]
name = "heat"
diffusivity = 1.186781658e-2
initial = 0.5
expansion = 1
reference = 0.5
[[boundary]]
family = "x-"
kind = "wall"
scalars = { heat = 1 }
[[boundary]]
family = "x+"
kind = "wall"
scalars = { heat = 0 }
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
[time]
scheme = "steady"
)";
  const Solver solver =
      flow_solver(cavity, {cells(side, side), "simulation.precision=\"" + precision + "\""});
  solver->initialise();
  const double nearly = precision == "double" ? 1e-8 : 1e-5;
  converge(*solver, nearly);
  EXPECT_NEAR(scalar(*solver, "outflow_heat_x-") / scalar(*solver, "outflow_heat_x+"), -1,
              1e3 * nearly);
  return scalar(*solver, "outflow_heat_x+") / 1.186781658e-2;
}

TEST(Buoyancy, DrivesAHeatedCavityAsPublished) {
  const double coarse = nusselt_number(16), middle = nusselt_number(32), fine = nusselt_number(64);
  const double order = std::log2((coarse - middle) / (middle - fine));
  const double limit = fine + (fine - middle) / (std::pow(2, order) - 1);
  std::printf("  Nusselt number %.4f, %.4f, %.4f, order %.2f, limit %.4f\n", coarse, middle, fine,
              order, limit);
  EXPECT_NEAR(limit, 2.24475, 5e-3);
  EXPECT_NEAR(fine, 2.24475, 2e-2);
}

TEST(Buoyancy, IsTheSameInSinglePrecision) {
  const double reference = nusselt_number(16);
  EXPECT_NEAR(nusselt_number(16, "single") / reference, 1, 1e-4);
}

}  // namespace
}  // namespace thalweg::flow
