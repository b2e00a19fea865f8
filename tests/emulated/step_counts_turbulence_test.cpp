// SPDX-License-Identifier: Apache-2.0
// A step of turbulence stays on the device: nothing goes over the bus but messages and the numbers
// that the host needs, and only for these it waits.
#include "exec/device_info.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/turbulence/bus_model.hpp"
#include "solvers/turbulence/decomposition.hpp"
#include "tests/emulated/step_counts.hpp"

namespace thalweg {
namespace {

using namespace emulated::testing;
using emulated::Counts;

io::Case turbulence_case(const std::string& time, const std::string& more,
                         const std::vector<std::string>& changes) {
  return io::Case::parse("[grid]\npoints = [24, 20, 26]\n[turbulence]\nviscosity = 0.01\n"
                         "[initial]\nkind = \"random\"\n[time]\nscheme = \"rk3\"\n" +
                             time + more,
                         "test.toml", changes);
}

std::unique_ptr<simulation::Simulation> made(io::Case input) {
  exec::select_device(0);
  auto solver = (*simulation::Registry::instance().find_factory("turbulence", "cuda"))(
      input, Communicator::world());
  solver->initialise();
  return solver;
}

std::unique_ptr<simulation::Simulation> turbulence(const std::string& time,
                                                   const std::string& more = "") {
  const bool alone = Communicator::world().size() == 1;
  return made(turbulence_case(time, more,
                              {"simulation.precision=\"double\"",
                               alone ? "transport.route=\"auto\"" : "transport.route=\"staged\""}));
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

/// Of fields that lie on the host, in four chunks: what the model says crosses the bus, and nothing
/// else, messages neither.
void expect_what_the_model_says(const char* name, std::vector<std::string> changes) {
  using namespace turbulence;
  for (const char* key : {"device.residence=\"host\"", "device.streams=3", "device.chunks=4"})
    changes.emplace_back(key);
  auto input = turbulence_case("step = 0.02", "", changes);
  const Parameters p = read_parameters(input);
  const auto layout = layout_of(p, Communicator::world(), p.single_precision ? 8 : 16);
  const BusBytes bytes = bus_bytes_of_step(p, layout);
  const auto solver = made(turbulence_case("step = 0.02", "", changes));
  const Counts c = of_step(name, *solver);
  expect_nothing_made(c);
  EXPECT_EQ(static_cast<double>(c.bytes_to_device), bytes.to_device);
  EXPECT_EQ(static_cast<double>(c.bytes_to_host), bytes.to_host);
  // Only to send what the sweeps of a stage made, one after the other in its chunks.
  if (Communicator::world().size() > 1) return;
  EXPECT_EQ(c.waits, 0);
}

TEST(StreamedStep, MovesWhatTheModelSays) {
  expect_what_the_model_says("streamed", {});
  expect_what_the_model_says("streamed, single", {"simulation.precision=\"single\""});
  expect_what_the_model_says(
      "streamed, boussinesq with scalars",
      {"turbulence.equations=\"boussinesq\"", "turbulence.buoyancy_frequency=1",
       "turbulence.diffusivity=0.01", "turbulence.hyperviscosity={coefficient=1e-6, order=3}",
       "turbulence.scalar=[{diffusivity=0.01}, {diffusivity=0}, {diffusivity=0}]"});
}

// The sums of the history read the state once for each field that is measured.
TEST(StreamedStep, IsMeasuredChunkByChunk) {
  using namespace turbulence;
  const std::vector<std::string> keys{"device.residence=\"host\"", "device.chunks=4"};
  auto input = turbulence_case("step = 0.02", "", keys);
  const auto layout = layout_of(read_parameters(input), Communicator::world(), 16);
  const auto solver = made(turbulence_case("step = 0.02", "", keys));
  solver->step(1e9);
  const Counts before = emulated::counts_now();
  solver->scalars();
  const Counts c = emulated::counts_now().since(before);
  EXPECT_EQ(c.bytes_to_device, 3 * 16 * layout.component_size());
  EXPECT_EQ(c.bytes_to_host, 5 * 8 * layout.local_rows() + rate);  // for the column cfl
}

}  // namespace
}  // namespace thalweg
