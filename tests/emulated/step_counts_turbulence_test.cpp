// SPDX-License-Identifier: Apache-2.0
// A step of turbulence stays on the device: no field goes over the bus.
#include "exec/device_info.hpp"
#include "simulation/interface/simulation.hpp"
#include "tests/emulated/step_counts.hpp"

namespace thalweg {
namespace {

using namespace emulated::testing;
using emulated::Counts;
using transport::Communicator;

std::unique_ptr<simulation::Simulation> turbulence(const std::string& time) {
  auto input = io::Case::parse("[grid]\npoints = [24, 20, 26]\n[turbulence]\nviscosity = 0.01\n"
                               "[initial]\nkind = \"random\"\n[time]\nscheme = \"rk3\"\n" +
                                   time,
                               "test.toml", {"simulation.precision=\"double\""});
  exec::select_device(0);
  auto solver = (*simulation::Registry::instance().find_factory("turbulence", "cuda"))(
      input, Communicator::world());
  solver->initialise();
  return solver;
}

// Of three stages, each with three sweeps at whose end the clock of the phase waits. The largest
// speed of each is brought to the host.
constexpr int stages = 3, sweeps = 3 * stages, speeds = 8 * stages;

TEST(TurbulenceStep, OfFixedLengthStaysOnTheDevice) {
  const auto solver = turbulence("step = 0.02");
  const Counts c = counts_of_step("turbulence, fixed step", [&] { solver->step(1e9); });
  expect_nothing_made(c);
  EXPECT_EQ(c.bytes_to_device, 0);
  EXPECT_LE(c.bytes_to_host, speeds);
  EXPECT_LE(c.waits, sweeps + stages);
}

// The factors of the stages follow the step, so they are sent again.
TEST(TurbulenceStep, OfALengthByCflSendsFactorsOnly) {
  const auto solver = turbulence("cfl = 0.5");
  const Counts c = counts_of_step("turbulence, step by CFL", [&] { solver->step(1e9); });
  EXPECT_LE(c.bytes_to_device, 2048);
  EXPECT_LE(c.bytes_to_host, speeds);
}

}  // namespace
}  // namespace thalweg
