// SPDX-License-Identifier: Apache-2.0
// What a step asks of each rank, from the decomposition alone: for predictions.
#pragma once

#include "io/case/case.hpp"
#include "simulation/interface/step_work.hpp"
#include "solvers/flow/parameters.hpp"

namespace thalweg::flow {

/// How often a level does what moves data.
struct LevelCalls {
  double exchanges = 0;  // of the state, and of corrections
  double changes = 0;    // exchanges of them in sweeps
  double residuals = 0, smoothings = 0;
};
/// [level], in one cycle of the multigrid. docs/theory/flow.md, section 5.
std::vector<LevelCalls> calls_of_cycle(const Cycles& cycles);
/// In time, cycles that a step is taken to need; a steady step is one.
double cycles_of_step(const Parameters& p);
std::vector<LevelCalls> calls_of_step(const Parameters& p);

/// Throws InputError for cases with scalars, models of eddies or immersed bodies.
simulation::StepModel step_model(io::Case& input);

}  // namespace thalweg::flow
