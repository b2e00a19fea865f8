// SPDX-License-Identifier: Apache-2.0
// Whether a flow still changes: what time.until_steady asks for.
#pragma once

#include "simulation/report/report.hpp"
#include "simulation/setup/setup.hpp"

namespace thalweg::simulation {

class SteadyWatch {
 public:
  /// solver: outlives the watch.
  SteadyWatch(const UntilSteady& until, Simulation& solver);
  /// Compares the present state with the last one that was looked at, in steps that are multiples
  /// of UntilSteady::every_steps; else does nothing. Collective.
  void look();
  const SteadyState& state() const { return state_; }

 private:
  /// Relative; none where there is nothing to compare with.
  std::optional<double> change();

  UntilSteady until_;
  Simulation& solver_;
  SteadyState state_;
  std::optional<double> last_;  // of the quantity
};

}  // namespace thalweg::simulation
