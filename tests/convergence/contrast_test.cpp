// SPDX-License-Identifier: Apache-2.0
// Cells whose fluid has another viscosity than plasma, against exact results: short runs. The long
// ones are cases.
#include <cmath>
#include <numbers>

#include "tests/support/blood_cases.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma, testing::plasma_after, testing::scalar, testing::Solver;

/// Viscosity over that of plasma and place [m], by site of this rank.
class SiteViscosities final : public testing::PointsWriter {
 public:
  explicit SiteViscosities(simulation::Simulation& solver) : PointsWriter("viscosity") {
    solver.write_fields(*this);
  }
  void points(const std::string&, const io::PointSet& points) override {
    std::visit(
        [&](const auto& values) {
          for (std::size_t i = 0; i < points.identities.size(); ++i) {
            ratio.push_back(static_cast<double>(values[i]) / 1e-3);
            place.push_back(
                {points.places[3 * i], points.places[3 * i + 1], points.places[3 * i + 2]});
          }
        },
        points.values.at(0).values);
  }
  std::vector<double> ratio;
  std::vector<geometry::Vector> place;
};

// Re = rate a^2 / nu = 0.009; a = 6 spacings.
const std::string shear = testing::text_of(
    testing::ShearedCapsule{.speed = 0.009, .relaxation_time = 0.8, .shear_modulus = 1e-7});
constexpr double rate = 1e3, step = 0.1 * 0.25e-12 / 1e-6;  // 1/s, s

/// dD/dt = (5/2) / (2 lambda + 3) rate for any membrane, as long as it is still round (D. Barthes-
/// Biesel, J. M. Rallison, J. Fluid Mech. 113 (1981)). Over that. The flow around settles first, in
/// the time that momentum takes to pass a radius, 360 steps.
double rate_of_deformation(double ratio) {
  const int first = 600, last = 660;
  const Solver solver =
      plasma(shear, {"cells.species.0.interior_viscosity=" + std::to_string(ratio * 1e-3)},
             transport::Communicator::world());
  solver->initialise();
  for (int n = 0; n < first; ++n) solver->step(1e9);
  const double before = scalar(*solver, "deformation");
  for (int n = first; n < last; ++n) solver->step(1e9);
  const double change = scalar(*solver, "deformation") - before;
  return change / (rate * (last - first) * step) / (2.5 / (2 * ratio + 3));
}

TEST(ViscosityContrast, SlowsTheFirstDeformationAsTheoryHasIt) {
  // First order in the spacing (1.107, 1.071 and 1.053 at 6, 9 and 12 of them to the radius for the
  // ratio 5): thicker fluid moves less than what the delta function takes from beyond.
  EXPECT_NEAR(rate_of_deformation(5), 1, 0.12);
  EXPECT_NEAR(rate_of_deformation(2), 1, 0.05);
  EXPECT_NEAR(rate_of_deformation(0.2), 1, 0.05);
}

/// The case of one viscosity everywhere takes the same path as without the key.
TEST(ViscosityContrast, OfOneIsNone) {
  const Solver without = plasma_after(20, shear),
               with = plasma_after(20, shear, {"cells.species.0.interior_viscosity=1e-3"});
  EXPECT_EQ(scalar(*with, "membrane_energy"), scalar(*without, "membrane_energy"));
  EXPECT_TRUE(SiteViscosities(*with).ratio.empty());
}

// A stream carries a sphere, a red cell and a drop of thinner fluid over the end of the domain.
constexpr const char* stream = R"(
[grid]
spacing = 0.5e-6
[geometry]
shape = "channel"
length = 16e-6
width = 16e-6
height = 16e-6
lower_velocity = [0.8, 0.24, 0]
upper_velocity = [0.8, 0.24, 0]
[blood]
viscosity = 1e-3
density = 1000
relaxation_time = 0.8
[initial]
kind = "shear"
[cells]
[[cells.species]]
name = "ball"
shape = "sphere"
radius = 3e-6
shear_modulus = 1e-7
interior_viscosity = 5e-3
centres = [[0, 0, 4e-6]]
[[cells.species]]
name = "red cell"
shear_modulus = 1e-7
interior_viscosity = 3e-3
centres = [[0, 0, -4e-6]]
axes = [[1, 2, 3]]
[[cells.species]]
name = "drop"
shape = "sphere"
radius = 1.6e-6
refinement = 2
shear_modulus = 1e-7
interior_viscosity = 0.5e-3
centres = [[7.2e-6, 7e-6, 4e-6]]
)";
constexpr double length = 16e-6, spacing = 0.5e-6;

double round(double distance) { return distance - length * std::round(distance / length); }

/// From the centre of a cell, over the ends of the domain where that is nearer.
geometry::Vector from_centre(const geometry::Vector& place, const simulation::Table& cells,
                             std::size_t cell) {
  return {round(place[0] - cells.values[2][cell]), round(place[1] - cells.values[3][cell]),
          place[2] - cells.values[4][cell]};
}

/// What lies more than a spacing from the surface is all within or all without.
void expect_sphere(const SiteViscosities& sites, const simulation::Table& cells, std::size_t cell,
                   double radius, double inside) {
  for (std::size_t i = 0; i < sites.ratio.size(); ++i) {
    const geometry::Vector r = from_centre(sites.place[i], cells, cell);
    const double out = std::sqrt(geometry::dot(r, r)) - radius;
    if (out < -spacing) {
      EXPECT_NEAR(sites.ratio[i], inside, 1e-12);
    }
    if (out > spacing && out < 1.6 * spacing) {
      EXPECT_NEAR(sites.ratio[i], 1, 1e-12);
    }
    if (std::abs(out) < 0.3 * spacing) {
      EXPECT_NEAR((sites.ratio[i] - 1) / (inside - 1), 0.5 - out / spacing, 0.15);
    }
  }
}

/// Volume of what is within, if the viscosity of each cell's fluid is as given.
double volume_within(const SiteViscosities& sites, const simulation::Table& cells, std::size_t cell,
                     double reach, double inside) {
  double sum = 0;
  for (std::size_t i = 0; i < sites.ratio.size(); ++i) {
    const geometry::Vector r = from_centre(sites.place[i], cells, cell);
    if (geometry::dot(r, r) < reach * reach) sum += (sites.ratio[i] - 1) / (inside - 1);
  }
  return transport::Communicator::world().sum(sum) * std::pow(spacing, 3);
}

TEST(ViscosityContrast, MovesWithCellsOverTheEndsOfTheDomain) {
  const Solver solver = plasma(stream, {}, transport::Communicator::world());
  solver->initialise();
  // By 24 spacings along x and 7 along y.
  for (const int steps : {0, 600}) {
    for (int n = 0; n < steps; ++n) solver->step(1e9);
    const SiteViscosities sites(*solver);
    const simulation::Table cells = solver->tables({"cells"}).at(0);
    if (steps > 0) {
      EXPECT_NEAR(from_centre({12e-6, 0, 4e-6}, cells, 0)[0], 0, 0.1 * spacing);
    }
    expect_sphere(sites, cells, 0, 3e-6, 5);
    expect_sphere(sites, cells, 2, 1.6e-6, 0.5);
    const double ball = 4 * std::numbers::pi / 3 * std::pow(3e-6, 3),
                 drop = 4 * std::numbers::pi / 3 * std::pow(1.6e-6, 3), red_cell = 94.09e-18;
    EXPECT_NEAR(volume_within(sites, cells, 0, 3.9e-6, 5) / ball, 1, 0.02);
    EXPECT_NEAR(volume_within(sites, cells, 1, 3.95e-6, 3) / red_cell, 1, 0.03);
    EXPECT_NEAR(volume_within(sites, cells, 2, 2.4e-6, 0.5) / drop, 1, 0.05);
  }
}

}  // namespace
}  // namespace thalweg::blood
