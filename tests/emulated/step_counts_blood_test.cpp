// SPDX-License-Identifier: Apache-2.0
// A step of plasma stays on the device: nothing goes over the bus but messages, and nothing waits
// for the host.
#include "exec/device_info.hpp"
#include "tests/emulated/step_counts.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg {
namespace {

using namespace emulated::testing;
using emulated::Counts;

constexpr const char* tube = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "tube"
length = 20e-6
diameter = 11.4e-6
[flow]
pressure_gradient = [1e5, 0, 0]
)";

// A cell reaches over the ends of the tube, and to the other rank.
constexpr const char* cells = R"(
[cells]
[[cells.species]]
radius = 3e-6
refinement = 1
shear_modulus = 5e-6
bending_modulus = 2e-19
area_modulus = 1e-5
volume_modulus = 10
centres = [[0, 0, 0], [9e-6, 0, 0]]
)";

testing::Solver on_device(const std::string& text) {
  exec::select_device(0);
  const bool alone = Communicator::world().size() == 1;
  auto input = io::Case::parse(text, "test.toml",
                               {alone ? "transport.route=\"auto\"" : "transport.route=\"staged\""});
  auto solver = (*simulation::Registry::instance().find_factory("blood", "cuda"))(
      input, Communicator::world());
  solver->initialise();
  return solver;
}

// What crosses after a step from home crosses back after the next, so both steps move as much.
TEST(PlasmaStep, StaysOnTheDevice) {
  const auto solver = on_device(tube);
  const Communicator world = Communicator::world();
  const Counts c = counts_of_step("plasma", solver->phases(), [&] { solver->step(1e9); }).all;
  expect_nothing_made(c);
  double bytes = 0;
  for (const auto& report : solver->transport()) bytes += report.bytes;
  EXPECT_EQ(world.sum(static_cast<double>(c.bytes_to_host)), bytes);
  EXPECT_EQ(world.sum(static_cast<double>(c.bytes_to_device)), bytes);
  EXPECT_EQ(c.waits, 0);
}

/// The third step after `before` others. The bytes are those that the report gives for each
/// exchange; sends_normals: they go out in this step, and not in most others.
void expect_cells_on_device(const std::string& text, int before, bool sends_normals = false) {
  const auto solver = on_device(text);
  const Communicator world = Communicator::world();
  for (int n = 0; n < before; ++n) solver->step(1e9);
  const Counts c = counts_of_step("cells", solver->phases(), [&] { solver->step(1e9); }).all;
  expect_nothing_made(c);
  double bytes = 0;
  for (const auto& report : solver->transport()) bytes += report.bytes;
  if (world.size() == 1) {
    EXPECT_EQ(c.bytes_to_host, 0);
    EXPECT_EQ(c.bytes_to_device, 0);
    EXPECT_EQ(c.waits, 0);
  } else {
    const double to_host = world.sum(static_cast<double>(c.bytes_to_host));
    EXPECT_EQ(world.sum(static_cast<double>(c.bytes_to_device)), to_host);
    if (sends_normals) {
      EXPECT_GT(to_host, 1.02 * bytes);
      EXPECT_LT(to_host, 1.2 * bytes);
    } else {
      EXPECT_NEAR(to_host, bytes, 1e-9 * bytes);
    }
  }
}

// Between two steps in which cells change hands.
TEST(CellsStep, StaysOnTheDevice) { expect_cells_on_device(std::string(tube) + cells, 2); }

TEST(CellsStep, StaysOnTheDeviceWhereSitesGatherForces) {
  std::string text = std::string(tube) + cells;
  text.replace(text.find("[cells]\n"), 8, "[cells]\nspreading = \"gather\"\n");
  expect_cells_on_device(text, 2);
}

// Cells enter and leave when cells change hands; steps between know nothing of it.
TEST(CellsStep, StaysOnTheDeviceWhileNoCellEntersOrLeaves) {
  std::string text = std::string(tube) + cells;
  text.replace(text.find("[9e-6, 0, 0]"), 12, "[3e-6, 0, 4e-6]");
  expect_cells_on_device(text + R"(
[[openings]]
name = "x_low"
kind = "velocity"
mean_velocity = 0.05
hematocrit = 0.1
[[openings]]
name = "x_high"
kind = "pressure"
pressure = 0
)",
                         3);
}

// Every tenth step marks what lies in cells; the eleventh is one of them, and normals travel too.
TEST(CellsStep, StaysOnTheDeviceWithOtherFluidInCells) {
  expect_cells_on_device(std::string(tube) + cells + "interior_viscosity = 5e-3\n", 8, true);
}

// Places go to copies once more, and forces come back as velocities do. The host runs a bounded
// number of phases ahead of the device (base/phases.hpp), which more steps would reach.
TEST(CellsStep, StaysOnTheDeviceWithViscousMembranesThatRepelEachOther) {
  expect_cells_on_device(std::string(tube) + cells +
                             "membrane_viscosity = 1e-8\n"
                             "[cells.repulsion]\nrange = 1e-6\nstrength = 1e-12\n",
                         0);
}

// The watch takes one number now and then.
TEST(PlasmaStep, IsNotWatchedEachTime) {
  const auto solver = on_device(tube);
  const Counts c = counts_of_step("plasma, watched", solver->phases(), [&] {
                     solver->step(1e9);
                     EXPECT_TRUE(solver->faults().empty());
                   }).all;
  EXPECT_EQ(c.waits, 0);
}

}  // namespace
}  // namespace thalweg
