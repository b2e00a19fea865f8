// SPDX-License-Identifier: Apache-2.0
// Which cells the ghost cells of blocks stand for: beyond faces, and beyond edges and corners by
// way of two or three connections.
#pragma once

#include <vector>

#include "grid/blocks.hpp"

namespace thalweg::grid {

/// Ghost cells of a block, in its index space, and the cells map(c) of the donor that they stand
/// for.
struct GhostBox {
  int block = 0;
  Box ghosts;
  int donor = 0;
  IndexMap map;
  double turn = 0;  // of all connections on the way
};

/// A box of ghost cells of a block.
struct BlockBox {
  int block = 0;
  Box cells;
};

/// Which ghost cells are asked for.
enum class GhostRegion { faces, faces_edges_and_corners };

struct Ghosts {
  std::vector<GhostBox> filled;  // by block; boxes of one block do not overlap
  std::vector<BlockBox> open;    // no connection leads there: boundary conditions fill these
  /// Beyond an edge or corner where other than four or eight blocks meet: which cell follows
  /// depends on the way round. These are among the filled ones, by way of the first axis (z, y, x)
  /// whose face is connected; a scheme that needs more has to average.
  std::vector<BlockBox> singular;
};

/// `layers` ghost cells beyond each face. A donor may have fewer cells than that: then the next
/// block follows. Throws UsageError for layers < 0.
Ghosts find_ghosts(const BlockGrid& grid, int layers,
                   GhostRegion region = GhostRegion::faces_edges_and_corners);

}  // namespace thalweg::grid
