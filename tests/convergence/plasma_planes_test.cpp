// SPDX-License-Identifier: Apache-2.0
// What passes through named planes, against exact flows: docs/theory/blood.md, section 10.
#include <cmath>
#include <numbers>

#include "tests/support/blood_cases.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::scalar, testing::Solver;

// Lengths in spacings of 1 um; kinematic viscosity 1e-6 m^2/s.
constexpr const char* channel = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "channel"
length = 4e-6
width = 2e-6
[blood]
density = 1000
viscosity = 1e-3
relaxation_time = 0.9
[flow]
pressure_gradient = [1e4, 0, 0]
[[planes]]
name = "first"
axis = "x"
at = [-1.2e-6, 0, 0]
pressure_drop_to = "second"
[[planes]]
name = "second"
axis = "x"
at = [1.5e-6, 0, 0]
[[planes]]
name = "back"
normal = [-2, 0, 0]
at = [0, 0, 0]
[[planes]]
name = "along"
axis = "y"
at = [0, 0, 0]
)";

std::string micrometres(const std::string& key, double value) {
  return key + "=" + std::to_string(value) + "e-6";
}

Solver channel_flow(int height) {
  const int steps = static_cast<int>(3.5 * height * height / (0.4 / 3));
  return plasma_after(steps, channel, {micrometres("geometry.height", height)});
}

TEST(Planes, OfAChannelHaveItsFlow) {
  const Solver solver = channel_flow(8);
  const double flow = scalar(*solver, "flow_rate");
  EXPECT_NEAR(scalar(*solver, "flow_rate_first") / flow, 1, 1e-12);
  EXPECT_NEAR(scalar(*solver, "flow_rate_second") / flow, 1, 1e-12);
  EXPECT_NEAR(scalar(*solver, "flow_rate_back") / flow, -1, 1e-12);
  EXPECT_NEAR(scalar(*solver, "flow_rate_along") / flow, 0, 1e-12);
  EXPECT_NEAR(scalar(*solver, "pressure_drop_first") / (1e4 * 2.7e-6), 1, 1e-9);
}

TEST(Planes, HaveTheProfileOfPoiseuille) {
  const Solver solver = channel_flow(8);
  const simulation::Table table = solver->tables({"profile_first"}).at(0);
  EXPECT_EQ(table.columns, (std::vector<std::string>{"z", "velocity", "pressure", "hematocrit"}));
  ASSERT_EQ(table.values[0].size(), 8u);
  for (std::size_t n = 0; n < 8; ++n) {
    const double z = table.values[0][n];
    EXPECT_NEAR(z, (static_cast<double>(n) - 3.5) * 1e-6, 1e-15);
    EXPECT_NEAR(table.values[1][n], 1e4 / 2e-3 * (16e-12 - z * z), 1e-8 * 1e4 / 2e-3 * 16e-12);
    EXPECT_EQ(table.values[3][n], 0);
  }
}

// The sum over sites stands for an integral: half a spacing squared over the height squared.
TEST(ApparentViscosity, OfPlasmaIsThatOfPlasmaInSecondOrder) {
  const double coarse = 1 / scalar(*channel_flow(8), "apparent_viscosity") - 1,
               fine = 1 / scalar(*channel_flow(16), "apparent_viscosity") - 1;
  EXPECT_NEAR(coarse, 0.5 / 64, 1e-8);
  EXPECT_NEAR(fine, 0.5 / 256, 1e-8);
}

// What is left of the start falls as exp(-pi^2 nu t / H^2); the change over 100 steps does too.
TEST(ChangeOfVelocity, FallsAsTheSlowestMode) {
  const Solver solver = plasma_after(0, channel, {micrometres("geometry.height", 16)});
  EXPECT_FALSE(solver->change_of_velocity().has_value());
  double before = 0;
  for (int n = 0; n < 16; ++n) {
    for (int step = 0; step < 100; ++step) solver->step(1e9);
    const double change = solver->change_of_velocity().value();
    constexpr double viscosity = 0.4 / 3;
    const double expected = std::exp(-std::pow(std::numbers::pi / 16, 2) * viscosity * 100);
    if (n == 0) {
      EXPECT_NEAR(change, 1, 0.01);  // from rest, but for half of the first push
    }
    if (n > 8) {
      EXPECT_NEAR(change / before, expected, 0.02 * expected);
    }
    before = change;
  }
}

const std::string tube = testing::text_of(
    testing::DrivenTube{.length = 40e-6, .diameter = 12.4e-6, .relaxation_time = 0.9, .more = R"(
[[planes]]
name = "straight"
axis = "x"
at = [2e-6, 0, 0]
[[planes]]
name = "slanted"
normal = [1, 0.5, 0.3]
at = [0, 0, 0]
[[planes]]
name = "core"
axis = "x"
at = [0, 0, 0]
radius = 3e-6
)"});

// The same tube, once as a junction of one that repeats along x.
TEST(Junction, OfOneStraightTubeHasItsFlow) {
  const std::vector<std::string> junction{
      "geometry={ shape = \"junction\", periodic = true, tubes = [{ diameter = 12.4e-6, points = "
      "[[-20e-6, 0, 0], [20e-6, 0, 0]] }] }"};
  const Solver as_tube = plasma_after(200, tube), as_junction = plasma_after(200, tube, junction);
  for (const char* name : {"flow_rate", "flow_rate_slanted", "mean_wall_shear_stress"})
    EXPECT_NEAR(scalar(*as_junction, name) / scalar(*as_tube, name), 1, 1e-6) << name;
}

TEST(Planes, OfATubeHaveItsFlow) {
  const Solver solver = plasma_after(1200, tube);
  const double radius = 6.2e-6, driven = 1e4 / 4e-3,  // (5.2)
      flow = std::numbers::pi / 2 * driven * std::pow(radius, 4);
  EXPECT_NEAR(scalar(*solver, "flow_rate_straight") / flow, 1, 0.02);
  EXPECT_NEAR(scalar(*solver, "flow_rate_slanted") / flow, 1, 0.02);
  const double core = std::numbers::pi * driven * (radius * radius * 9e-12 - std::pow(3e-6, 4) / 2);
  EXPECT_NEAR(scalar(*solver, "flow_rate_core") / core, 1, 0.15);  // a few sites beside its edge
  EXPECT_NEAR(scalar(*solver, "apparent_viscosity"), 1, 0.02);

  const simulation::Table profile = solver->tables({"profile_straight"}).at(0);
  EXPECT_EQ(profile.columns[0], "r");
  for (std::size_t n = 0; n < profile.values[0].size(); ++n) {
    const double r = profile.values[0][n];
    EXPECT_NEAR(profile.values[1][n], driven * (radius * radius - r * r),
                0.02 * driven * radius * radius);
  }
}

// A ball of 3 um in a box of 12 um; its right half lies at the left end, and the other way round.
constexpr const char* ball_over_the_end = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "box"
length = 12e-6
width = 12e-6
height = 12e-6
[cells]
[[cells.species]]
shape = "sphere"
radius = 3e-6
refinement = 2
shear_modulus = 1e-5
centres = [[-5.5e-6, 0, 0]]
)";

double hematocrit_at(double x, double slope, double radius) {
  const std::string plane = "[[planes]]\nname = \"here\"\nnormal = [1, " + std::to_string(slope) +
                            ", 0]\nat = [" + std::to_string(x) +
                            "e-6, 0, 0]\nradius = " + std::to_string(radius) + "e-6\n";
  return scalar(*plasma_after(0, ball_over_the_end + plane), "hematocrit_here");
}

TEST(Planes, FindCellsThatReachOverTheEndOfAPeriod) {
  for (const double x : {4.5, -4.5}) {
    const double straight = hematocrit_at(x, 0, 4);
    EXPECT_GT(straight, 0.2) << x;
    EXPECT_NEAR(hematocrit_at(x, 0.02, 4), straight, 0.03 * straight) << x;
  }
  // Half of the plane's thickness has no sites, and counts neither for the area nor for cells.
  EXPECT_NEAR(hematocrit_at(5.9, 0.02, 2), 1, 0.05);
}

}  // namespace
}  // namespace thalweg::blood
