// SPDX-License-Identifier: Apache-2.0
// Keys of fields that a start reads from files.
#pragma once

#include "io/case/case.hpp"
#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// initial.path and .dataset of the velocity, and the keys of its companions, once the equations
/// are read; of a superfluid those of the wave function. Mistakes go to the case.
void read_initial_files(io::Case& input, Parameters& parameters);

}  // namespace thalweg::turbulence
