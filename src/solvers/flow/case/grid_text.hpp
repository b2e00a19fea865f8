// SPDX-License-Identifier: Apache-2.0
// What `thalweg grid` says of a grid.
#pragma once

#include <string>
#include <vector>

#include "solvers/flow/mesh/mesh.hpp"

namespace thalweg::flow {

/// Blocks, volumes, the worst cells, connections, families, faces without a condition, levels.
std::vector<std::string> grid_lines(const Mesh& mesh);

}  // namespace thalweg::flow
