// SPDX-License-Identifier: Apache-2.0
// Formulas of [initial] for kind = "formula".
#pragma once

#include "io/case/case.hpp"
#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Read and check them, once the equations and the grid are read; mistakes go to the case, with the
/// place in the formula.
void read_formulas(io::Case& input, Parameters& parameters);

}  // namespace thalweg::turbulence
