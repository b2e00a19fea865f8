// SPDX-License-Identifier: Apache-2.0
// How large a cell is to the fluid, by what a nearly rigid sphere adds to the viscosity; and what a
// suspension must not do.
#include <cmath>
#include <numbers>

#include "tests/support/blood_cases.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::scalar, testing::Solver;

/// The sum over vertices of - z times the force along x, and the other way round [N m].
class Stresslet final : public testing::PointsWriter {
 public:
  explicit Stresslet(simulation::Simulation& solver) : PointsWriter("cells") {
    solver.write_fields(*this);
  }
  void points(const std::string&, const io::PointSet& points) override {
    for (const auto& list : points.values) {
      if (list.name != "force") continue;
      const auto& force = std::get<std::vector<double>>(list.values);
      for (std::size_t v = 0; v < points.identities.size(); ++v) {
        zx -= points.places[3 * v + 2] * force[3 * v];
        xz -= points.places[3 * v] * force[3 * v + 2];
      }
    }
  }
  double zx = 0, xz = 0;
};

// Radius 4 spacings, plates and images 8 radii apart, Ca = 0.02, Re = 0.05.
const std::string shear = testing::text_of(
    testing::ShearedCapsule{.spacing = 1e-6,
                            .side = 32e-6,
                            .speed = 0.05,
                            .radius = 4e-6,
                            .shear_modulus = 6.25e-4,
                            .species = "refinement = 2\nbending_modulus = 1e-16\n"
                                       "centres = [[0.37e-6, 0.21e-6, 0.11e-6]]\n"});
constexpr double rate = 3125, viscosity = 1e-3, radius = 4e-6;

/// What is added to the viscosity per volume of the sphere.
double intrinsic_viscosity(const std::string& delta, bool with_correction) {
  const Solver solver =
      plasma_after(900, shear,
                   {"cells.delta=\"" + delta + "\"",
                    std::string("cells.kink_correction=") + (with_correction ? "true" : "false")});
  const Stresslet stress(*solver);
  // Nothing turns it from outside.
  EXPECT_NEAR(stress.zx / stress.xz, 1, 1e-9);
  const double volume = 4 * std::numbers::pi / 3 * radius * radius * radius;
  return stress.zx / (viscosity * rate * volume);
}

/// A. Einstein, Ann. Phys. 19 (1906): 5/2 for rigid spheres far apart. Plates and images raise it
/// by a twentieth, and what the delta function adds to the radius by three times its part of it.
TEST(Suspension, FeelsSpheresLargerThanTheyAreWithoutTheCorrection) {
  EXPECT_NEAR(intrinsic_viscosity("2-point", false), 3.6, 0.15);
  EXPECT_NEAR(intrinsic_viscosity("3-point", false), 3.95, 0.15);
  EXPECT_NEAR(intrinsic_viscosity("4-point", false), 4.6, 0.15);
}

TEST(Suspension, HasEinsteinsViscosityWithIt) {
  for (const auto& [delta, tolerance] :
       {std::pair{"2-point", 0.06}, {"3-point", 0.08}, {"4-point", 0.12}})
    EXPECT_NEAR(intrinsic_viscosity(delta, true) / (1.05 * 2.5), 1, tolerance) << delta;
}

const char* const stiff_ball = R"(
[[cells.species]]
shape = "sphere"
radius = 3e-6
refinement = 2
shear_modulus = 1.6e-3
dilatation = 1
centres = [[0.1e-6, 0.2e-6, 0.3e-6]]
)";

// Nothing in a box damps velocities whose sign changes from site to site and from step to step.
// Vertices that answered to them drove them: by e in 150 steps with two points, in 600 with three.
TEST(Suspension, DoesNotDriveVelocitiesThatAlternate) {
  const std::string box =
      "[grid]\nspacing = 1e-6\n[geometry]\nshape = \"box\"\nlength = 8e-6\nwidth = 8e-6\n"
      "height = 8e-6\n[blood]\ndensity = 1000\nviscosity = 1e-3\nrelaxation_time = 1\n"
      "[initial]\nkind = \"taylor-green\"\nvelocity = 1e-3\n";
  for (const char* delta : {"2-point", "3-point"}) {
    const auto velocity_after = [&](int steps) {
      const Solver solver =
          plasma_after(steps, box + stiff_ball, {std::string("cells.delta=\"") + delta + '"'});
      return scalar(*solver, "largest_velocity");
    };
    const double early = velocity_after(2000);
    EXPECT_LT(early, 1e-6) << delta;
    EXPECT_LT(velocity_after(4000), 0.7 * early) << delta;
  }
}

// What walls between sites lack stays at rest beside them. (2.6)
TEST(Suspension, KeepsItsMassBetweenRoundWalls) {
  const std::string tube =
      testing::text_of(testing::DrivenTube{.length = 8e-6, .diameter = 9.3e-6, .more = stiff_ball});
  const Solver solver = plasma_after(500, tube, {"flow.pressure_gradient=[1e7, 0, 0]"});
  EXPECT_GT(scalar(*solver, "largest_velocity"), 1e-2);
  EXPECT_LT(std::abs(scalar(*solver, "mass_change")), 1e-14);
}

}  // namespace
}  // namespace thalweg::blood
