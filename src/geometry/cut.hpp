// SPDX-License-Identifier: Apache-2.0
// Surfaces that are cut along a plane.
#pragma once

#include <cstddef>
#include <optional>

#include "geometry/triangle_surface.hpp"

namespace thalweg::geometry {

struct CutPlane {
  std::size_t axis = 0;  // across which it lies: 0, 1, 2 for x, y, z
  double at = 0;         // m
  bool is_high = false;  // what lies above it is cut off, else what lies below
};

struct CutSurface {
  TriangleSurface surface;
  /// On the rim of a hole within a cap, which caps cannot have; none: there is none.
  std::optional<Vector> hole{};
};

/// Cuts a surface and closes each cut by a flat cap. Cuts whose rim is open, since the surface has
/// a hole there, stay open, as faults_of says.
CutSurface cut_along(const TriangleSurface& surface, const CutPlane& plane);

}  // namespace thalweg::geometry
