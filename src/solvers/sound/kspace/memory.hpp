// SPDX-License-Identifier: Apache-2.0
// What a problem will take, from its layout alone.
#pragma once

#include "simulation/interface/memory.hpp"
#include "solvers/sound/problem/wave_solver.hpp"

namespace thalweg::sound {

/// Bytes that a solver of this problem will hold on this rank. Not collective.
simulation::MemoryEstimate estimate_memory(const Problem& problem, const Sensors& sensors,
                                           const SolverOptions& options,
                                           const transport::Communicator& comm, int threads);

}  // namespace thalweg::sound
