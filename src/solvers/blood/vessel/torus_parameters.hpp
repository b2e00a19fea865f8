// SPDX-License-Identifier: Apache-2.0
// The keys of geometry.shape = "torus".
#pragma once

#include "io/case/case.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// Reads the interior, size and middle; vessel.spacing is known. Mistakes go to the case.
void read_torus(io::Case& input, Vessel& vessel);

}  // namespace thalweg::blood
