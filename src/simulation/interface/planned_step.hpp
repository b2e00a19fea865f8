// SPDX-License-Identifier: Apache-2.0
// Steps that end at a time and none of which is tiny. Compiled once, not for each processor level.
#pragma once

namespace thalweg::simulation {

struct PlannedStep {
  double size = 0, end = 0;  // end: the time after it
};

/// The next step from `time` on towards `limit`, about as long as wanted. The last step ends at the
/// limit exactly. It is up to a thousandth longer than wanted where that saves a step: sums of
/// millions of steps are rounded by less. Else the last two share what is left, so that both are at
/// least half as long as wanted. It depends on its arguments alone: a run that was restarted takes
/// the steps of an unbroken one. limit may be infinite.
PlannedStep planned_step(double time, double wanted, double limit);

}  // namespace thalweg::simulation
