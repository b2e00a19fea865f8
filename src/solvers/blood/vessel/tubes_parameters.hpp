// SPDX-License-Identifier: Apache-2.0
// What a case says of tubes that meet: geometry.shape = "junction".
#pragma once

#include "io/case/case.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// Reads [[geometry.tubes]] and geometry.periodic into a vessel whose spacing is known. Mistakes go
/// to the case's diagnostics; then the vessel is a box.
void read_tubes(io::Case& input, Vessel& vessel);

}  // namespace thalweg::blood
