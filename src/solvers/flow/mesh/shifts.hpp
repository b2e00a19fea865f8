// SPDX-License-Identifier: Apache-2.0
// Along which ways a grid repeats.
#pragma once

#include <vector>

#include "solvers/flow/mesh/mesh.hpp"

namespace thalweg::flow {

/// From where connections lead to where they begin, of those of whole blocks that lead elsewhere
/// and do not turn.
std::vector<geometry::Vector> shifts_of(const Mesh& mesh);

}  // namespace thalweg::flow
