// SPDX-License-Identifier: Apache-2.0
// How often a step does what computes and what moves data, from the case alone.
// docs/theory/flow.md, section 5.
#pragma once

#include <vector>

#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// Of one scalar, on one level.
struct ScalarCalls {
  double exchanges = 0;  // of values, and of corrections
  double changes = 0;    // exchanges of them in sweeps
  double residuals = 0, smoothings = 0;
  double restrictions = 0;  // to the level
};

/// How often a level does what moves data.
struct LevelCalls {
  double exchanges = 0;  // of the state, and of corrections
  double changes = 0;    // exchanges of them in sweeps
  double residuals = 0, smoothings = 0;
  double eddies = 0;        // exchanges of their viscosity
  double restrictions = 0;  // to the level, which are corrections from it as well
  double flow_taken = 0;    // by scalars: fluxes of volume, of a state that is exchanged for it
  ScalarCalls of_scalar{};  // of each
};

/// [level], in one cycle of the multigrid: of the flow alone.
std::vector<LevelCalls> calls_of_cycle(const Cycles& cycles);

/// In time, cycles that a step is taken to need; a steady step is one.
double cycles_of_step(const Parameters& p);
/// Cycles of each scalar while the flow stands still: in time half as many. None where scalars act
/// on the flow: they have converged with it.
double cycles_of_scalars(const Parameters& p);
std::vector<LevelCalls> calls_of_step(const Parameters& p);
/// Sums over all ranks, by what levels do.
double reductions_of_step(const Parameters& p, const std::vector<LevelCalls>& calls);

}  // namespace thalweg::flow
