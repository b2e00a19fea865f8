// SPDX-License-Identifier: Apache-2.0
// A double shear layer, as formulas (docs/theory/turbulence.md, (6.14)).
#pragma once

#include "io/case/case.hpp"
#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Read the keys of initial.kind = "shear-layer" and set the formulas of the velocity; mistakes go
/// to the case.
void read_shear_layer(io::Case& input, Parameters& parameters);

}  // namespace thalweg::turbulence
