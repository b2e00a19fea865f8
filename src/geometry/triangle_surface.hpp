// SPDX-License-Identifier: Apache-2.0
// Surfaces of triangles that share their corners: what they enclose, and where they are put.
#pragma once

#include <array>
#include <vector>

#include "geometry/shape.hpp"
#include "geometry/vector.hpp"

namespace thalweg::geometry {

/// Three numbers of corners, counter-clockwise as seen from outside.
using Triangle = std::array<int, 3>;

struct TriangleSurface {
  std::vector<Vector> corners;  // m
  std::vector<Triangle> triangles;

  const Vector& corner(int triangle, int k) const;
  /// Half the cross product of two sides: its length is the area of the triangle, and it points
  /// out.
  Vector area_vector(int triangle) const;
  /// What a closed surface encloses; negative where its triangles face inward.
  double volume() const;
  double area() const;
  /// The box around all corners. Of no triangles: from infinity to -infinity.
  Bounds bounds() const;
  /// Have all triangles face the other way.
  void turn_over();
};

/// How a surface is brought from its file to where it stands: in the order of the members.
struct Placement {
  double scale = 1;
  Vector rotation{};  // degrees about the axes x, y and z, one after the other
  Vector translation{};
};
void place(TriangleSurface& surface, const Placement& placement);

}  // namespace thalweg::geometry
