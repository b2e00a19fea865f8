// SPDX-License-Identifier: Apache-2.0
// Which faces of cells lie on each other.
#pragma once

#include <optional>

#include "solvers/flow/mesh/vertex_grid.hpp"

namespace thalweg::flow {

/// A face of a cell at the face of a block.
struct FaceCell {
  int block;
  grid::Face face;
  grid::Cell cell;
  geometry::Vector centre{};
  double spacing = 0;  // the shortest edge
};

/// What leads a cell of a block over a face to one of the donor.
struct Link {
  std::size_t partner;  // number of the face of a cell
  int donor;
  grid::Face donor_face;
  grid::IndexMap map;
  std::size_t motion;  // its number
  bool is_along(const Link& other) const {
    return donor == other.donor && donor_face == other.donor_face && map == other.map &&
           motion == other.motion;
  }
};

/// The faces of cells, across which there is flow, that have neither a family nor a stated seam.
std::vector<FaceCell> bare_faces(const VertexGrid& grid);
/// Of each of them the face that it lies on after one of the motions: the first that there is.
/// Throws InputError where there are two.
std::vector<std::optional<Link>> find_links(const VertexGrid& grid,
                                            const std::vector<FaceCell>& faces,
                                            const std::vector<RigidMotion>& motions);

}  // namespace thalweg::flow
