// SPDX-License-Identifier: Apache-2.0
// What runs of sound take of the device.
#include "solvers/sound/kspace/memory.hpp"
#include "tests/convergence/sound_tissue.hpp"
#include "tests/emulated/device_memory.hpp"

namespace thalweg::sound {
namespace {

using namespace emulated::testing;

Sensors sensors_of(const Problem& p) {
  Sensors sensors{.points = {},
                  .records = {{Field::pressure, Statistic::raw},
                              {Field::colocated_velocity_x, Statistic::maximum},
                              {Field::pressure, Statistic::rms_all},
                              {Field::pressure, Statistic::maximum_all}},
                  .first_step = 0};
  for (std::int64_t i = p.size() - 1; i >= 0; i -= 97) sensors.points.push_back(i);
  for (int i = 0; i < 9; ++i)
    sensors.places.push_back({2.3 * i, 0.4 + 1.9 * i, p.dimensions > 2 ? 0.2 + 1.8 * i : 0});
  return sensors;
}

/// A few steps, and a restart.
void run(const Problem& problem, const Sensors& sensors, const SolverOptions& options) {
  runs::Series series(sensors);
  const auto solver = make_wave_solver(problem, sensors, &series, options, Communicator::world());
  solver->initialise();
  runs::take_steps(*solver, 3);
  solver->flush();
  solver->pressure_summary();
  EXPECT_FALSE(solver->divergence().has_value());
  solver->set_state(solver->steps(), solver->state());
  runs::take_steps(*solver, 1);
}

void expect_estimated_run(const char* name, const Problem& problem, const Sensors& sensors) {
  if (Communicator::world().size() > largest_rank_count(problem)) return;
  use_one_device();
  for (const bool single : {true, false})
    for (const char* route : {"staged", "auto"}) {
      SolverOptions options{.single_precision = single, .device = "cuda", .measures_floor = true};
      options.transport.route = route;
      const MemoryEstimate estimate =
          estimate_memory(problem, sensors, options, Communicator::world(), 1);
      expect_estimated(name, peak_of([&] { run(problem, sensors, options); }), estimate);
    }
}

TEST(SoundOnDevice, TakesWhatIsEstimatedOfTissue) {
  for (const auto& [name, problem] : {std::pair{"box", runs::tissue({48, 40, 36})},
                                      std::pair{"sheet", runs::tissue({130, 96, 1})},
                                      std::pair{"axisymmetric", runs::tissue({120, 90, 1}, true)}})
    expect_estimated_run(name, problem, sensors_of(problem));
}

/// One signal for all points is corrected once, and the correction goes before the start is read.
TEST(SoundOnDevice, TakesWhatIsEstimatedOfWater) {
  Problem p = runs::water({48, 40, 36}, 1e-4, 2e-8);
  expect_estimated_run("water", p, {});
  p.pressure_sources = {{SourceMode::additive, runs::plate(p, 6), runs::tone(25, 1, 0.1)}};
  expect_estimated_run("water with a source", p, {});
  p.initial_pressure = runs::varied(p, [](int x, int, int) { return 10.0 * x; });
  expect_estimated_run("water with a source and a start", p, {});
}

TEST(SoundOnDevice, TakesWhatIsEstimatedOfALine) {
  expect_estimated_run("line", runs::water({30000, 1, 1}, 1e-4, 2e-8), {});
}

}  // namespace
}  // namespace thalweg::sound
