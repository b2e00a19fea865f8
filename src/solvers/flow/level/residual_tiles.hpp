// SPDX-License-Identifier: Apache-2.0
// How the cells of a rank are cut for residuals: into tiles whose fluxes fit the memory that the
// threads of a block, or the cache of a core, have for themselves.
#pragma once

#include <vector>

#include "base/portable.hpp"
#include "solvers/flow/boundary/awaited.hpp"
#include "solvers/flow/mesh/one_sided.hpp"

namespace thalweg::flow {

/// Cells of a tile at most, along z, y, x. Fluxes of one layer of y and x are there at a time, and
/// those through both sides of it: each as four components, one after the other.
struct TileShape {
  int k, j, i;

  TW_HD int layer() const { return j * i; }
  /// Fluxes of one component: across z on one side, across y, across x.
  TW_HD int across_z() const { return layer(); }
  TW_HD int across_y() const { return (j + 1) * i; }
  TW_HD int across_x() const { return j * (i + 1); }
  /// Where they begin, in values.
  TW_HD int begin_of_z(int side) const { return 4 * side * across_z(); }
  TW_HD int begin_of_y() const { return 8 * across_z(); }
  TW_HD int begin_of_x() const { return begin_of_y() + 4 * across_y(); }
  TW_HD int values() const { return begin_of_x() + 4 * across_x(); }
};

/// Cells [lower, upper) of a block, in (z, y, x).
struct ResidualTile {
  int place = 0;  // number of the block among those of the rank
  int lower[3] = {}, upper[3] = {};
  int first_layer = 0;  // number of its first layer among those of all tiles
};

/// A flux that is computed for itself: where in the memory of a tile.
struct GivenFlux {
  int face = 0;  // in the list of its kind
  int at = 0;    // its first component, and
  int step = 0;  // from one to the next
};

struct GivenFluxes {
  std::vector<GivenFlux> fluxes;  // by layer of the tiles
  std::vector<int> before;        // of layers that come before; one more than layers
};

/// Tiles that follow each other, all in even blocks or none.
struct TileRun {
  int begin = 0, end = 0;
  bool is_even = true;
};

struct ResidualTiles {
  std::vector<ResidualTile> tiles;  // first those that need no ghosts of other ranks
  int inner = 0;                    // how many these are
  std::vector<TileRun> runs;
  GivenFluxes of_conditions, one_sided;
};

/// Fluxes through lower and upper sides of layer k alternate between the two places for z: the
/// lower one of the first layer is in the first. Beside faces with awaited ghosts, along z and y,
/// the cells that need them are tiles of their own; rows along x stay long. is_even: of each block
/// of the rank, whether cells are equally wide along its lines.
ResidualTiles residual_tiles(const grid::BlockArena& arena, const std::vector<BoundaryFace>& faces,
                             const std::vector<OneSidedFace>& one_sided, const TileShape& shape,
                             const AwaitedGhosts& awaited, const std::vector<bool>& is_even);

}  // namespace thalweg::flow
