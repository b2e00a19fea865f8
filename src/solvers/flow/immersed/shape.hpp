// SPDX-License-Identifier: Apache-2.0
// Shapes of immersed bodies by their signed distance, below 0 inside; where they stand at rest.
#pragma once

#include <memory>
#include <vector>

#include "geometry/shape.hpp"
#include "geometry/triangle_surface.hpp"

namespace thalweg::flow {

class BodyShape {
 public:
  virtual ~BodyShape() = default;
  /// To the surface, below 0 inside. Of a sheet, which has no inside, never below 0.
  virtual double distance(const geometry::Vector& place) const = 0;
  /// A box around the surface; may be infinite.
  virtual geometry::Bounds bounds() const = 0;
};
using ShapePointer = std::shared_ptr<const BodyShape>;

/// Along x, y or z (axis 0, 1, 2); length may be infinite.
ShapePointer cylinder_shape(const geometry::Vector& centre, double radius, std::size_t axis,
                            double length);
ShapePointer sphere_shape(const geometry::Vector& centre, double radius);
/// size: along x, y, z before it is turned about these axes, one after the other [degrees]; may be
/// infinite, where it is not turned about another axis.
ShapePointer box_shape(const geometry::Vector& centre, const geometry::Vector& size,
                       const geometry::Vector& rotation);
/// A line through points in planes across z, closed from the last to the first unless it is a
/// sheet.
ShapePointer outline_shape(std::vector<geometry::Vector> points, bool is_sheet);
/// Closed unless it is a sheet.
ShapePointer surface_shape(geometry::TriangleSurface surface, bool is_sheet);

}  // namespace thalweg::flow
