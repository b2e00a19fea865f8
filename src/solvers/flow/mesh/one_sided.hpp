// SPDX-License-Identifier: Apache-2.0
// Faces between blocks at whose ends other than four cells meet: docs/theory/flow.md, section 3.
#pragma once

#include <cstdint>
#include <vector>

#include "grid/block_arena.hpp"
#include "solvers/flow/mesh/mesh.hpp"

namespace thalweg::flow {

/// Differences along such a face leave out what lies beyond its end, on both sides of it.
struct OneSidedFace {
  std::int64_t cell = 0;  // above the face, in the arena
  int place = 0;          // number of its block among those of the rank, and
  int at[3] = {};         // where it is there
  std::int64_t step = 0;  // across it
  int axis = 0;           // z, y, x
  bool is_upper = false;  // of the block
  /// Along the next axis and the one after it: to the cells above and below of which differences
  /// are made. 0: to none.
  std::int64_t above[2] = {}, below[2] = {};
};

/// Those of this rank's blocks. The blocks on both sides of a face find the same.
std::vector<OneSidedFace> one_sided_faces(const MeshLevel& mesh, const grid::BlockArena& arena);

}  // namespace thalweg::flow
