// SPDX-License-Identifier: Apache-2.0
// A step of sound stays on the device: nothing over the bus but messages, no allocation, no wait.
#include "exec/device_info.hpp"
#include "tests/convergence/sound_tissue.hpp"
#include "tests/emulated/step_counts.hpp"

namespace thalweg::sound {
namespace {

using namespace emulated::testing;
using emulated::Counts;

std::unique_ptr<WaveSolver> tissue() {
  exec::select_device(0);
  SolverOptions options{.device = "cuda"};
  options.transport.route = Communicator::world().size() > 1 ? "staged" : "auto";
  const auto problem = runs::tissue(runs::Shape::box);
  auto solver = make_wave_solver(problem, {}, nullptr, options, Communicator::world());
  solver->initialise();
  return solver;
}

TEST(SoundStep, StaysOnTheDevice) {
  const auto solver = tissue();
  const auto step = [&] { solver->step(); };
  const Counts c = counts_of_step("sound, all effects", solver->phases(), step).all;
  expect_nothing_made(c);
  // What goes to the host is a message, which goes to another rank's device.
  const auto world = Communicator::world();
  EXPECT_EQ(world.sum(static_cast<double>(c.bytes_to_host)),
            world.sum(static_cast<double>(c.bytes_to_device)));
  EXPECT_EQ(c.waits, 0);
}

TEST(SoundStep, BringsOneNumberForTheWatch) {
  if (Communicator::world().size() > 1) return;  // messages are counted above
  const auto solver = tissue();
  const Counts c = counts_of_step("sound, watched", solver->phases(), [&] {
                     solver->step();
                     EXPECT_FALSE(solver->divergence());
                   }).all;
  EXPECT_EQ(c.bytes_to_host, std::int64_t{sizeof(float)});
  EXPECT_EQ(c.waits, 1);
}

}  // namespace
}  // namespace thalweg::sound
