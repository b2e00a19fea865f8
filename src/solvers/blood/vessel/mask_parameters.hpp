// SPDX-License-Identifier: Apache-2.0
// What a case says of a vessel in an image: geometry.shape = "mask".
#pragma once

#include "io/case/case.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// Reads the file and the other keys of geometry.shape = "mask" into a vessel whose spacing is
/// known. Mistakes go to the case's diagnostics; then the vessel is a box.
void read_mask(io::Case& input, Vessel& vessel);

}  // namespace thalweg::blood
