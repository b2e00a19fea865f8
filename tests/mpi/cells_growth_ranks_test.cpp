// SPDX-License-Identifier: Apache-2.0
// Cells that begin small and grow to their size: on all ranks together and on each alone, and
// restarted half-way.
#include <unistd.h>

#include <filesystem>

#include "solvers/blood/case/growth.hpp"
#include "tests/support/plasma_runs.hpp"
#include "tests/support/vertices_apart.hpp"

namespace thalweg::blood {
namespace {

using testing::gathering, testing::plasma, testing::plasma_after, testing::plasma_alone_after,
    testing::scalar, testing::Solver, testing::VertexPlaces;
using transport::Communicator;

// A step is 1.67e-7 s: cells grow for 300 steps.
constexpr const char* channel = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "channel"
length = 12e-6
width = 10e-6
height = 12e-6
[blood]
viscosity = 1e-3
density = 1000
relaxation_time = 1
[flow]
pressure_gradient = [3e6, 0, 0]
[cells]
growth = { from = 0.85, time = 5e-5 }
repulsion = { range = 1e-6, strength = 5e-12 }
[[cells.species]]
name = "red cell"
radius = 2.8e-6
refinement = 2
shear_modulus = 1e-5
bending_modulus = 2e-19
volume_modulus = 1e3
hematocrit = 0.3
)";
constexpr int steps_of_growth = 300;

std::vector<std::string> with(std::vector<std::string> more = {}) {
  more.push_back(testing::route_without_trial());
  return more;
}

constexpr geometry::Vector periods{12e-6, 10e-6, 0};

double apart(const Solver& here, const Solver& all) {
  return testing::vertices_apart(VertexPlaces(*here), VertexPlaces(*all), periods);
}

constexpr double spacing = 1e-6;

TEST(GrowthOfCells, BeginsAndEndsSoftly) {
  const Growth growth{0.8, 2};
  EXPECT_EQ(growth.scale_at(0), 0.8);
  EXPECT_EQ(growth.scale_at(2), 1);
  EXPECT_EQ(growth.scale_at(3), 1);
  EXPECT_NEAR(growth.scale_at(1), 0.9, 1e-15);
  EXPECT_NEAR((growth.scale_at(1.001) - growth.scale_at(0.999)) / 2e-3, growth.fastest(), 1e-6);
  EXPECT_LT(growth.scale_at(1e-3), 0.8 + 1e-6);
  EXPECT_GT(growth.scale_at(2 - 1e-3), 1 - 1e-6);
  EXPECT_EQ(Growth{}.scale_at(0), 1);
}

// The part of the volume at rest is the cube of that of lengths.
TEST(GrowthOfCells, EndsWithTheVolumesAtRest) {
  const Solver solver = plasma_after(0, channel, with());
  EXPECT_NEAR(scalar(*solver, "volume_strain"), 1 - 0.614, 1e-3);
  EXPECT_NEAR(scalar(*solver, "area_strain"), 1 - 0.7225, 1e-3);
  const double small = scalar(*solver, "hematocrit");
  for (int n = 0; n < steps_of_growth / 2; ++n) solver->step(1e9);
  EXPECT_NEAR(scalar(*solver, "volume_strain"), 1 - 0.791, 1e-3);
  for (int n = 0; n < steps_of_growth / 2; ++n) solver->step(1e9);
  EXPECT_LT(scalar(*solver, "volume_strain"), 1e-2);
  EXPECT_NEAR(small / scalar(*solver, "hematocrit"), 0.614, 1e-2);
}

TEST(GrowthOfCells, AgreesWithOneRankToRounding) {
  const std::vector<std::string> contrast{"blood.relaxation_time=0.8",
                                          "cells.species.0.interior_viscosity=3e-3"};
  const std::vector<std::string> viscous{"cells.species.0.membrane_viscosity=1e-8"};
  for (const auto& more : {std::vector<std::string>{}, contrast, viscous}) {
    const Solver together = plasma_after(steps_of_growth / 4, channel, with(more)),
                 alone = plasma_alone_after(steps_of_growth / 4, channel, more);
    EXPECT_LT(testing::vertices_apart(*together, alone.get(), periods), 1e-8 * spacing);
  }
}

TEST(GrowthOfCells, GoesOnAfterARestart) {
  const Communicator world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-growth-" + std::to_string(getpid()) + ".h5"))
                          .string());
  const Solver unbroken = plasma_after(steps_of_growth / 2 + 1, channel, gathering(with()));
  {
    io::CheckpointWriter out(file, world, "blood");
    unbroken->save(out);
    out.commit();
  }
  const Solver restarted = plasma(channel, gathering(with()), world);
  {
    io::CheckpointReader in(file, world);
    restarted->load(in);
  }
  for (const Solver* solver : {&unbroken, &restarted})
    for (int n = 0; n < steps_of_growth / 2 + 10; ++n) (*solver)->step(1e9);
  EXPECT_EQ(apart(unbroken, restarted), 0);
  EXPECT_LT(scalar(*restarted, "volume_strain"), 1e-2);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

}  // namespace
}  // namespace thalweg::blood
