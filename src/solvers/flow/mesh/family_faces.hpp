// SPDX-License-Identifier: Apache-2.0
// The faces of a family, one after the other.
#pragma once

#include <string>

#include "solvers/flow/mesh/metrics.hpp"

namespace thalweg::flow {

/// visit(area outwards, place of the middle) for each face of a family.
template <class Visit>
void for_each_face(const Mesh& mesh, const std::string& family, const Visit& visit) {
  const MeshLevel level{&mesh, mesh.blocks};
  for (const Patch& patch : mesh.patches) {
    if (patch.family != family) continue;
    const int axis = patch.face.axis;
    grid::for_each_cell(patch.cells, [&](grid::Cell face) {
      face[grid::index(axis)] += patch.face.upper;
      const geometry::Vector onwards = face_area(level, patch.block, axis, face);
      visit(patch.face.upper ? onwards : geometry::plus({}, onwards, -1),
            face_centre(level, patch.block, axis, face));
    });
  }
}

}  // namespace thalweg::flow
