// SPDX-License-Identifier: Apache-2.0
// What is measured of a flow with cells, on all ranks together and on each alone.
#include <cmath>

#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::scalar, testing::Solver, testing::with;
using transport::Communicator;

constexpr const char* tube = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "tube"
length = 16e-6
diameter = 12.6e-6
[blood]
viscosity = 1e-3
density = 1000
relaxation_time = 1
[flow]
pressure_gradient = [1e6, 0, 0]
[cells]
[[cells.species]]
name = "red cell"
radius = 3.91e-6
refinement = 2
shear_modulus = 1e-5
bending_modulus = 2e-19
volume_modulus = 1e2
centres = [[-4e-6, 0.5e-6, 0]]
axes = [[1, 0.2, 0]]
[[cells.species]]
name = "ball"
shape = "sphere"
radius = 4e-6
refinement = 3
shear_modulus = 1e-4
centres = [[6e-6, 0, 0]]
[[planes]]
name = "end"
axis = "x"
at = [7.8e-6, 0, 0]
thickness = 5e-6
pressure_drop_to = "slant"
[[planes]]
name = "slant"
normal = [2, 1, 0]
at = [4e-6, 0, 0]
[[planes]]
name = "whole"
axis = "x"
at = [0, 0, 0]
thickness = 16e-6
)";

class Measures : public ::testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(Measures, AgreeWithOneRank) {
  const auto [precision, tolerance] = GetParam();
  const Solver together = plasma_after(20, tube, with(precision));
  const Solver alone = plasma_after(20, tube, with("double"), Communicator::self());
  const auto here = together->scalars(), there = alone->scalars();
  ASSERT_EQ(here.size(), there.size());
  for (std::size_t n = 0; n < here.size(); ++n) {
    EXPECT_EQ(here[n].name, there[n].name);
    if (here[n].name == "mass_change" || here[n].name.starts_with("pressure")) continue;
    EXPECT_NEAR(here[n].value, there[n].value, tolerance * std::abs(there[n].value))
        << here[n].name;
  }
  const double pressure = std::abs(scalar(*alone, "pressure_drop_end"));
  for (const char* name : {"pressure_end", "pressure_slant", "pressure_drop_end"})
    EXPECT_NEAR(scalar(*together, name), scalar(*alone, name), tolerance * pressure) << name;
}
INSTANTIATE_TEST_SUITE_P(Precisions, Measures,
                         ::testing::Values(std::pair{"double", 1e-9}, std::pair{"single", 1e-3}));

TEST(Measures, ProfilesAgreeWithOneRank) {
  const Solver together = plasma_after(20, tube, with("double"));
  const Solver alone = plasma_after(20, tube, with("double"), Communicator::self());
  for (const char* name : {"profile_end", "profile_slant", "profile_whole"}) {
    const auto here = together->tables({name}).at(0), there = alone->tables({name}).at(0);
    for (std::size_t column = 0; column < 4; ++column) {
      ASSERT_EQ(here.values[column].size(), there.values[column].size());
      double largest = 0;
      for (const double value : there.values[column]) largest = std::max(largest, std::abs(value));
      for (std::size_t n = 0; n < here.values[column].size(); ++n)
        EXPECT_NEAR(here.values[column][n], there.values[column][n], 1e-9 * largest)
            << name << " " << here.columns[column];
    }
  }
}

// Each site finds its viscosity from its own populations.
TEST(Thinning, AgreesWithOneRankByEveryBit) {
  constexpr const char* thinning = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "tube"
length = 12e-6
diameter = 9.4e-6
[blood]
viscosity_model = "carreau-yasuda"
relaxation_time = 0.55
[flow]
pressure_gradient = [1e5, 0, 0]
)";
  for (const char* precision : {"double", "single"}) {
    const Solver together = plasma_after(21, thinning, with(precision));
    const Solver alone = plasma_after(21, thinning, with(precision), Communicator::self());
    EXPECT_EQ(scalar(*together, "largest_velocity"), scalar(*alone, "largest_velocity"));
    for (const char* name : {"flow_rate", "mean_wall_shear_stress"})
      EXPECT_NEAR(scalar(*together, name) / scalar(*alone, name), 1, 1e-12) << name;
  }
}

// The spheres lie on several ranks, and over the ends of the box.
TEST(Spheres, TakeTheSameForcesOnOneRank) {
  constexpr const char* bed = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "spheres"
length = 16e-6
width = 12e-6
height = 14e-6
spheres = [{ radius = 3.3e-6, centre = [0, 0.4e-6, 0] },
           { radius = 2.1e-6, centre = [8e-6, 6e-6, -6.5e-6] }]
[flow]
pressure_gradient = [1e5, 2e4, 0]
)";
  for (const auto& [precision, tolerance] : {std::pair{"double", 1e-10}, {"single", 1e-3}}) {
    const Solver together = plasma_after(31, bed, with(precision));
    const Solver alone = plasma_after(31, bed, with("double"), Communicator::self());
    const auto here = together->tables({"spheres"}).at(0), there = alone->tables({"spheres"}).at(0);
    for (std::size_t column = 0; column < here.values.size(); ++column)
      for (std::size_t n = 0; n < 2; ++n)
        EXPECT_NEAR(here.values[column][n], there.values[column][n],
                    tolerance * (column < 5 ? 1 : std::abs(there.values[5][n])))
            << here.columns[column];
    EXPECT_NEAR(scalar(*together, "force_on_spheres_y") / scalar(*alone, "force_on_spheres_y"), 1,
                10 * tolerance);
  }
}

TEST(ChangeOfVelocity, AgreesWithOneRank) {
  for (const char* precision : {"double", "single"}) {
    const Solver together = plasma_after(3, tube, with(precision));
    const Solver alone = plasma_after(3, tube, with(precision), Communicator::self());
    for (const auto* solver : {&together, &alone}) {
      (*solver)->change_of_velocity();
      for (int n = 0; n < 4; ++n) (*solver)->step(1e9);
    }
    const double here = together->change_of_velocity().value(),
                 there = alone->change_of_velocity().value();
    EXPECT_GT(there, 0.1);
    EXPECT_NEAR(here / there, 1, precision == std::string("double") ? 1e-9 : 1e-3);
  }
}

// A plane as thick as the vessel is long holds all cells: their polyhedra on rows of the lattice.
TEST(Measures, ThickPlanesHaveTheHematocritOfTheVessel) {
  const Solver solver = plasma_after(0, tube, with("double"));
  EXPECT_NEAR(scalar(*solver, "hematocrit_whole") / scalar(*solver, "hematocrit"), 1, 0.02);
  // The plane reaches from x = 5.3 um to 10.3 um, over the period at 8 um: from 0.7 um before the
  // ball's middle to its end. pi int (16 - x^2) dx over pi / 4 12.6^2 5.
  EXPECT_NEAR(scalar(*solver, "hematocrit_end"), 0.271, 0.005);
  // Sides of the ball: 6.3 um less 4 um of radius at its middle, more elsewhere.
  EXPECT_GT(scalar(*solver, "cell_free_layer"), 2.0e-6);
  EXPECT_LT(scalar(*solver, "cell_free_layer"), 5.0e-6);
}

}  // namespace
}  // namespace thalweg::blood
