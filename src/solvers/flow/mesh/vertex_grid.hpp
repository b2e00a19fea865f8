// SPDX-License-Identifier: Apache-2.0
// Grids as arrays of vertices, as files and generators give them, and the mesh that is made of one:
// left-handed blocks are turned, connections found, points beside them made one.
#pragma once

#include "solvers/flow/mesh/mesh.hpp"
#include "solvers/flow/mesh/rigid_motion.hpp"

namespace thalweg::flow {

struct VertexBlock {
  std::string name;
  grid::Cell cells{};                        // (z, y, x)
  std::vector<geometry::Vector> vertices{};  // (z, y, x), one more along each axis

  std::size_t number(const grid::Cell& v) const {
    return (grid::index(v[0]) * grid::index(cells[1] + 1) + grid::index(v[1])) *
               grid::index(cells[2] + 1) +
           grid::index(v[2]);
  }
  const geometry::Vector& at(const grid::Cell& v) const { return vertices[number(v)]; }
  geometry::Vector& at(const grid::Cell& v) { return vertices[number(v)]; }
};

/// A connection, and what leads from a point of the block to that of the donor where they are
/// periodic.
struct Seam {
  grid::Connection connection;
  RigidMotion motion{};
};

struct VertexGrid {
  std::vector<VertexBlock> blocks;
  std::vector<Patch> patches{};
  std::vector<Seam> seams{};           // that are stated, once or from both sides
  std::vector<RigidMotion> motions{};  // between periodic faces that are to be found
  bool is_flat = false;                // blocks are one cell thick along z
  /// Points coincide that are no further apart than this, by the shortest edge of the faces.
  double tolerance = 1e-3;
};

/// Where points of faces coincide, or do once they are moved by one of the motions: of all faces
/// across which there is flow that have neither a family nor a stated seam. Faces may coincide in
/// part, and be turned in any way. Throws InputError for three faces at one place.
std::vector<Seam> find_seams(const VertexGrid& grid);

/// Every rank holds all vertices. Notes say what was changed. Throws InputError for folded cells,
/// faces without an area, seams whose points do not coincide, blocks that cover each other,
/// rotations about several axes, and what BlockGrid refuses; faces without a condition are left to
/// require_conditions.
Mesh assembled(VertexGrid grid);

}  // namespace thalweg::flow
