// SPDX-License-Identifier: Apache-2.0
// Cells in flow against exact results: short runs. The long ones are cases.
#include <cmath>

#include "tests/support/blood_cases.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma, testing::plasma_after, testing::scalar, testing::Solver;

// Re = rate a^2 / nu = 0.09; a = 6 spacings.
const std::string shear = testing::text_of(testing::ShearedCapsule{});
constexpr double rate = 1e4, step = 0.25e-12 / 6e-6;  // 1/s, s

/// dD/dt = (5/2) / (2 lambda + 3) rate for any membrane, as long as it is still round (D. Barthes-
/// Biesel, J. M. Rallison, J. Fluid Mech. 113 (1981)).
TEST(Capsule, BeginsToDeformAtTheExactRate) {
  const int steps = 60;
  const Solver solver = plasma_after(steps, shear, {"cells.species.0.shear_modulus=1e-6"});
  EXPECT_NEAR(scalar(*solver, "deformation") / (0.5 * rate * steps * step), 1, 0.03);
  EXPECT_NEAR(scalar(*solver, "inclination"), 45, 1);
}

/// Of a sphere at first, with surface viscosities over plasma's and the radius. On the sphere the
/// velocity is A t + B q n, with q = n.E.n and t the part of E.n along it, E the rate of strain
/// around. The membrane's force is f_t t + f_n q n, and what it adds to the velocity follows from
/// the eigenvalues of Stokes' single layer on a sphere, 1/5 and 2/35. The body grows longer as B.
double rate_with_viscosity(double on_shear, double on_area) {
  double A = 1, B = 1;
  for (int n = 0; n < 400; ++n) {  // the membrane's force and its velocity in turn
    const double tangential = -(4 * on_shear + 6 * on_area) * A + 4 * on_area * B,
                 normal = 6 * on_area * A - 4 * on_area * B;
    const double w = 0.5 + (3 * tangential + 2 * normal) / 50, v = 2 * (tangential - normal) / 175;
    constexpr double part = 0.05;
    A += part * (2 * w + 2 * v - A);
    B += part * (2 * w - 3 * v - B);
  }
  return B;
}

TEST(Capsule, WithAViscousMembraneBeginsToDeformAtTheExactRate) {
  EXPECT_NEAR(rate_with_viscosity(0, 0), 1, 1e-8);
  const struct { double shear, dilatational; } kinds[] = {{1, 1}, {2, 2}, {1, 0}, {0.01, 3}};
  for (const auto& [on_shear, on_area] : kinds) {
    SCOPED_TRACE(on_shear);
    // Slow shear, so that the flow around settles long before the shape changes.
    const auto viscosity = [](double number) { return std::to_string(number * 1e-3 * 3e-6 * 1e9); };
    const Solver solver =
        plasma(shear,
               {"geometry.lower_velocity=[-0.009, 0, 0]", "geometry.upper_velocity=[0.009, 0, 0]",
                "cells.species.0.shear_modulus=1e-8",
                "cells.species.0.membrane_viscosity=" + viscosity(on_shear) + "e-9",
                "cells.species.0.dilatational_viscosity=" + viscosity(on_area) + "e-9"},
               transport::Communicator::world());
    solver->initialise();
    for (int n = 0; n < 600; ++n) solver->step(1e9);
    const double before = scalar(*solver, "deformation");
    for (int n = 0; n < 200; ++n) solver->step(1e9);
    const double grown = scalar(*solver, "deformation") - before;
    EXPECT_NEAR(grown / (0.5 * rate / 10 * 200 * step), rate_with_viscosity(on_shear, on_area),
                0.02);
  }
}

/// Twelve times as stiff as `check` calls safe. Steps half as long hold it without substeps.
TEST(Capsule, OfAStiffMembraneDeformsInSubstepsAsInSmallerSteps) {
  const std::string modulus = "cells.species.0.shear_modulus=0.12";
  const Solver torn = plasma_after(400, shear, {modulus});
  EXPECT_FALSE(torn->faults().empty());
  const Solver held = plasma_after(400, shear, {modulus, "cells.species.0.substeps=9"}),
               halved = plasma_after(800, shear, {modulus, "blood.relaxation_time=0.75"});
  EXPECT_TRUE(held->faults().empty());
  const double expected = scalar(*halved, "deformation");
  EXPECT_NEAR(expected, 5.9e-4, 1e-4);
  EXPECT_NEAR(scalar(*held, "deformation") / expected, 1, 0.01);
}

/// What substeps add to a membrane that holds without is of first order in the step.
TEST(Capsule, InSubstepsIsTheSameToTheOrderOfTheStep) {
  const auto difference = [](int steps, const std::string& time) {
    const std::string modulus = "cells.species.0.shear_modulus=2e-3";
    const Solver one = plasma_after(steps, shear, {modulus, time}),
                 four = plasma_after(steps, shear, {modulus, time, "cells.species.0.substeps=4"});
    return std::abs(scalar(*four, "deformation") / scalar(*one, "deformation") - 1);
  };
  const double coarse = difference(150, "blood.relaxation_time=1"),
               fine = difference(300, "blood.relaxation_time=0.75");
  EXPECT_LT(coarse, 0.02);
  EXPECT_LT(fine, 0.6 * coarse);
}

/// A membrane that a rigid body would have turns with the fluid: half the rate of shear.
TEST(Capsule, TurnsWithHalfTheRateOfShear) {
  const int steps = 200;
  const Solver solver =
      plasma(shear, {"cells.species.0.shear_modulus=2e-3"}, transport::Communicator::world());
  solver->initialise();
  const testing::VertexPlaces before(*solver);
  for (int n = 0; n < steps; ++n) solver->step(1e9);
  const testing::VertexPlaces after(*solver);
  double turned = 0, count = 0;
  for (const auto& [identity, from] : before.of_vertex) {
    const geometry::Vector& to = after.of_vertex.at(identity);
    if (std::hypot(from[0], from[2]) < 1.5e-6) continue;
    turned += std::remainder(std::atan2(to[0], to[2]) - std::atan2(from[0], from[2]),
                             2 * std::numbers::pi);
    ++count;
  }
  EXPECT_NEAR(turned / count / (0.5 * rate * steps * step), 1, 0.02);
  EXPECT_NEAR(scalar(*solver, "tank_treading_frequency") * 2 * std::numbers::pi / (0.5 * rate), 1,
              0.02);
}

/// The paper's coupling does not lose fluid through membranes: what little it does falls with the
/// distance of vertices.
TEST(Capsule, KeepsItsVolume) {
  const Solver solver = plasma_after(200, shear);
  EXPECT_LT(scalar(*solver, "volume_strain"), 2e-4);
  EXPECT_NEAR(scalar(*solver, "mass_change"), 0, 1e-12);
}

/// The elements differ, the membrane does not: what is left is of second order.
TEST(Capsule, OfFlatTrianglesDeformsAsOneOfASmoothSurface) {
  const auto deformation = [](int refinement, const char* elements) {
    const Solver solver =
        plasma_after(300, shear,
                     {"cells.species.0.refinement=" + std::to_string(refinement),
                      std::string("cells.species.0.elements=") + elements,
                      "cells.species.0.dilatation=10", "cells.species.0.bending_modulus=1e-17"});
    return scalar(*solver, "deformation");
  };
  const double coarse = deformation(2, "flat") / deformation(2, "loop") - 1,
               fine = deformation(3, "flat") / deformation(3, "loop") - 1;
  EXPECT_LT(std::abs(fine), 0.01);
  EXPECT_GT(std::abs(coarse / fine), 3);
}

TEST(Capsule, DoesNotFeelTheEndsOfAPeriodicDomain) {
  const Solver inside = plasma_after(100, shear),
               across = plasma_after(100, shear, {"cells.species.0.centres=[[9e-6, -9e-6, 0]]"});
  for (const char* name : {"deformation", "inclination", "area_strain", "membrane_energy"})
    EXPECT_NEAR(scalar(*across, name) / scalar(*inside, name), 1, 1e-10) << name;
}

TEST(Capsule, ThatIsPulledApartGrowsLonger) {
  const std::vector<std::string> still{
      "geometry.lower_velocity=[0, 0, 0]", "geometry.upper_velocity=[0, 0, 0]",
      "cells.species.0.stretching_force=2e-10", "cells.species.0.stretched_share=0.05"};
  const Solver solver = plasma_after(300, shear, still);
  EXPECT_GT(scalar(*solver, "extent_x"), 6.1e-6);
  EXPECT_LT(scalar(*solver, "extent_y"), 6.02e-6);
  // Both ends feel the same force, so the middle stays.
  const auto x = solver->tables({"cells"}).at(0).values.at(2);
  EXPECT_NEAR(x.at(0), 0, 1e-11);
}

/// The sum over vertices of x times the force along x [N m].
class Pull final : public testing::PointsWriter {
 public:
  explicit Pull(simulation::Simulation& solver) : PointsWriter("cells") {
    solver.write_fields(*this);
  }
  void points(const std::string&, const io::PointSet& points) override {
    for (const auto& list : points.values) {
      if (list.name != "force") continue;
      const auto& force = std::get<std::vector<double>>(list.values);
      for (std::size_t v = 0; v < force.size() / 3; ++v) sum += points.places[3 * v] * force[3 * v];
    }
  }
  double sum = 0;
};

TEST(Capsule, ThatLiesTurnedIsPulledAtItsEndsAlongX) {
  for (const char* axis : {"[0, 0, 1]", "[1, 0, 0]", "[1, -0.5, 2]"}) {
    const Solver solver = plasma_after(0, shear,
                                       {"cells.species.0.stretching_force=2e-10",
                                        "cells.species.0.stretched_share=0.02",
                                        std::string("cells.species.0.axes=[") + axis + "]"});
    EXPECT_NEAR(Pull(*solver).sum / (2e-10 * 6e-6), 1, 0.05) << axis;
  }
}

}  // namespace
}  // namespace thalweg::blood
