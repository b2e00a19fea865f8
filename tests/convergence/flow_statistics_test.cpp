// SPDX-License-Identifier: Apache-2.0
// Averages, their profiles, wall fluxes and synthetic turbulence at inflows: docs/theory/flow.md,
// sections 6 and 10.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/flow_runs.hpp"

namespace thalweg::flow {
namespace {

using testing::flow_after, testing::OneField, testing::scalar, testing::Solver;

constexpr double tau = 2 * std::numbers::pi;

std::vector<double> column(const simulation::Table& table, const std::string& name) {
  const auto at = std::find(table.columns.begin(), table.columns.end(), name);
  EXPECT_NE(at, table.columns.end()) << name;
  return table.values.at(static_cast<std::size_t>(at - table.columns.begin()));
}

// Vortices that stand, and a scalar with a gradient among them.
constexpr const char* vortices = R"(
[grid]
cells = [32, 32, 1]
length = [1, 1, 1]
periodic = ["x", "y"]
blocks = [2, 1, 1]
[flow]
viscosity = 0
[[scalar]]
name = "heat"
diffusivity = 0
gradient = [0, 2, 0]
[initial]
kind = "taylor-green"
[averages]
from = 0
[[profile]]
name = "across"
axis = "y"
[time]
scheme = "bdf2"
step = 1e-5
)";

/// u = sin x cos y, v = -cos x sin y: stresses of what differs within planes of one y.
TEST(Profile, HasStressesAboutTheMeanOfThePlane) {
  const Solver solver = flow_after(2, vortices);
  const auto table = solver->tables({"across"}).at(0);
  const auto y = column(table, "position"), u = column(table, "mean_velocity_x"),
             xx = column(table, "reynolds_stress_xx"), yy = column(table, "reynolds_stress_yy"),
             xy = column(table, "reynolds_stress_xy"), heat = column(table, "mean_heat"),
             variance = column(table, "variance_heat"),
             flux = column(table, "turbulent_flux_heat_y");
  ASSERT_EQ(y.size(), 32u);
  for (std::size_t n = 0; n < y.size(); ++n) {
    EXPECT_NEAR(y[n], (static_cast<double>(n) + 0.5) / 32, 1e-12);
    const double c = std::cos(tau * y[n]), s = std::sin(tau * y[n]);
    EXPECT_NEAR(u[n], 0, 1e-4);
    EXPECT_NEAR(xx[n], c * c / 2, 1e-3);
    EXPECT_NEAR(yy[n], s * s / 2, 1e-3);
    EXPECT_NEAR(xy[n], 0, 1e-3);
    EXPECT_NEAR(heat[n], 2 * y[n], 2e-3);
    EXPECT_NEAR(variance[n], 0, 1e-5);
    EXPECT_NEAR(flux[n], 0, 1e-3);
  }
  // The scalar differs along x: in a plane of one x its mean is that of all y.
  const Solver other = flow_after(2, vortices, {"profile.0.axis=\"x\""});
  const auto along = other->tables({"across"}).at(0);
  const auto product = column(along, "turbulent_flux_heat_y"), x = column(along, "position");
  double sum = 0;  // of sin(tau y) (2 y - 1) over cells
  for (const double at : y) sum += std::sin(tau * at) * (2 * at - 1) / 32;
  for (std::size_t n = 0; n < x.size(); ++n)
    EXPECT_NEAR(product[n], -std::cos(tau * x[n]) * sum, 2e-3);
}

// Between plates at rest, driven by a force, from the steady state on.
constexpr const char* plates = R"(
[grid]
cells = [4, 16, 4]
length = [1, 2, 1]
stretching = [0, 1, 0]
periodic = ["x", "z"]
[flow]
viscosity = 0.1
force = [1, 0, 0]
[[scalar]]
name = "heat"
diffusivity = 0.2
initial = 1
[[boundary]]
family = "y-"
kind = "wall"
table = true
scalars = { heat = 1 }
[[boundary]]
family = "y+"
kind = "wall"
table = true
scalars = { heat = 2 }
[averages]
from = 40
[[profile]]
name = "across"
axis = "y"
walls = ["y-", "y+"]
[time]
scheme = "bdf2"
step = 0.5
)";

/// The stress at the plates is 1: u+ = y+ - y+^2/(2 Re), Re = 10, to the second order.
void expect_profile_in_wall_units(simulation::Simulation& solver) {
  const auto table = solver.tables({"across"}).at(0);
  const auto y = column(table, "y_plus"), u = column(table, "u_plus");
  ASSERT_EQ(y.size(), 8u);
  EXPECT_NEAR(column(table, "friction_velocity").front(), 1, 1e-4);
  for (std::size_t n = 0; n < y.size(); ++n) {
    EXPECT_NEAR(u[n], y[n] - y[n] * y[n] / 20, 0.05);
    EXPECT_NEAR(column(table, "u_rms_plus")[n], 0, 1e-2);
    EXPECT_NEAR(column(table, "shear_plus")[n], 0, 1e-3);
  }
}

/// Of heat that is conducted from plate to plate: 0.2 / 2 on a unit of area.
void expect_flux_through_each_face(simulation::Simulation& solver) {
  for (const auto& table : solver.tables({"wall_y-", "wall_y+"})) {
    const double expected = table.name == "wall_y-" ? -0.1 : 0.1;
    ASSERT_EQ(column(table, "flux_heat").size(), 16u);
    for (const double flux : column(table, "flux_heat")) EXPECT_NEAR(flux, expected, 1e-5);
  }
  const auto heat = OneField(solver, "mean_heat").values;
  EXPECT_NEAR(heat.front() + heat.back(), 3, 1e-3);
  for (const double variance : OneField(solver, "variance_heat").values)
    EXPECT_NEAR(variance, 0, 1e-3);
}

TEST(Walls, HaveProfilesInTheirUnitsAndFluxesOfHeat) {
  const Solver solver = flow_after(120, plates, {"cycles.tolerance=1e-4"});
  expect_profile_in_wall_units(*solver);
  expect_flux_through_each_face(*solver);
}

// A stream with turbulence, through a short box.
constexpr const char* gusts = R"(
[grid]
cells = [8, 16, 16]
length = [0.25, 1, 1]
periodic = ["z"]
[flow]
viscosity = 1e-4
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
turbulence = { intensity = 0.1, length = 0.25, seed = 5 }
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "slip"
[[boundary]]
family = "y+"
kind = "slip"
[averages]
from = 0
[[profile]]
name = "along"
axis = "x"
[time]
scheme = "bdf2"
step = 0.05
)";

/// What has come in over five lengths beside each of 16 patches of a length squared: about 80 that
/// are independent, so a variance varies by sqrt(2/80) = 0.16, a mean by 0.1/sqrt(80) = 0.011.
/// Within half a length of the inflow, turbulence has not decayed; slip walls take a part of what
/// is normal to them.
TEST(SyntheticTurbulence, ComesInAsItIsAskedFor) {
  const Solver solver = flow_after(25, gusts);
  const auto table = solver->tables({"along"}).at(0);
  EXPECT_NEAR(column(table, "mean_velocity_x").front(), 1, 1e-3);  // no more comes in than should
  EXPECT_NEAR(column(table, "mean_velocity_y").front(), 0, 0.035);
  EXPECT_NEAR(column(table, "mean_velocity_z").front(), 0, 0.035);
  for (const char* name : {"reynolds_stress_xx", "reynolds_stress_yy", "reynolds_stress_zz"})
    EXPECT_NEAR(column(table, name).front() / 0.01, 1, 0.5) << name;
}

// A channel whose layers cells do not hold.
constexpr const char* rough_cells = R"(
[grid]
cells = [8, 8, 8]
length = [1, 2, 1]
periodic = ["x", "z"]
[flow]
viscosity = 2e-5
mean_velocity = [1, 0, 0]
[turbulence_model]
kind = "wale"
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[[boundary]]
family = "y-"
kind = "wall"
law = "power"
[[boundary]]
family = "y+"
kind = "wall"
law = "power"
velocity = [0.5, 0, 0]
[time]
scheme = "bdf2"
step = 0.01
)";

/// (7.7) with the speed 1, and 0.5, at the distance 1/8; the force that holds the mean is that of
/// the walls.
TEST(WallLaw, GivesTheStressOfATurbulentLayer) {
  const Solver solver = flow_after(0, rough_cells);
  const auto stress = [](double u) { return std::pow(u / 8.3, 1.75) * std::pow(2e-5 * 8, 0.25); };
  EXPECT_NEAR(scalar(*solver, "force_viscous_y-_x") / stress(1), 1, 1e-9);
  EXPECT_NEAR(scalar(*solver, "force_viscous_y+_x") / stress(0.5), 1, 1e-9);
  for (int n = 0; n < 3; ++n) solver->step(1e9);
  EXPECT_NEAR(scalar(*solver, "driving_force_x") * 2 / scalar(*solver, "wall_force_x"), 1, 0.05);
}

TEST(WallLaw, ChangesNothingInALayerThatCellsHold) {
  const std::vector<std::string> slow{"flow.viscosity=0.01"},
      without{"flow.viscosity=0.01", "boundary.0.law=\"none\"", "boundary.1.law=\"none\""};
  const Solver with_law = flow_after(2, rough_cells, slow),
               none = flow_after(2, rough_cells, without);
  EXPECT_EQ(scalar(*with_law, "wall_force_x"), scalar(*none, "wall_force_x"));
}

}  // namespace
}  // namespace thalweg::flow
