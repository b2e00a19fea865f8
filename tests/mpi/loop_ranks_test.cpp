// SPDX-License-Identifier: Apache-2.0
// Flow round a ring, without cells and with some: on all ranks together and on each alone, in both
// precisions, restarted half-way.
#include <unistd.h>

#include <filesystem>

#include "tests/support/plasma_runs.hpp"
#include "tests/support/vertices_apart.hpp"

namespace thalweg::blood {
namespace {

using testing::expect_part_of, testing::gathering, testing::plasma, testing::plasma_after,
    testing::scalar, testing::SiteVelocities, testing::Solver, testing::with;
using transport::Communicator;

const std::string ring = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "torus"
diameter = 11.4e-6
curvature_radius = 10e-6
[flow]
axial_pressure_gradient = 1e7
axial_amplitude = 1e6
frequency = 1e5
)";

// Within 200 steps they go round by a few spacings.
const std::string with_cells = ring + R"(
[cells]
[[cells.species]]
name = "red cells"
radius = 3e-6
refinement = 1
shear_modulus = 1e-5
bending_modulus = 2e-19
volume_modulus = 1e2
number = 6
)";

class PlasmaInARing : public ::testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(PlasmaInARing, AgreesWithOneRankByEveryBit) {
  const auto [precision, steps] = GetParam();
  const Solver together = plasma_after(steps, ring, with(precision));
  const Solver alone = plasma_after(steps, ring, with(precision), Communicator::self());
  expect_part_of(*together, *alone);
  EXPECT_NEAR(scalar(*together, "flow_rate") / scalar(*alone, "flow_rate"), 1, 1e-12);
  EXPECT_GT(scalar(*together, "flow_rate"), 0);
}
INSTANTIATE_TEST_SUITE_P(States, PlasmaInARing,
                         ::testing::Values(std::pair{"double", 20}, std::pair{"double", 21},
                                           std::pair{"single", 21}));

TEST(PlasmaInARing, IsTheSameInBothPrecisions) {
  const Solver in_double = plasma_after(100, ring, with("double")),
               in_single = plasma_after(100, ring, with("single"));
  EXPECT_NEAR(scalar(*in_single, "flow_rate") / scalar(*in_double, "flow_rate"), 1, 2e-5);
}

// One row of nodes: the force that drives is added to what membranes push.
TEST(CellsInARing, AgreeWithOneRankToRounding) {
  const Solver together = plasma_after(200, with_cells, with("double"));
  const Solver alone = testing::plasma_alone_after(200, with_cells, with("double"));
  EXPECT_LT(testing::vertices_apart(*together, alone.get()), 1e-9 * 1e-6);
  const double rate = scalar(*together, "flow_rate");
  if (alone) {
    EXPECT_NEAR(rate / scalar(*alone, "flow_rate"), 1, 1e-9);
  }
  // Cells hold the fluid back, and not by much while they are pulled along.
  const Solver without = plasma_after(200, ring, with("double"));
  const double held = rate / scalar(*without, "flow_rate");
  EXPECT_GT(held, 0.5);
  EXPECT_LT(held, 1);
}

/// Steps and half of them, then a restart; both go on.
void expect_restarted(const std::string& text, const std::vector<std::string>& settings,
                      int steps) {
  const Communicator world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-loop-" + std::to_string(getpid()) + ".h5"))
                          .string());
  const Solver unbroken = plasma_after(steps, text, settings);
  {
    io::CheckpointWriter out(file, world, "blood");
    unbroken->save(out);
    out.commit();
  }
  const Solver restarted = plasma(text, settings, world);
  {
    io::CheckpointReader in(file, world);
    restarted->load(in);
  }
  EXPECT_EQ(SiteVelocities(*restarted).of_site, SiteVelocities(*unbroken).of_site);
  for (int n = 0; n < 5; ++n) {
    unbroken->step(1e9);
    restarted->step(1e9);
  }
  EXPECT_EQ(SiteVelocities(*restarted).of_site, SiteVelocities(*unbroken).of_site);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

TEST(Restart, GoesOnRoundARing) {
  for (const int steps : {6, 7}) {
    expect_restarted(ring, with("double"), steps);
    expect_restarted(with_cells, gathering(with("double")), steps);
  }
}

}  // namespace
}  // namespace thalweg::blood
