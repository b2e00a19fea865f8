// SPDX-License-Identifier: Apache-2.0
// What the phases of a step do on each rank, for predictions.
#pragma once

#include "simulation/interface/step_work.hpp"
#include "solvers/flow/prediction/step_calls.hpp"
#include "solvers/flow/prediction/step_shares.hpp"

namespace thalweg::flow {

/// The phases that the work of a step belongs to, by the names that reports give them.
class PhaseSums {
 public:
  /// p must outlive it.
  explicit PhaseSums(const Parameters& p) : p_(p) {}

  void add_level(int level, const LevelShares& shares, const LevelCalls& calls);
  /// residuals: of the grid, in a step.
  void add_bodies(const BodyCells::Shares& shares, double residuals);
  std::vector<simulation::PhaseWork> phases() const;

 private:
  double value() const { return p_.single_precision ? sizeof(float) : sizeof(double); }

  const Parameters& p_;
  // Calls times cells, ghosts (in bytes of a value) or faces; of bodies and their lists ns.
  OfRanks fluxes_, smooth_, ghosts_, boundaries_, coarse_, eddies_, scalars_, bodies_, lists_;
  OfRanks cells_;  // of the grid
};

}  // namespace thalweg::flow
