// SPDX-License-Identifier: Apache-2.0
// What [grid] says of grids around shapes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "solvers/flow/mesh/vertex_grid.hpp"

namespace thalweg::flow {

/// Values of grid.kind.
std::vector<std::string> shape_kinds();
/// None where the section has mistakes, which go to the case's diagnostics.
std::optional<VertexGrid> read_shape(io::Case& input, const std::string& kind);

/// Which of x, y, z grid.periodic names, `usual` where the case does not say; `of_shape`: only z
/// may be.
std::array<bool, 3> read_periodic(io::Case& input, bool is_flat, bool of_shape,
                                  const std::vector<std::string>& usual = {});

}  // namespace thalweg::flow
