// SPDX-License-Identifier: Apache-2.0
// [forcing] of a case.
#pragma once

#include "io/case/case.hpp"
#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Read and check it, once the grid, the equations and time are read; mistakes go to the case.
void read_forcing(io::Case& input, Parameters& parameters);

/// What `thalweg check` says of it; nothing without one.
std::vector<std::string> forcing_lines(const Parameters& parameters);

}  // namespace thalweg::turbulence
