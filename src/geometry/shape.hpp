// SPDX-License-Identifier: Apache-2.0
// Bodies: balls, boxes, cylinders, layers.
#pragma once

#include <cstddef>

#include "geometry/vector.hpp"

namespace thalweg::geometry {

enum class ShapeKind { ball, box, cylinder, layer };

/// Opposite corners; coordinates may be infinite.
struct Bounds {
  Vector lower{}, upper{};
};

/// A body with its surface; lengths in metres. In two dimensions a ball is a disc.
struct Shape {
  ShapeKind kind = ShapeKind::ball;
  Vector center{};  // of a ball or cylinder
  double radius = 0;
  Vector lower{}, upper{};  // of a box
  std::size_t axis = 0;     // of a cylinder or layer: 0, 1, 2 for x, y, z
  double from = 0, to = 0;  // along that axis; may be infinite
  double tolerance = 0;     // a place no further than this outside of the surface is inside

  bool contains(const Vector& place) const;
  /// A box around the shape, without the tolerance.
  Bounds bounds() const;
};

}  // namespace thalweg::geometry
