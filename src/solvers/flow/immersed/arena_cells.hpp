// SPDX-License-Identifier: Apache-2.0
// Where the cells of an arena lie, ghosts too: what neighbours of a cell near a body are to it.
#pragma once

#include <vector>

#include "grid/block_arena.hpp"
#include "solvers/flow/mesh/mesh.hpp"

namespace thalweg::flow {

/// A cell of an arena; a ghost stands for a cell of another block, or of its own across a periodic
/// face. Beyond a boundary there is none: block is -1.
struct ArenaCell {
  int block = -1;
  grid::Cell cell{};
  geometry::Vector centre{};  // of the cell that it is or stands for
  geometry::Vector shift{};   // from there to where it is seen: not 0 across periodic faces
};

class ArenaCells {
 public:
  ArenaCells(const MeshLevel& mesh, const grid::BlockArena& arena);

  const ArenaCell& operator[](std::int64_t n) const { return cells_[static_cast<std::size_t>(n)]; }
  std::int64_t size() const { return static_cast<std::int64_t>(cells_.size()); }
  /// From the lower to the upper face, along the axes across which there is flow; (z, y, x).
  std::array<geometry::Vector, 3> edges(std::int64_t n) const;
  double volume(std::int64_t n) const;
  bool is_flat() const { return mesh_.mesh->is_flat; }

 private:
  void follow(const grid::BlockPlace& place, const grid::Cell& cell, ArenaCell& to);

  MeshLevel mesh_;
  std::vector<ArenaCell> cells_;
};

}  // namespace thalweg::flow
