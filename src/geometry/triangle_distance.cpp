// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangle_distance.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::geometry {

double distance_to_edge(const Vector& place, const Vector& a, const Vector& b) {
  const Vector along = plus(b, a, -1), from = plus(place, a, -1);
  const double square = dot(along, along);
  const double part = square > 0 ? std::clamp(dot(from, along) / square, 0.0, 1.0) : 0;
  return distance(place, plus(a, along, part));
}

double distance_to_triangle(const Vector& place, const Vector& a, const Vector& b,
                            const Vector& c) {
  const Vector normal = cross(plus(b, a, -1), plus(c, a, -1));
  const double square = dot(normal, normal);
  const auto is_within = [&](const Vector& p, const Vector& q) {
    return dot(cross(plus(q, p, -1), plus(place, p, -1)), normal) >= 0;
  };
  if (square > 0 && is_within(a, b) && is_within(b, c) && is_within(c, a))
    return std::abs(dot(plus(place, a, -1), normal)) / std::sqrt(square);
  return std::min({distance_to_edge(place, a, b), distance_to_edge(place, b, c),
                   distance_to_edge(place, c, a)});
}

}  // namespace thalweg::geometry
