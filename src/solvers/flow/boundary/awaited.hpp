// SPDX-License-Identifier: Apache-2.0
// What a rank has to wait for: ghosts that come from other ranks, and the cells beside them. All
// other cells can be worked on while messages travel (docs/design/overlap.md).
#pragma once

#include <vector>

#include "grid/block_arena.hpp"
#include "solvers/flow/mesh/boundary.hpp"

namespace thalweg::flow {

/// Ghosts that come from other ranks, by number of the block among those of the rank.
using AwaitedGhosts = std::vector<std::vector<grid::Box>>;
AwaitedGhosts awaited_ghosts(const grid::Ghosts& ghosts, const std::vector<int>& owners,
                             const grid::BlockArena& arena, int rank);

/// Whether any lie within `reach` of the cells of a block along every axis.
bool reaches(const grid::Box& cells, int reach, const std::vector<grid::Box>& awaited);

/// Cells whose neighbours across faces are there, and the others.
struct AwaitingCells {
  std::vector<grid::Box> inner;  // of each block one, which may be empty
  std::vector<grid::Box> outer;
  std::vector<grid::BlockPlace> outer_places;  // of each box of `outer`, its block
};
AwaitingCells awaiting_cells(const grid::BlockArena& arena, const AwaitedGhosts& awaited);

/// Moves faces beside awaited ghosts behind the others; returns how many others there are.
int awaiting_last(std::vector<BoundaryFace>& faces, const grid::BlockArena& arena,
                  const AwaitedGhosts& awaited);

}  // namespace thalweg::flow
