// SPDX-License-Identifier: Apache-2.0
// What a step asks of each rank, from the problem's layout alone.
#pragma once

#include "fft/layout.hpp"
#include "simulation/interface/step_work.hpp"
#include "solvers/sound/problem/wave_solver.hpp"

namespace thalweg::sound {

/// Parts that each exchange is cut into, the same on all ranks.
int chunk_count(const SolverOptions& options, const fft::Layout& layout);

/// The problem is copied; its readers are not called.
simulation::StepModel step_model(const Problem& problem, const SolverOptions& options);

}  // namespace thalweg::sound
