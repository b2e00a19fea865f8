// SPDX-License-Identifier: Apache-2.0
// Formulas of [initial].
#pragma once

#include "io/case/case.hpp"
#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Read and check those of all fields for kind = "formula", once the equations and the grid are
/// read; mistakes go to the case, with the place in the formula.
void read_formulas(io::Case& input, Parameters& parameters);
/// The same of all fields but the velocity, which may go along with another start of it.
void read_companion_formulas(io::Case& input, Parameters& parameters);

}  // namespace thalweg::turbulence
