// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangle_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace thalweg::geometry {

namespace {

/// Quarter turns are exact, so that planes along the axes stay so.
std::pair<double, double> cosine_and_sine(double degrees) {
  const double quarters = degrees / 90;
  if (quarters == std::round(quarters)) {
    constexpr double sines[] = {0, 1, 0, -1};
    const auto turns = static_cast<std::size_t>(std::fmod(std::fmod(quarters, 4) + 4, 4));
    return {sines[(turns + 1) % 4], sines[turns]};
  }
  const double angle = degrees * std::numbers::pi / 180;
  return {std::cos(angle), std::sin(angle)};
}

Vector rotated(Vector place, const Vector& degrees) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [cosine, sine] = cosine_and_sine(degrees[axis]);
    const double a = place[(axis + 1) % 3], b = place[(axis + 2) % 3];
    place[(axis + 1) % 3] = cosine * a - sine * b;
    place[(axis + 2) % 3] = sine * a + cosine * b;
  }
  return place;
}

}  // namespace

const Vector& TriangleSurface::corner(int triangle, int k) const {
  const Triangle& of = triangles[static_cast<std::size_t>(triangle)];
  return corners[static_cast<std::size_t>(of[static_cast<std::size_t>(k)])];
}

Vector TriangleSurface::area_vector(int triangle) const {
  const Vector &a = corner(triangle, 0), &b = corner(triangle, 1), &c = corner(triangle, 2);
  return plus({}, cross(plus(b, a, -1), plus(c, a, -1)), 0.5);
}

double TriangleSurface::volume() const {
  if (triangles.empty()) return 0;
  // Pyramids over the triangles, from a corner of the surface: far from the origin they would
  // cancel.
  const Vector apex = corner(0, 0);
  double volume = 0;
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t)
    volume += dot(area_vector(t), plus(corner(t, 0), apex, -1)) / 3;
  return volume;
}

double TriangleSurface::area() const {
  double area = 0;
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    const Vector of = area_vector(t);
    area += std::sqrt(dot(of, of));
  }
  return area;
}

Bounds TriangleSurface::bounds() const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Bounds bounds{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
  for (const Vector& corner : corners)
    for (std::size_t d = 0; d < 3; ++d) {
      bounds.lower[d] = std::min(bounds.lower[d], corner[d]);
      bounds.upper[d] = std::max(bounds.upper[d], corner[d]);
    }
  return bounds;
}

void TriangleSurface::turn_over() {
  for (Triangle& triangle : triangles) std::swap(triangle[1], triangle[2]);
}

void place(TriangleSurface& surface, const Placement& placement) {
  for (Vector& corner : surface.corners)
    corner = plus(placement.translation, rotated(corner, placement.rotation), placement.scale);
}

}  // namespace thalweg::geometry
