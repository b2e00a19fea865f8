// SPDX-License-Identifier: Apache-2.0
#include "ladder_full.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/error.hpp"
#include "exec/stream.hpp"
#include "ladder_problem.hpp"
#include "simulation/interface/memory.hpp"
#include "solvers/sound/kspace/memory.hpp"

namespace thalweg::bench::ladder {

namespace {

void require_memory(const sound::Problem& problem, const transport::Communicator& comm) {
  const double needed = simulation::new_bytes(
                   sound::estimate_memory(problem, {}, {}, comm, exec::threads())),
               free = simulation::available_bytes();
  if (needed > free)
    throw InputError(fmt::format("{} x {} x {} points need about {}, and {} are free: leave --full "
                                 "out.",
                                 problem.points[0], problem.points[1], problem.points[2],
                                 simulation::bytes_text(needed), simulation::bytes_text(free)));
}

}  // namespace

Full run_full(int steps, const transport::Communicator& comm) {
  const sound::Problem problem = make_problem(paper_grid);
  require_memory(problem, comm);
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  const auto lap = [&start] {
    const auto before = std::exchange(start, Clock::now());
    return std::chrono::duration<double>(start - before).count();
  };
  const auto solver = sound::make_wave_solver(problem, {}, nullptr, {}, comm);
  Full full;
  full.setup_seconds = lap();
  solver->step();  // touches everything, and starts the case
  full.best = lap();
  for (int s = 0; s < steps; ++s) {
    solver->step();
    const double seconds = lap();
    full.seconds += seconds / steps;
    full.best = std::min(full.best, seconds);
  }
  full.bytes = simulation::peak_resident_bytes();
  return full;
}

}  // namespace thalweg::bench::ladder
