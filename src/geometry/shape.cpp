// SPDX-License-Identifier: Apache-2.0
#include "geometry/shape.hpp"

#include <cmath>
#include <limits>

namespace thalweg::geometry {

bool Shape::contains(const Vector& place) const {
  const auto within = [&](double value, double low, double high) {
    return value >= low - tolerance && value <= high + tolerance;
  };
  if (kind == ShapeKind::ball) return distance(place, center) <= radius + tolerance;
  if (kind == ShapeKind::layer) return within(place[axis], from, to);
  if (kind == ShapeKind::box)
    return within(place[0], lower[0], upper[0]) && within(place[1], lower[1], upper[1]) &&
           within(place[2], lower[2], upper[2]);
  Vector off_axis = plus(place, center, -1);
  off_axis[axis] = 0;
  return within(place[axis], from, to) && std::sqrt(dot(off_axis, off_axis)) <= radius + tolerance;
}

Bounds Shape::bounds() const {
  if (kind == ShapeKind::box) return {lower, upper};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Bounds bounds{{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
  if (kind != ShapeKind::layer)
    for (std::size_t d = 0; d < 3; ++d) {
      bounds.lower[d] = center[d] - radius;
      bounds.upper[d] = center[d] + radius;
    }
  if (kind == ShapeKind::ball) return bounds;
  bounds.lower[axis] = from;
  bounds.upper[axis] = to;
  return bounds;
}

}  // namespace thalweg::geometry
