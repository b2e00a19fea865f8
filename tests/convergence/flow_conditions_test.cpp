// SPDX-License-Identifier: Apache-2.0
// Conditions at faces of flow against exact solutions: docs/theory/flow.md, section 4.
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>

#include "geometry/vector.hpp"
#include "tests/support/flow_runs.hpp"
#include "tests/support/table_file.hpp"

namespace thalweg::flow {
namespace {

using testing::cells, testing::CellValues, testing::converge, testing::flow_solver, testing::joined,
    testing::largest_change, testing::scalar, testing::Solver, testing::TableFile;

constexpr double pi = std::numbers::pi;

/// Root of the mean square over cells.
double error_of(simulation::Simulation& solver,
                const std::function<geometry::Vector(const geometry::Vector&)>& exact) {
  double squares = 0;
  const CellValues values(solver);
  for (const auto& [key, c] : values.cells) {
    const geometry::Vector u = exact(c.centre);
    for (std::size_t d = 0; d < 3; ++d) squares += std::pow(c.velocity[d] - u[d], 2);
  }
  return std::sqrt(squares / static_cast<double>(values.cells.size()));
}

// Through far fields on all sides.
constexpr const char* stream = R"(
[grid]
kind = "wavy"
cells = [32, 32, 1]
[flow]
viscosity = 0.01
[initial]
kind = "uniform"
velocity = [0.8, -0.5, 0]
[[boundary]]
family = "x-"
kind = "far-field"
velocity = [0.8, -0.5, 0]
pressure = 0.3
[[boundary]]
family = "x+"
kind = "far-field"
velocity = [0.8, -0.5, 0]
pressure = 0.3
[[boundary]]
family = "y-"
kind = "far-field"
velocity = [0.8, -0.5, 0]
pressure = 0.3
[[boundary]]
family = "y+"
kind = "far-field"
velocity = [0.8, -0.5, 0]
pressure = 0.3
[time]
scheme = "steady"
)";

TEST(FarField, LetsAUniformStreamBe) {
  std::vector<std::string> settings;
  for (int n = 0; n < 4; ++n) settings.push_back("boundary." + std::to_string(n) + ".pressure=0");
  const Solver solver = flow_solver(stream, settings);
  solver->initialise();
  for (int n = 0; n < 10; ++n) solver->step(1e9);
  EXPECT_LT(largest_change(*solver, {0.8, -0.5, 0}), 1e-13);
  for (const auto& [key, cell] : CellValues(*solver).cells) EXPECT_NEAR(cell.pressure, 0, 1e-13);
}

TEST(FarField, TakesAVortexFromAStreamWithinAFewCycles) {
  const Solver solver =
      flow_solver(stream, {"initial.kind=\"vortex\"", "initial.centre=[0.5, 0.5, 0]",
                           "initial.radius=0.1", "initial.amplitude=0.5"});
  solver->initialise();
  int n = 0;
  for (; n < 60 && largest_change(*solver, {0.8, -0.5, 0}) > 1e-9; ++n) solver->step(1e9);
  std::printf("  cycles until a vortex of 0.5 is below 1e-9: %d\n", n);
  EXPECT_LT(n, 40);
  for (const auto& [key, cell] : CellValues(*solver).cells) EXPECT_NEAR(cell.pressure, 0.3, 1e-8);
}

// A stream between slip walls feels none of them.
constexpr const char* duct = R"(
[grid]
cells = [32, 16, 1]
length = [2, 1, 1]
[flow]
viscosity = 0.1
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
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

TEST(Slip, DoesNotHoldAStream) {
  const Solver solver = flow_solver(duct, {});
  solver->initialise();
  for (int n = 0; n < 20; ++n) solver->step(1e9);
  EXPECT_LT(largest_change(*solver, {1, 0, 0}), 1e-13);
  EXPECT_NEAR(scalar(*solver, "force_viscous_y-_x"), 0, 1e-13);
}

// With a jet that decays: slip gives what symmetry gives at walls that are even.
TEST(Slip, AgreesWithSymmetryAtEvenWalls) {
  const auto energy = [](const char* kind, int n) {
    const std::string y0 = std::string("boundary.2.kind=\"") + kind + "\"",
                      y1 = std::string("boundary.3.kind=\"") + kind + "\"";
    const Solver solver =
        flow_solver(duct, {cells(2 * n, n), y0, y1, "boundary.0.profile=\"parabolic\""});
    solver->initialise();
    converge(*solver, 1e-10);
    return scalar(*solver, "kinetic_energy");
  };
  EXPECT_NEAR(energy("slip", 32) / energy("symmetry", 32), 1, 2e-4);
}

// Poiseuille's profile from a table stays as it is, and pressure falls along it.
TEST(TableInflow, GivesPoiseuilleWithTheSecondOrder) {
  const TableFile table("inflow.csv", "y,velocity_x", 2001, [](int n) {
    const double y = n / 2000.0;
    return joined({y, 6 * y * (1 - y)});
  });
  double before = 0;
  for (const int n : {16, 32}) {
    const Solver solver = flow_solver(
        duct, {cells(2 * n, n), "boundary.0={ family=\"x-\", kind=\"inflow\", profile=\"table\" }",
               table.setting("boundary.0.profile_file"), "boundary.2.kind=\"wall\"",
               "boundary.3.kind=\"wall\""});
    solver->initialise();
    converge(*solver, 1e-11);
    const double error = error_of(*solver, [](const geometry::Vector& at) {
      return geometry::Vector{6 * at[1] * (1 - at[1]), 0, 0};
    });
    if (n > 16) {
      std::printf("  table inflow: error %.3e, order %.2f\n", error, std::log2(before / error));
      EXPECT_GT(std::log2(before / error), 1.9);
    }
    before = error;
  }
}

// Kovasznay behind a row of bars, Re 40: velocities are given on all sides. As much comes in as
// goes out, as sums over a period of a cosine are exact.
constexpr const char* kovasznay = R"(
[grid]
kind = "wavy"
amplitude = 0.03
cells = [32, 32, 1]
origin = [-0.5, -0.5, 0]
[flow]
viscosity = 0.025
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[[boundary]]
family = "x-"
kind = "inflow"
profile = "table"
[[boundary]]
family = "x+"
kind = "inflow"
profile = "table"
[[boundary]]
family = "y-"
kind = "inflow"
profile = "table"
[[boundary]]
family = "y+"
kind = "inflow"
profile = "table"
[time]
scheme = "steady"
)";

geometry::Vector kovasznay_at(const geometry::Vector& at) {
  const double half = 1 / (2 * 0.025), rate = half - std::sqrt(half * half + 4 * pi * pi);
  const double e = std::exp(rate * at[0]), angle = 2 * pi * at[1];
  return {1 - e * std::cos(angle), rate / (2 * pi) * e * std::sin(angle), 0};
}

TEST(GivenVelocities, LeadToKovasznayWithTheSecondOrder) {
  const auto row = [&](double along, const geometry::Vector& at) {
    const geometry::Vector u = kovasznay_at(at);
    return joined({along, u[0], u[1]});
  };
  // Of one coordinate, and of two.
  const TableFile sides("x.csv", "x,y,velocity_x,velocity_y", 2 * 2001, [&](int n) {
    const double x = n % 2 - 0.5, y = n / 2 / 2000.0 - 0.5;
    return joined({x}) + "," + row(y, {x, y, 0});
  });
  const TableFile level("y.csv", "x,velocity_x,velocity_y", 2001, [&](int n) {
    const double x = n / 2000.0 - 0.5;
    return row(x, {x, 0.5, 0});
  });
  double before = 0;
  for (const int n : {16, 32, 64}) {
    const Solver solver =
        flow_solver(kovasznay, {cells(n, n), sides.setting("boundary.0.profile_file"),
                                sides.setting("boundary.1.profile_file"),
                                level.setting("boundary.2.profile_file"),
                                level.setting("boundary.3.profile_file")});
    solver->initialise();
    converge(*solver, 1e-9);
    const double error = error_of(*solver, kovasznay_at);
    if (n > 16) {
      std::printf("  Kovasznay %d: velocity %.3e (order %.2f)\n", n, error,
                  std::log2(before / error));
      EXPECT_GT(std::log2(before / error), n > 32 ? 1.9 : 1.8);
    }
    before = error;
  }
}

TEST(Ramp, RisesAsHalfACosine) {
  const Solver solver =
      flow_solver(duct, {"time.scheme=\"bdf2\"", "time.step=0.1", "boundary.0.ramp=1",
                         "cycles.tolerance=1e-8", "initial={ kind=\"rest\" }"});
  solver->initialise();
  for (int n = 1; n <= 12; ++n) {
    solver->step(1e9);
    const double expected = n < 10 ? (1 - std::cos(pi * 0.1 * n)) / 2 : 1;
    EXPECT_LT(largest_change(*solver, {expected, 0, 0}), 1e-5) << n;
  }
}

}  // namespace
}  // namespace thalweg::flow
