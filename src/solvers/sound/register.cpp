// SPDX-License-Identifier: Apache-2.0
// Makes the solver known to the program: how its cases are checked, its forms, and the program that
// it stands in for.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/processor_level.hpp"
#include "exec/exec.hpp"
#include "solvers/sound/case/advice.hpp"
#include "solvers/sound/case/record_names.hpp"
#include "solvers/sound/kspace/memory.hpp"
#include "solvers/sound/kspace/step_model.hpp"
#include "solvers/sound/kwave/program.hpp"
#include "solvers/sound/problem/builders.hpp"
#include "solvers/sound/sensors/interpolation.hpp"
#include "solvers/sound/simulation.hpp"

namespace thalweg::sound {

// factory.cpp
TW_IN_HOST_HALVES(std::unique_ptr<WaveSolver> build_waves(const Problem&, const Sensors&,
                                                          SeriesSink*, const SolverOptions&,
                                                          const transport::Communicator&);)

namespace {

using simulation::SolverKind;

std::string grid_line(const Parameters& p) {
  const Grid& g = p.grid;
  const char* forms[] = {"one dimension", "two dimensions", "three dimensions"};
  return fmt::format(
      "grid {} x {} x {} ({}), {:.4g} x {:.4g} x {:.4g} mm", g.points[0], g.points[1], g.points[2],
      g.axisymmetric ? "axisymmetric" : forms[g.dimensions - 1], 1e3 * g.points[0] * g.spacing[0],
      g.dimensions > 1 ? 1e3 * g.points[1] * g.spacing[1] : 0,
      g.dimensions > 2 ? 1e3 * g.points[2] * g.spacing[2] : 0);
}

std::string sensor_line(const Parameters& p) {
  std::string line = fmt::format("sensors: {} points", p.sensors.size());
  if (p.sensors.places.empty()) return line;
  line += fmt::format(", {} of them between grid points", p.sensors.places.size());
  const int reach = interpolation_reach(p.sensors.tolerance);
  return line + (reach > 0 ? fmt::format(" (sums over {} points along each axis)", 2 * reach)
                           : " (sums over all points of each axis)");
}

std::vector<simulation::checks::SensorRecords> sensor_records(const Parameters& p) {
  std::vector<simulation::checks::SensorRecords> sensors;
  for (const SensorGroup& group : p.groups) {
    simulation::checks::SensorRecords sensor{group.name, {}, {}};
    for (const Record& record : group.records)
      (record.statistic == Statistic::raw ? sensor.series : sensor.statistics)
          .push_back(record_name(record));
    sensors.push_back(std::move(sensor));
  }
  return sensors;
}

std::vector<std::string> summary_lines(const Parameters& p, int ranks) {
  std::vector<std::string> lines{grid_line(p)};
  std::string step = fmt::format(
      "step {:.4g} s (CFL number {:.3g}), {} steps to {:.4g} s", p.problem.dt, courant_number(p),
      p.problem.steps,
      p.problem.dt * static_cast<double>(std::max<std::int64_t>(1, p.problem.steps) - 1));
  if (const double ppw = points_per_wavelength(p); std::isfinite(ppw))
    step +=
        fmt::format("; {:.3g} points per wavelength at {:.3g} MHz", ppw, p.highest_frequency / 1e6);
  lines.push_back(step);
  lines.push_back(sensor_line(p));
  if (ranks > 1) {
    const int planes = p.grid.points[static_cast<std::size_t>(p.grid.dimensions - 1)];
    lines.push_back(fmt::format("{} ranks, each with {} to {} planes", ranks, planes / ranks,
                                (planes + ranks - 1) / ranks));
  }
  lines.insert(lines.end(), p.notes.begin(), p.notes.end());
  return lines;
}

SolverKind::Summary check(io::Case& input, const transport::Communicator& comm,
                          const std::string& device) {
  Parameters p = read_parameters(input);
  if (input.has_errors()) return {};
  const int largest = largest_rank_count(p.problem);
  if (comm.size() > largest) {
    input.error("grid.points", fmt::format("cannot be split over {} ranks: at most {} can be used",
                                           comm.size(), largest));
    return {};
  }
  p.options.device = device;
  return {summary_lines(p, comm.size()),
          estimate_memory(p.problem, p.sensors, p.options, comm, exec::threads()),
          sensor_records(p)};
}

template <bool OnDevice>
std::unique_ptr<simulation::Simulation> build(io::Case& input,
                                              const transport::Communicator& comm) {
  Parameters p = read_parameters(input);
  p.options.device = OnDevice ? "cuda" : "cpu";
  p.options.measures_floor = true;
  return std::make_unique<SoundSimulation>(std::move(p), comm);
}

/// Heterogeneous, nonlinear and absorbing: every term of a step.
constexpr const char* self_test_case = R"(
[grid]
points = [24, 20, 22]
spacing = 1e-4
[sound]
absorption = "power-law"
absorption_power = 1.5
absorbing_layer = { points = 4 }
[medium]
sound_speed = 1500
density = 1000
absorption = 0.75
nonlinearity = 6
[[medium.region]]
shape = "ball"
center = [1.2e-3, 1e-3, 1.1e-3]
radius = 4e-4
sound_speed = 1800
density = 1200
[[initial.pressure]]
shape = "ball"
center = [8e-4, 8e-4, 8e-4]
radius = 3e-4
value = 1e6
[time]
cfl = 0.3
end = 1e-6
[output]
fields = { every_steps = 1 }
)";

std::unique_ptr<WaveSolver> build_on_host(const Problem& problem, const Sensors& sensors,
                                          SeriesSink* sink, const SolverOptions& options,
                                          const transport::Communicator& comm) {
  return TW_CHOSEN_HOST_HALF(build_waves)(problem, sensors, sink, options, comm);
}

[[maybe_unused]] const bool registered = [] {
  add_builder("cpu", build_on_host);
  auto& registry = simulation::Registry::instance();
  registry.add({.name = "sound",
                .field_names = field_names(),
                .recordings = {.history = {"pressure_max", "pressure_min", "pressure_rms"}},
                .check = check,
                .fixed_keys = {"simulation.kind", "grid", "time", "sensor", "sound.record_from",
                               "sound.sensor_tolerance"},
                .after_divergence = {.text = "Usually the time step is too long: use a smaller "
                                             "time.cfl or time.step; or the grid is too coarse for "
                                             "what the wave steepens to: use more grid.points. The "
                                             "step of a run stays, so begin anew with --force."},
                .step_model =
                    [](io::Case& input) {
                      const Parameters p = read_parameters(input);
                      return step_model(p.problem, p.options);
                    },
                .self_test_case = self_test_case});
  registry.add_factory("sound", "cpu", build<false>);
  // Always: whether a device half is there is not known yet, since it may be registered after this.
  registry.add_factory("sound", "cuda", build<true>);
  registry.add_stand_in({kwave::is_called, kwave::kwave_main});
  return true;
}();

}  // namespace

}  // namespace thalweg::sound
