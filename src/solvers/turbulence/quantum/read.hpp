// SPDX-License-Identifier: Apache-2.0
// Keys of a superfluid in a case.
#pragma once

#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Those of [turbulence]; keys that need a velocity are mistakes.
void read_superfluid(io::Case& input, Parameters& p);
/// [initial].
void read_quantum_initial(io::Case& input, Parameters& p);

}  // namespace thalweg::turbulence
