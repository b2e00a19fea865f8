// SPDX-License-Identifier: Apache-2.0
// The section [grid] of a case.
#pragma once

#include <memory>

#include "io/case/case.hpp"
#include "solvers/flow/mesh/mesh.hpp"

namespace thalweg::flow {

/// Cells of a block along an axis, on the coarsest level of a multigrid: no fewer.
constexpr int fewest_cells = 4;

/// The grid that the section describes; nullptr where it has mistakes, which go to the case's
/// diagnostics. Every rank makes all of it. Throws InputError for what is wrong with the grid
/// itself, or with its file.
std::shared_ptr<const Mesh> read_grid(io::Case& input);
/// All faces have conditions, or InputError is thrown; blocks have cells enough, or that is a
/// mistake of the case.
void require_runnable(io::Case& input, const Mesh& mesh);

}  // namespace thalweg::flow
