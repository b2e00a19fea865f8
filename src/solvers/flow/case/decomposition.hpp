// SPDX-License-Identifier: Apache-2.0
// How a grid and its coarse levels are dealt to ranks.
#pragma once

#include <vector>

#include "grid/block_arena.hpp"
#include "grid/block_partition.hpp"
#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// Blocks are cut where all levels of the multigrid can be. Every rank gets the same.
grid::BlockPartition partition_of(const Mesh& mesh, const Parameters& parameters, int ranks);

/// The ranks that have the blocks of a level, and those that have what these are made of, one level
/// above: the same ones unless the level is gathered on one rank.
struct LevelOwners {
  std::vector<int> own, above;
  bool are_gathered() const { return own != above; }
  /// Whether several ranks have blocks of the level.
  bool are_several() const;
};

/// Of each level, the grid itself first. The first rank has all blocks of coarse levels with fewer
/// cells than cycles.gather_below. (docs/design/flow.md)
std::vector<LevelOwners> owners_of_levels(const grid::BlockPartition& parts,
                                          const Parameters& parameters, bool on_devices);

/// Ghosts of waiting blocks: of corrections, which are linear between cells. (5.7)
inline constexpr int waiting_ghosts = 1;
/// The blocks of a level as the ranks have them that have what they are made of: none where the
/// level is not gathered.
grid::BlockArena waiting_arena(const grid::BlockGrid& blocks, const LevelOwners& owners, int rank);

}  // namespace thalweg::flow
