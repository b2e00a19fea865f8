// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/problem/wave_solver.hpp"

#include <fmt/format.h>

#include <map>

#include "base/error.hpp"
#include "fft/whole_layout.hpp"
#include "solvers/sound/problem/builders.hpp"

namespace thalweg::sound {

namespace {

std::map<std::string, Builder>& builders() {
  static std::map<std::string, Builder> all;
  return all;
}

}  // namespace

bool add_builder(const std::string& device, Builder builder) {
  builders()[device] = builder;
  return true;
}

std::vector<StateArray> WaveSolver::state() const {
  std::vector<StateArray> arrays;
  save_state([&](const StateArray& array) { arrays.push_back(array); });
  return arrays;
}

void WaveSolver::set_state(std::int64_t steps, const std::vector<StateArray>& arrays) {
  load_state(steps, [&](const std::string& name) -> std::optional<std::vector<double>> {
    for (const StateArray& array : arrays)
      if (array.name == name) return array.values;
    return {};
  });
}

int largest_rank_count(const Problem& problem) {
  const auto& n = problem.points;
  if (problem.dimensions == 2) return fft::largest_rank_count_whole(n[0], 1, n[1]);
  return fft::largest_rank_count_whole(n[0], n[1], n[2]);
}

std::unique_ptr<WaveSolver> make_wave_solver(const Problem& problem, const Sensors& sensors,
                                             SeriesSink* sink, const SolverOptions& options,
                                             const transport::Communicator& comm) {
  const int largest = largest_rank_count(problem);
  if (comm.size() > largest)
    throw InputError(fmt::format(
        "The grid of {} x {} x {} points cannot be split over {} ranks: at most {} can be used. "
        "Nothing was run.",
        problem.points[0], problem.points[1], problem.points[2], comm.size(), largest));
  const auto found = builders().find(options.device);
  TW_CHECK(found != builders().end(), "no solver for this device is linked into this program");
  return found->second(problem, sensors, sink, options, comm);
}

}  // namespace thalweg::sound
