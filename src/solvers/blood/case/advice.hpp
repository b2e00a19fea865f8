// SPDX-License-Identifier: Apache-2.0
// What `thalweg check` says of a case: the numbers of the lattice, and plain warnings.
#pragma once

#include <string>
#include <vector>

#include "solvers/blood/case/parameters.hpp"

namespace thalweg::blood {

/// The largest velocity that the flow tends to [m/s]: that of the steady flow of the mean gradient
/// between plates or in a tube, or of the walls.
double expected_velocity(const Parameters& parameters);

std::vector<std::string> advice(const Parameters& parameters);

}  // namespace thalweg::blood
