// SPDX-License-Identifier: Apache-2.0
// The smallest solver that a run can have, for tests of everything around a solver:
// du/dt = -rate u on a line of points that the ranks share. Its case can ask for trouble.
//
// [decay] points, rate, step; nan_at_step (a point of the last rank becomes NaN),
// signal_at_step with signal (the last rank raises it), claim_bytes (memory it says it needs),
// crash_in_save_at_step (the last rank kills itself in the middle of a checkpoint).
#pragma once

namespace thalweg::testing {

/// Make the kind "decay" known; call before the first run. Calling again does nothing.
void register_decay();

}  // namespace thalweg::testing
