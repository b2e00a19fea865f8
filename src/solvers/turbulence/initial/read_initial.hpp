// SPDX-License-Identifier: Apache-2.0
// The keys of [initial].
#pragma once

#include "io/case/case.hpp"
#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Read and check how a case begins, once its grid and equations are read; mistakes go to the case.
void read_initial(io::Case& input, Parameters& parameters);

}  // namespace thalweg::turbulence
