// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/shifts.hpp"

#include <cmath>

#include "solvers/flow/mesh/metrics.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

std::vector<Vector> shifts_of(const Mesh& mesh) {
  constexpr double rounding = 1e-3;  // of the size of a face
  const MeshLevel level{&mesh, mesh.blocks};
  std::vector<Vector> shifts;
  for (const grid::Connection& c : mesh.blocks.connections()) {
    if (c.turn != 0) continue;
    grid::Cell here = c.patch.lower, beyond = here;
    beyond[index(c.face.axis)] += c.face.upper ? 1 : -1;
    here[index(c.face.axis)] += c.face.upper;
    grid::Cell there = c.map(beyond);
    there[index(c.donor_face.axis)] += c.donor_face.upper;
    const Vector shift = geometry::plus(face_centre(level, c.block, c.face.axis, here),
                                        face_centre(level, c.donor, c.donor_face.axis, there), -1);
    const Vector area = face_area(level, c.block, c.face.axis, here);
    if (geometry::dot(shift, shift) > rounding * rounding * std::sqrt(geometry::dot(area, area)))
      shifts.push_back(shift);
  }
  return shifts;
}

}  // namespace thalweg::flow
