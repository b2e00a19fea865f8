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

testing::Solver plasma_on_device() {
  exec::select_device(0);
  const bool alone = Communicator::world().size() == 1;
  auto input = io::Case::parse(tube, "test.toml",
                               {alone ? "transport.route=\"auto\"" : "transport.route=\"staged\""});
  auto solver = (*simulation::Registry::instance().find_factory("blood", "cuda"))(
      input, Communicator::world());
  solver->initialise();
  return solver;
}

// What crosses after a step from home crosses back after the next, so both steps move as much.
TEST(PlasmaStep, StaysOnTheDevice) {
  const auto solver = plasma_on_device();
  const Communicator world = Communicator::world();
  const Counts c = counts_of_step("plasma", solver->phases(), [&] { solver->step(1e9); }).all;
  expect_nothing_made(c);
  double bytes = 0;
  for (const auto& report : solver->transport()) bytes += report.bytes;
  EXPECT_EQ(world.sum(static_cast<double>(c.bytes_to_host)), bytes);
  EXPECT_EQ(world.sum(static_cast<double>(c.bytes_to_device)), bytes);
  EXPECT_EQ(c.waits, 0);
}

// The watch takes one number now and then.
TEST(PlasmaStep, IsNotWatchedEachTime) {
  const auto solver = plasma_on_device();
  const Counts c = counts_of_step("plasma, watched", solver->phases(), [&] {
                     solver->step(1e9);
                     EXPECT_TRUE(solver->faults().empty());
                   }).all;
  EXPECT_EQ(c.waits, 0);
}

}  // namespace
}  // namespace thalweg
