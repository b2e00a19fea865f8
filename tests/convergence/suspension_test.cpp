// SPDX-License-Identifier: Apache-2.0
// How large a cell is to the fluid: what a nearly rigid sphere adds to the viscosity.
#include <cmath>
#include <numbers>

#include "tests/support/blood_cases.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::Solver;

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
       {std::pair{"2-point", 0.09}, {"3-point", 0.12}, {"4-point", 0.18}})
    EXPECT_NEAR(intrinsic_viscosity(delta, true) / (1.05 * 2.5), 1, tolerance) << delta;
}

}  // namespace
}  // namespace thalweg::blood
