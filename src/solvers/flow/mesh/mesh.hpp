// SPDX-License-Identifier: Apache-2.0
// A multi-block grid before it is dealt to ranks: blocks, where their vertices lie, and what the
// faces that nothing is connected to are called. Read generators.hpp for what makes one, then
// metrics.hpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "geometry/vector.hpp"
#include "grid/blocks.hpp"

namespace thalweg::flow {

/// Cells at a face of a block that nothing is connected to, one thick, and the family whose
/// condition holds there. A face may have several, beside connections.
struct Patch {
  int block = 0;
  grid::Face face;
  grid::Box cells;
  std::string family{};
};

/// The whole face.
Patch whole_face(const grid::BlockGrid& blocks, int block, grid::Face face, std::string family);

/// Every rank has all of it: vertices are asked for one by one.
struct Mesh {
  grid::BlockGrid blocks;  // as they are made, not split
  /// Vertex (z, y, x) of a block, 0 <= v <= cells along each axis.
  std::function<geometry::Vector(int block, const grid::Cell& vertex)> vertex;
  std::vector<Patch> patches;
  bool is_flat = false;     // one cell thick along z, across which nothing flows or changes
  double vertex_bytes = 0;  // that every rank holds
  std::vector<std::string> notes{};  // on how it was made, for users
  /// Where connections turn: about x, y or z (0, 1, 2), and a place on that axis.
  int turn_axis = 2;
  geometry::Vector turn_centre{};

  /// The first axis, (z, y, x), across which there is flow.
  int first_axis() const { return is_flat ? 1 : 0; }
  /// Whether some connection turns: it is a sector of something round.
  bool is_sector() const;
  /// Families in the order of their first patches, those across z left out where the grid is flat.
  std::vector<std::string> family_names() const;
};

/// What of the faces across which there is flow has neither a connection nor a family.
std::vector<Patch> faces_without_condition(const Mesh& mesh);
/// Throws InputError that lists each such part, and each that has two families or a family and a
/// connection: block, face and range of cells.
void require_conditions(const Mesh& mesh);

/// A mesh whose blocks are cut for ranks, on one level of a multigrid: the cells of level n are
/// made of 2^n cells along each axis across which there is flow.
struct MeshLevel {
  const Mesh* mesh;
  grid::BlockGrid blocks;
  int level = 0;

  /// Vertex (z, y, x) of a block of this level; may lie beyond the block within its whole one.
  geometry::Vector vertex(int block, const grid::Cell& v) const;
  /// Of the whole block that a block of this level is a part of, in the block's index space: they
  /// may lie beyond it.
  std::vector<Patch> patches(int block) const;

 private:
  int cells_along(std::size_t axis) const { return mesh->is_flat && axis == 0 ? 1 : 1 << level; }
  grid::Cell whole_vertex(int block, const grid::Cell& v) const;
};

/// The next coarser level: blocks, connections and places of cuts are halved. Throws UsageError
/// where that leaves half cells.
MeshLevel coarsened(const MeshLevel& fine);
/// How many levels there can be: cells of all blocks can be halved and keep `fewest` along each
/// axis, and so can what their faces are divided into.
int most_levels(const Mesh& mesh, int fewest);

}  // namespace thalweg::flow
