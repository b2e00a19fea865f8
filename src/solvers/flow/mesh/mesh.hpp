// SPDX-License-Identifier: Apache-2.0
// A multi-block grid before it is dealt to ranks: blocks, where their vertices lie, and what the
// faces that nothing is connected to are called. Read generators.hpp for what makes one, then
// metrics.hpp.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "geometry/vector.hpp"
#include "grid/blocks.hpp"

namespace thalweg::flow {

/// Every rank has all of it: vertices are asked for one by one.
struct Mesh {
  grid::BlockGrid blocks;  // as they are made, not split
  /// Vertex (z, y, x) of a block, 0 <= v <= cells along each axis.
  std::function<geometry::Vector(int block, const grid::Cell& vertex)> vertex;
  std::vector<std::array<std::string, 6>> families;  // by block and face: 2 * axis + upper
  bool is_flat = false;  // one cell thick along z, across which nothing flows or changes

  const std::string& family(int block, grid::Face face) const {
    return families[grid::index(block)][grid::index(2 * face.axis + face.upper)];
  }
  /// The first axis, (z, y, x), across which there is flow.
  int first_axis() const { return is_flat ? 1 : 0; }
  /// Families in the order of their first faces, those across z left out where the grid is flat.
  std::vector<std::string> family_names() const;
};

/// A mesh whose blocks are cut for ranks, on one level of a multigrid: the cells of level n are
/// made of 2^n cells along each axis across which there is flow.
struct MeshLevel {
  const Mesh* mesh;
  grid::BlockGrid blocks;
  int level = 0;

  /// Vertex (z, y, x) of a block of this level; may lie beyond the block within its whole one.
  geometry::Vector vertex(int block, const grid::Cell& v) const;
  /// Whether there is such a vertex.
  bool has_vertex(int block, const grid::Cell& v) const;
  const std::string& family(int block, grid::Face face) const {
    return mesh->family(blocks.block(block).whole, face);
  }

 private:
  grid::Cell whole_vertex(int block, const grid::Cell& v) const;
};

/// The next coarser level: blocks, connections and places of cuts are halved. Throws UsageError
/// where that leaves half cells.
MeshLevel coarsened(const MeshLevel& fine);
/// How many levels there can be: cells of all blocks can be halved and keep `fewest` along each
/// axis.
int most_levels(const grid::BlockGrid& blocks, bool is_flat, int fewest);

}  // namespace thalweg::flow
