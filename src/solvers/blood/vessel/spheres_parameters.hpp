// SPDX-License-Identifier: Apache-2.0
// What a case says of fixed spheres: geometry.shape = "spheres".
#pragma once

#include "io/case/case.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// Reads [[geometry.spheres]] into a vessel whose spacing and size are known. Mistakes go to the
/// case's diagnostics; then the vessel is a box.
void read_spheres(io::Case& input, Vessel& vessel);

}  // namespace thalweg::blood
