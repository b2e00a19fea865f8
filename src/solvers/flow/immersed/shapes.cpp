// SPDX-License-Identifier: Apache-2.0
// Shapes by formulas.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/flow/immersed/shape.hpp"

namespace thalweg::flow {

using geometry::Bounds, geometry::Vector;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// How far outside of a box about the origin, or how far inside.
double distance_to_box(const Vector& place, const Vector& half) {
  double outside = 0, inside = -infinity;
  for (std::size_t d = 0; d < 3; ++d) {
    const double beyond = std::abs(place[d]) - half[d];
    outside += std::pow(std::max(beyond, 0.0), 2);
    inside = std::max(inside, beyond);
  }
  return inside > 0 ? std::sqrt(outside) : inside;
}

class Cylinder final : public BodyShape {
 public:
  Cylinder(const Vector& centre, double radius, std::size_t axis, double length)
      : centre_(centre), radius_(radius), axis_(axis), half_(length / 2) {}

  double distance(const Vector& place) const override {
    const Vector v = geometry::plus(place, centre_, -1);
    const double r = std::hypot(v[(axis_ + 1) % 3], v[(axis_ + 2) % 3]);
    if (std::isinf(half_)) return r - radius_;
    // In a plane through the axis it is a rectangle.
    return distance_to_box({r, v[axis_], 0}, {radius_, half_, infinity});
  }
  Bounds bounds() const override {
    Bounds box;
    for (std::size_t d = 0; d < 3; ++d) {
      box.lower[d] = centre_[d] - (d == axis_ ? half_ : radius_);
      box.upper[d] = centre_[d] + (d == axis_ ? half_ : radius_);
    }
    return box;
  }

 private:
  Vector centre_;
  double radius_;
  std::size_t axis_;
  double half_;
};

class Sphere final : public BodyShape {
 public:
  Sphere(const Vector& centre, double radius) : centre_(centre), radius_(radius) {}
  double distance(const Vector& place) const override {
    return geometry::distance(place, centre_) - radius_;
  }
  Bounds bounds() const override {
    const Vector r{radius_, radius_, radius_};
    return {geometry::plus(centre_, r, -1), geometry::plus(centre_, r)};
  }

 private:
  Vector centre_;
  double radius_;
};

class Box final : public BodyShape {
 public:
  Box(const Vector& centre, const Vector& size, const Vector& rotation) : centre_(centre) {
    geometry::TriangleSurface axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}};
    geometry::place(axes, {.scale = 1, .rotation = rotation, .translation = {}});
    std::copy(axes.corners.begin(), axes.corners.end(), axes_.begin());
    half_ = geometry::plus({}, size, 0.5);
  }
  double distance(const Vector& place) const override {
    const Vector v = geometry::plus(place, centre_, -1);
    return distance_to_box(
        {geometry::dot(axes_[0], v), geometry::dot(axes_[1], v), geometry::dot(axes_[2], v)},
        half_);
  }
  Bounds bounds() const override {
    Vector reach{};
    for (std::size_t d = 0; d < 3; ++d)
      for (std::size_t n = 0; n < 3; ++n)
        if (axes_[n][d] != 0) reach[d] += std::abs(axes_[n][d]) * half_[n];
    return {geometry::plus(centre_, reach, -1), geometry::plus(centre_, reach)};
  }

 private:
  Vector centre_, half_;
  std::array<Vector, 3> axes_{};
};

}  // namespace

ShapePointer cylinder_shape(const Vector& centre, double radius, std::size_t axis, double length) {
  return std::make_shared<Cylinder>(centre, radius, axis, length);
}

ShapePointer sphere_shape(const Vector& centre, double radius) {
  return std::make_shared<Sphere>(centre, radius);
}

ShapePointer box_shape(const Vector& centre, const Vector& size, const Vector& rotation) {
  return std::make_shared<Box>(centre, size, rotation);
}

}  // namespace thalweg::flow
