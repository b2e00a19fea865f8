// SPDX-License-Identifier: Apache-2.0
// Rates of strain from populations, and the shear stress on walls, against exact flows:
// docs/theory/blood.md, section 10.
#include <cmath>

#include "tests/support/blood_cases.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::scalar, testing::Solver;

/// The point set "wall" of this rank.
class WallPoints final : public testing::PointsWriter {
 public:
  explicit WallPoints(simulation::Simulation& solver) : PointsWriter("wall_shear_stress") {
    solver.write_fields(*this);
  }
  void points(const std::string& name, const io::PointSet& points) override {
    EXPECT_EQ(name, "wall");
    EXPECT_EQ(points.values.at(0).name, "wall_shear_stress");
    places = points.places;
    stresses = std::get<std::vector<double>>(points.values.at(0).values);
  }
  std::vector<double> places, stresses;  // x, y, z of each
};

// Lengths in spacings of 1 um; kinematic viscosity 1e-6 m^2/s.
constexpr const char* channel = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "channel"
length = 2e-6
width = 1e-6
height = 8e-6
[blood]
density = 1000
viscosity = 1e-3
relaxation_time = 0.8
)";

constexpr int steps = 2500;

// The stress of even shear is the same everywhere, so the site's own rate is that of the wall.
TEST(WallShearStress, OfCouetteFlowIsExact) {
  for (const char* tau : {"0.7", "1.3"}) {
    const Solver solver =
        plasma_after(steps, channel,
                     {"geometry.upper_velocity=[0.02, 0.01, 0]", "initial.kind=\"shear\"",
                      std::string("blood.relaxation_time=") + tau});
    const WallPoints wall(*solver);
    ASSERT_GT(wall.stresses.size(), 0u);
    for (std::size_t n = 0; n < wall.stresses.size(); n += 3) {
      const double side = wall.places[n + 2] < 0 ? 1 : -1;  // the upper plate is pulled back
      EXPECT_NEAR(std::abs(wall.places[n + 2]), 4e-6, 1e-15);
      EXPECT_NEAR(wall.stresses[n], side * 1e-3 * 0.02 / 8e-6, 1e-7);
      EXPECT_NEAR(wall.stresses[n + 1], side * 1e-3 * 0.01 / 8e-6, 1e-7);
      EXPECT_NEAR(wall.stresses[n + 2], 0, 1e-12);
    }
  }
}

// At a site the stress of plane Poiseuille flow is less by half a spacing over half the height.
TEST(WallShearStress, OfPlanePoiseuilleFlowIsExact) {
  const Solver solver = plasma_after(steps, channel, {"flow.pressure_gradient=[1e4, 0, 0]"});
  EXPECT_NEAR(scalar(*solver, "mean_wall_shear_stress") / (1e4 * 4e-6), 1, 1e-7);
  EXPECT_NEAR(scalar(*solver, "largest_wall_shear_stress") / (1e4 * 4e-6), 1, 1e-7);
  const WallPoints wall(*solver);
  for (std::size_t n = 0; n < wall.stresses.size(); n += 3) EXPECT_GT(wall.stresses[n], 0);
}

struct WallError {
  double mean, largest;  // of the stress against 4 mu U / R = G R / 2
};

WallError tube_error(double diameter) {
  const std::string tube = testing::text_of(testing::DrivenTube{.relaxation_time = 0.9});
  const Solver solver = plasma_after(static_cast<int>(3 * diameter * diameter), tube,
                                     {"geometry.diameter=" + std::to_string(diameter) + "e-6"});
  const double exact = 1e4 * diameter * 1e-6 / 4;
  const WallPoints wall(*solver);
  WallError error{std::abs(scalar(*solver, "mean_wall_shear_stress") / exact - 1), 0};
  for (std::size_t n = 0; n < wall.stresses.size(); n += 3) {
    EXPECT_NEAR(std::hypot(wall.places[n + 1], wall.places[n + 2]), diameter * 0.5e-6, 1e-11);
    error.largest = std::max(error.largest, std::abs(wall.stresses[n] / exact - 1));
  }
  return error;
}

WallError mean_error(double diameter) {
  WallError sum{};
  for (const double more : {0.0, 0.3, 0.7}) {
    const WallError error = tube_error(diameter + more);
    sum.mean += error.mean / 3;
    sum.largest += error.largest / 3;
  }
  return sum;
}

// Sites lie between 0 and 1.2 spacings from a round wall. Their own rates, which are those of a
// radius less by that, would be off by 0.12 and 0.063 in the mean.
TEST(WallShearStress, OfATubeConverges) {
  const WallError coarse = mean_error(10), fine = mean_error(20);
  EXPECT_LT(coarse.mean, 0.04);
  EXPECT_LT(coarse.largest, 0.11);
  EXPECT_GT(std::log2(coarse.mean / fine.mean), 2);
  EXPECT_GT(std::log2(coarse.largest / fine.largest), 0.8);
}

}  // namespace
}  // namespace thalweg::blood
