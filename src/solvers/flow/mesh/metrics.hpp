// SPDX-License-Identifier: Apache-2.0
// Areas of faces and volumes of cells, in double precision on the host (docs/theory/flow.md,
// section 2). Compiled without contraction to fused operations, so that the two blocks beside a
// face get the same area by every bit whichever way their axes run.
#pragma once

#include <vector>

#include "grid/block_arena.hpp"
#include "solvers/flow/mesh/mesh.hpp"

namespace thalweg::flow {

/// The area vector of a quadrilateral with corners in order around it, by its diagonals. (2.1)
geometry::Vector area(const geometry::Vector (&corners)[4]);
/// Of the lower face of a cell along an axis (z, y, x), in the sense of the axis.
geometry::Vector face_area(const MeshLevel& mesh, int block, int axis, const grid::Cell& cell);
geometry::Vector face_centre(const MeshLevel& mesh, int block, int axis, const grid::Cell& cell);
/// (2.2)
double cell_volume(const MeshLevel& mesh, int block, const grid::Cell& cell);
geometry::Vector cell_centre(const MeshLevel& mesh, int block, const grid::Cell& cell);

/// Fields in an arena: of the cells of this rank's blocks, and of no ghosts.
struct Metrics {
  /// Component n of the area of the lower face along axis d: area[3 d + n]; behind the last cell
  /// that of its upper face.
  std::vector<double> area[9];
  std::vector<double> mean[9];  // of the lower and the upper face of a cell (2.4)
  std::vector<double> volume;   // (2.2)
};

/// Throws InputError for a cell whose volume is not above 0, with its block, indices and place.
Metrics metrics_of(const MeshLevel& mesh, const grid::BlockArena& arena);

}  // namespace thalweg::flow
