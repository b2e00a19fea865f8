// SPDX-License-Identifier: Apache-2.0
// What the benchmarks of whole steps share: as many threads as a run would use, and the phases of a
// step beside their floors.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "base/phases.hpp"
#include "exec/exec.hpp"
#include "simulation/process/machine.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::bench {

inline void use_threads_of_a_run(const transport::Communicator& comm) {
  exec::set_threads(simulation::default_threads(comm.node_size()));
}

/// Floor of a phase per step [s], 0 where none is known.
inline double floor_per_step(const Phase& phase, int steps) {
  return phase.floor_seconds * static_cast<double>(phase.calls) / steps;
}

/// The sum over phases [s].
inline double floor_per_step(const std::vector<Phase>& phases, int steps) {
  double sum = 0;
  for (const Phase& phase : phases) sum += floor_per_step(phase, steps);
  return sum;
}

/// A line for each phase that these steps had.
inline void print_phases(const std::vector<Phase>& phases, int steps) {
  for (const Phase& phase : phases) {
    if (phase.calls == 0) continue;
    const double seconds = phase.seconds / steps, floor = floor_per_step(phase, steps);
    fmt::print("    {:<22} {:8.2f} ms", phase.name, 1e3 * seconds);
    if (floor > 0) fmt::print("  floor {:8.2f}  ratio {:.2f}", 1e3 * floor, seconds / floor);
    fmt::print("\n");
  }
}

}  // namespace thalweg::bench
