// SPDX-License-Identifier: Apache-2.0
// What a case takes from tables, as CSV: velocities by place, factors by time. Mistakes go to its
// diagnostics.
#pragma once

#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// Columns: one or two of x, y, z, then some of velocity_x, velocity_y, velocity_z; others are 0.
/// Rows in any order; of two coordinates all pairs. None where it is wrong.
std::optional<VelocityTable> read_velocity_table(io::Case& input, const std::string& key);

/// AT.ramp, AT.factor_file (columns time, factor) and AT.repeat; AT ends with '.'. Refused in a
/// steady flow, and where the case does not give the key that they multiply.
Waveform read_time_factor(io::Case& input, const std::string& at, const std::string& multiplied,
                          const Parameters& p);

}  // namespace thalweg::flow
