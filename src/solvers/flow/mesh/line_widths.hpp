// SPDX-License-Identifier: Apache-2.0
// How wide cells are along the lines of the grid, which reconstructions at faces take into account:
// docs/theory/flow.md, (2.6).
#pragma once

#include <cstdint>
#include <vector>

#include "base/portable.hpp"
#include "grid/block_arena.hpp"
#include "solvers/flow/mesh/mesh.hpp"

namespace thalweg::flow {

/// Where the widths of a block along an axis lie in a list. Lines along which they are the same by
/// every bit share them: strides between such lines are 0.
struct WidthPlace {
  std::int64_t first = 0;  // of cell (0, 0, 0); two ghosts beyond either end of a line have some
  std::int64_t stride[2] = {};  // of z and y; that of x is 1

  TW_HD std::int64_t at(int k, int j, int i) const {
    return first + k * stride[0] + j * stride[1] + i;
  }
  TW_HD std::int64_t step(int axis) const {
    return (axis == 0) * stride[0] + (axis == 1) * stride[1] + (axis == 2);
  }
};

/// The widths of this rank's cells, each block's along an axis over a power of two.
struct LineWidths {
  std::vector<WidthPlace> places;  // of each block along z, y, x
  std::vector<double> relative;    // about 1
  std::vector<bool> is_even;       // of each block: cells and ghosts of a line are equally wide
};

/// The distance of the middles of both faces of a cell across an axis. (2.6)
double cell_width(const MeshLevel& mesh, int block, int axis, const grid::Cell& cell);

/// Whether they differ by no more than rounding.
bool is_as_wide(double a, double b);

/// ghosts: of the level's blocks, two layers. Beyond boundaries cells are mirrored.
LineWidths line_widths(const MeshLevel& mesh, const grid::BlockArena& arena,
                       const grid::Ghosts& ghosts);

}  // namespace thalweg::flow
