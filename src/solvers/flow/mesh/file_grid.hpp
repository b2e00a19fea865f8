// SPDX-License-Identifier: Apache-2.0
// Grids of files: from what they state to vertices, families and seams, and back.
#pragma once

#include "io/grids/structured_grid.hpp"
#include "solvers/flow/mesh/vertex_grid.hpp"

namespace thalweg::flow {

/// How many dimensions a grid is to have; `any`: as the file says.
enum class Dimensions : int { any = 0, two = 2, three = 3 };

/// Plane grids, and those of one cell along k between planes across z, become flat: one cell thick.
/// `file` stands in messages. Throws InputError for ranges that are no part of a face or do not fit
/// their donor's, for planes that are not across z, and for other dimensions than are asked for.
VertexGrid vertex_grid_of(const io::StructuredGrid& grid, const std::string& file,
                          Dimensions dimensions = Dimensions::any);

/// All blocks, connections and families of a mesh, in three dimensions.
io::StructuredGrid structured_grid_of(const Mesh& mesh);

}  // namespace thalweg::flow
