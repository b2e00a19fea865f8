// SPDX-License-Identifier: Apache-2.0
// Shapes that are made of many parts: lines in planes across z, triangles.
#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/surface_queries.hpp"
#include "geometry/triangle_distance.hpp"
#include "solvers/flow/immersed/shape.hpp"

namespace thalweg::flow {

using geometry::Bounds, geometry::Vector;

namespace {

constexpr double far = std::numeric_limits<double>::infinity();

class Outline final : public BodyShape {
 public:
  Outline(std::vector<Vector> points, bool is_sheet)
      : points_(std::move(points)), is_sheet_(is_sheet) {
    for (Vector& point : points_) {
      point[2] = 0;
      for (std::size_t d = 0; d < 2; ++d) {
        bounds_.lower[d] = std::min(bounds_.lower[d], point[d]);
        bounds_.upper[d] = std::max(bounds_.upper[d], point[d]);
      }
    }
  }

  double distance(const Vector& at) const override {
    const Vector place{at[0], at[1], 0};
    double nearest = far;
    bool is_inside = false;
    for (std::size_t n = is_sheet_ ? 1 : 0; n < points_.size(); ++n) {
      const Vector &a = points_[n > 0 ? n - 1 : points_.size() - 1], &b = points_[n];
      nearest = std::min(nearest, geometry::distance_to_edge(place, a, b));
      if (passes_right_of(place, a, b)) is_inside = !is_inside;
    }
    return is_inside && !is_sheet_ ? -nearest : nearest;
  }
  Bounds bounds() const override { return bounds_; }

 private:
  /// Whether a line from the place along x passes from a to b. An end counts to the side above.
  static bool passes_right_of(const Vector& place, const Vector& a, const Vector& b) {
    if ((a[1] > place[1]) == (b[1] > place[1])) return false;
    return place[0] < a[0] + (place[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
  }

  std::vector<Vector> points_;
  bool is_sheet_;
  Bounds bounds_{{far, far, -far}, {-far, -far, far}};
};

class Surface final : public BodyShape {
 public:
  Surface(geometry::TriangleSurface surface, bool is_sheet)
      : bounds_(surface.bounds()), is_sheet_(is_sheet), queries_(made(std::move(surface))) {}

  double distance(const Vector& place) const override {
    const double nearest = queries_.distance_to(place, 1);
    return !is_sheet_ && is_inside(place) ? -nearest : nearest;
  }
  Bounds bounds() const override { return bounds_; }

 private:
  static geometry::SurfaceQueries made(geometry::TriangleSurface surface) {
    std::vector<std::uint8_t> kinds(surface.triangles.size(), 1);
    return {std::move(surface), std::move(kinds)};
  }
  /// By the first surface that a line along x meets.
  bool is_inside(const Vector& place) const {
    for (std::size_t d = 0; d < 3; ++d)
      if (place[d] < bounds_.lower[d] || place[d] > bounds_.upper[d]) return false;
    const double length = 2 * (bounds_.upper[0] - bounds_.lower[0]);
    const auto found = queries_.crossings(place, {length, 0, 0}, 1);
    return !found.empty() && found.front().turn > 0;
  }

  Bounds bounds_;
  bool is_sheet_;
  geometry::SurfaceQueries queries_;
};

}  // namespace

ShapePointer outline_shape(std::vector<Vector> points, bool is_sheet) {
  return std::make_shared<Outline>(std::move(points), is_sheet);
}

ShapePointer surface_shape(geometry::TriangleSurface surface, bool is_sheet) {
  return std::make_shared<Surface>(std::move(surface), is_sheet);
}

}  // namespace thalweg::flow
