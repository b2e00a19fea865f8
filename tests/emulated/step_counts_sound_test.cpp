// SPDX-License-Identifier: Apache-2.0
// A step of sound stays on the device: nothing over the bus, no allocation.
#include "exec/device_info.hpp"
#include "tests/convergence/sound_tissue.hpp"
#include "tests/emulated/step_counts.hpp"

namespace thalweg::sound {
namespace {

using namespace emulated::testing;
using emulated::Counts;
using transport::Communicator;

TEST(SoundStep, StaysOnTheDevice) {
  exec::select_device(0);
  const auto problem = runs::tissue(runs::Shape::box);
  const auto solver =
      make_wave_solver(problem, {}, nullptr, {.device = "cuda"}, Communicator::world());
  solver->initialise();
  const Counts c = counts_of_step("sound, all effects", [&] { solver->step(); });
  expect_nothing_made(c);
  EXPECT_EQ(c.bytes_to_device, 0);
  EXPECT_EQ(c.bytes_to_host, 0);
  EXPECT_LE(c.waits, 12);  // each sweep ends with one, for the clock of its phase
}

}  // namespace
}  // namespace thalweg::sound
