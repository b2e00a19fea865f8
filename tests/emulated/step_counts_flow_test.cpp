// SPDX-License-Identifier: Apache-2.0
// A step of flow stays on the device: nothing goes over the bus but messages and the numbers that
// the host needs, and only for these it waits.
#include "tests/emulated/step_counts.hpp"

#include "exec/device_info.hpp"
#include "simulation/interface/simulation.hpp"

namespace thalweg {
namespace {

using namespace emulated::testing;
using emulated::Counts;

constexpr const char* cavity = R"(
[simulation]
precision = "double"
[grid]
cells = [32, 16, 1]
blocks = [2, 1, 1]
periodic = ["x"]
[flow]
viscosity = 0.01
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
velocity = [1, 0, 0]
[transport]
route = "staged"
)";

std::unique_ptr<simulation::Simulation> flow(const std::string& more,
                                             const std::string& text = cavity) {
  auto input = io::Case::parse(text + more, "test.toml", {});
  exec::select_device(0);
  auto solver = (*simulation::Registry::instance().find_factory("flow", "cuda"))(
      input, Communicator::world());
  input.throw_if_errors();
  solver->initialise();
  return solver;
}

Counts of_step(const char* name, simulation::Simulation& solver) {
  return counts_of_step(name, solver.phases(), [&] { solver.step(1e9); }).all;
}

TEST(FlowStep, OfASteadyFlowStaysOnTheDevice) {
  const auto solver = flow("[cycles]\nlevels = 2\n[time]\nscheme = \"steady\"\n");
  const Counts c = of_step("flow, a W-cycle of two levels", *solver);
  expect_nothing_made(c);
  double messages = 0;
  for (const auto& report : solver->transport()) messages += report.bytes;
  const Communicator world = Communicator::world();
  EXPECT_EQ(world.sum(static_cast<double>(c.bytes_to_host)), messages);
  EXPECT_EQ(world.sum(static_cast<double>(c.bytes_to_device)), messages);
  if (world.size() == 1) {
    EXPECT_EQ(c.waits, 0);
  }
  // All smoothings of the coarse level, which one rank has.
  EXPECT_EQ(c.graphs, world.is_root() ? 1 : 0);
}

/// Around a plate, in so many blocks.
std::string plate(int around, int along) {
  return "[grid]\nkind = \"plate\"\naround = 152\noutwards = 8\nlayers = 16\nfirst = 0.05\n"
         "sectors = " +
         std::to_string(around) + "\nblocks_along = " + std::to_string(along) +
         "\n[flow]\nviscosity = 0.01\n[[boundary]]\nfamily = \"plate\"\nkind = \"wall\"\n"
         "[[boundary]]\nfamily = \"far\"\nkind = \"far-field\"\nvelocity = [1, 0, 0]\n"
         "[transport]\nroute = \"staged\"\n[cycles]\nlevels = 1\n"
         "[time]\nscheme = \"steady\"\n";
}

// However many blocks there are, each thing is done in one launch.
TEST(FlowStep, Of152BlocksTakesAsManyLaunchesAsOfOne) {
  if (Communicator::world().size() > 1) return;  // on one rank there is no other to wait for
  const auto many = flow("", plate(38, 4)), one = flow("", plate(1, 1));
  const Counts of_many = of_step("flow, 152 blocks", *many),
               of_one = of_step("flow, 1 block", *one);
  expect_nothing_made(of_many);
  EXPECT_EQ(of_many.launches, of_one.launches);
  EXPECT_EQ(of_many.waits, 0);
  EXPECT_EQ(of_many.bytes_to_host + of_many.bytes_to_device, 0);
}

// Lines of all blocks go through one launch each way: once to factor for each of two axes along
// which cells are thin, and up and down in each of six sweeps, where sweeps over cells have one for
// the diagonal and three. Before each but the first, ghosts are filled.
TEST(FlowStep, OverLinesTakesTwoLaunchesPerSweep) {
  if (Communicator::world().size() > 1) return;  // on one rank there is no other to wait for
  const std::string of_cells = plate(38, 4);
  std::string of_lines = of_cells;
  of_lines.replace(of_lines.find("levels = 1"), 10, "levels = 1\nsmoother = \"lines\"");
  const auto by_cells = flow("", of_cells), by_lines = flow("", of_lines);
  const Counts cells = of_step("flow, over cells", *by_cells),
               lines = of_step("flow, over lines", *by_lines);
  expect_nothing_made(lines);
  EXPECT_EQ(lines.launches - cells.launches, (2 + 2 * 6 + 5) - (1 + 3 + 3));
  EXPECT_EQ(lines.waits, 0);
  EXPECT_EQ(lines.bytes_to_host + lines.bytes_to_device, 0);
}

// The host needs to know how far the inner iterations have come: two sums for each, and before the
// first; and once the largest speed, for what rounding lets them reach.
TEST(FlowStep, InTimeWaitsForItsResiduals) {
  if (Communicator::world().size() > 1) return;  // messages are counted above
  constexpr std::int64_t cycles = 2;
  const auto solver = flow("[cycles]\nlevels = 2\nmost = 2\ntolerance = 1e-12\n[time]\n"
                           "scheme = \"bdf2\"\nstep = 0.1\n");
  const Counts c = of_step("flow, two cycles in time", *solver);
  expect_nothing_made(c);
  EXPECT_EQ(c.bytes_to_device, 0);
  EXPECT_EQ(c.bytes_to_host, static_cast<std::int64_t>(sizeof(double)) * (2 * (cycles + 1) + 1));
  EXPECT_EQ(c.waits, 2 * (cycles + 1) + 1);
}

}  // namespace
}  // namespace thalweg
