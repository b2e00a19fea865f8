// SPDX-License-Identifier: Apache-2.0
// [[particles]] of a case.
#pragma once

#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Mistakes go to the case's diagnostics. The grid, the set and the averages are
/// known.
void read_particles(io::Case& input, Parameters& parameters);

}  // namespace thalweg::turbulence
