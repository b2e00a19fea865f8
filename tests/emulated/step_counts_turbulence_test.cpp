// SPDX-License-Identifier: Apache-2.0
// A step of turbulence stays on the device: nothing goes over the bus but messages and the numbers
// that the host needs, and only for these it waits.
#include "exec/device_info.hpp"
#include "simulation/interface/simulation.hpp"
#include "tests/emulated/step_counts.hpp"

namespace thalweg {
namespace {

using namespace emulated::testing;
using emulated::Counts;

std::unique_ptr<simulation::Simulation> turbulence(const std::string& time,
                                                   const std::string& more = "") {
  const bool alone = Communicator::world().size() == 1;
  auto input = io::Case::parse("[grid]\npoints = [24, 20, 26]\n[turbulence]\nviscosity = 0.01\n"
                               "[initial]\nkind = \"random\"\n[time]\nscheme = \"rk3\"\n" +
                                   time + more,
                               "test.toml",
                               {"simulation.precision=\"double\"",
                                alone ? "transport.route=\"auto\"" : "transport.route=\"staged\""});
  exec::select_device(0);
  auto solver = (*simulation::Registry::instance().find_factory("turbulence", "cuda"))(
      input, Communicator::world());
  solver->initialise();
  return solver;
}

Counts of_step(const char* name, simulation::Simulation& solver) {
  return counts_of_step(name, solver.phases(), [&] { solver.step(1e9); }).all;
}

constexpr std::int64_t rate = sizeof(double);  // the largest speed over spacing
/// Five sums for each of the 13 rows of modes.
constexpr std::int64_t sums = 13 * 5 * sizeof(double);

/// What all ranks bring to the host and back are the messages of these movements, and nothing else.
void expect_messages_alone(const Counts& c,
                           const std::vector<simulation::TransportReport>& reports) {
  const Communicator world = Communicator::world();
  double bytes = 0;
  for (const auto& report : reports) bytes += report.bytes;
  EXPECT_EQ(world.sum(static_cast<double>(c.bytes_to_host)), bytes);
  EXPECT_EQ(world.sum(static_cast<double>(c.bytes_to_device)), bytes);
}

TEST(TurbulenceStep, OfFixedLengthStaysOnTheDevice) {
  const auto solver = turbulence("step = 0.02");
  const Counts c = of_step("turbulence, fixed step", *solver);
  expect_nothing_made(c);
  expect_messages_alone(c, solver->transport());
  EXPECT_EQ(c.waits, 0);
}

// Random forces are drawn where the step runs.
TEST(TurbulenceStep, WithRandomForcesStaysOnTheDevice) {
  const auto solver = turbulence("step = 0.02", "\n[forcing]\nkind = \"random\"\n"
                                                "energy_input = 0.1\ncorrelation_time = 0.5\n");
  const Counts c = of_step("turbulence, random forces", *solver);
  expect_nothing_made(c);
  expect_messages_alone(c, solver->transport());
  EXPECT_EQ(c.waits, 0);
}

// The factors of the stages follow the step: the device makes them.
TEST(TurbulenceStep, OfALengthByCflWaitsForOneNumber) {
  if (Communicator::world().size() > 1) return;  // messages are counted above
  const auto solver = turbulence("cfl = 0.5");
  const Counts c = of_step("turbulence, step by CFL", *solver);
  expect_nothing_made(c);
  EXPECT_EQ(c.bytes_to_device, 0);
  EXPECT_EQ(c.bytes_to_host, rate);
  EXPECT_EQ(c.waits, 1);
}

TEST(TurbulenceStep, ThatIsWatchedBringsItsSums) {
  if (Communicator::world().size() > 1) return;
  const auto solver = turbulence("cfl = 0.5");
  const Counts c = counts_of_step("turbulence, watched", solver->phases(), [&] {
                     solver->step(1e9);
                     EXPECT_TRUE(solver->faults().empty());
                   }).all;
  expect_nothing_made(c);
  EXPECT_EQ(c.bytes_to_host, rate + sums);
  EXPECT_EQ(c.waits, 2);
}

}  // namespace
}  // namespace thalweg
