// SPDX-License-Identifier: Apache-2.0
// What keeps a surface of triangles from having an inside.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/triangle_surface.hpp"

namespace thalweg::geometry {

/// Edges that hang together and belong to one triangle alone.
struct Hole {
  Vector center{};   // of the box around it [m]
  double width = 0;  // longest side of that box [m]
  std::int64_t edges = 0;
};

struct SurfaceFaults {
  std::vector<Hole> holes;  // the widest first
  /// Middles of edges whose two triangles face opposite sides, or of which three triangles or more
  /// do not pair up.
  std::vector<Vector> turned, crowded;

  bool none() const { return holes.empty() && turned.empty() && crowded.empty(); }
};

/// In a closed surface each edge is passed as often one way as the other.
SurfaceFaults faults_of(const TriangleSurface& surface);

}  // namespace thalweg::geometry
