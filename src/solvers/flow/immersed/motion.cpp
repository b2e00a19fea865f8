// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/immersed/motion.hpp"

#include <cmath>
#include <numbers>

namespace thalweg::flow {

using geometry::Vector;

namespace {

/// About an axis of length 1 through the origin (Rodrigues).
Vector turned(const Vector& v, const Vector& axis, double angle) {
  if (angle == 0) return v;
  const double c = std::cos(angle), along = geometry::dot(axis, v) * (1 - c);
  const Vector across = geometry::cross(axis, v);
  Vector to;
  for (std::size_t d = 0; d < 3; ++d)
    to[d] = c * v[d] + std::sin(angle) * across[d] + along * axis[d];
  return to;
}

}  // namespace

Vector Pose::back(const Vector& place) const {
  const Vector from_pivot = geometry::plus(geometry::plus(place, shift, -1), pivot, -1);
  return geometry::plus(turned(from_pivot, axis, -angle), pivot);
}

Vector Pose::forth(const Vector& place) const {
  const Vector from_pivot = geometry::plus(place, pivot, -1);
  return geometry::plus(geometry::plus(turned(from_pivot, axis, angle), pivot), shift);
}

Vector Pose::velocity_at(const Vector& place) const {
  const Vector from_pivot = geometry::plus(geometry::plus(place, shift, -1), pivot, -1);
  return geometry::plus(velocity, geometry::cross(spin, from_pivot));
}

Motion::Component::Component(double of_drift, double amplitude, double frequency, double phase)
    : drift(of_drift), swing(0, amplitude, frequency, phase),
      rate(0, 2 * std::numbers::pi * frequency * amplitude, frequency,
           phase + std::numbers::pi / 2) {}

Pose Motion::pose(double time) const {
  Pose pose{.axis = axis, .pivot = pivot, .angle = angle.at(time)};
  for (std::size_t d = 0; d < 3; ++d) {
    pose.shift[d] = shift[d].at(time);
    pose.velocity[d] = shift[d].rate_at(time);
  }
  pose.spin = geometry::plus({}, axis, spin + angle.rate_at(time));
  return pose;
}

bool Motion::is_still() const {
  for (const Component& component : shift)
    if (!component.is_none()) return false;
  return angle.is_none();
}

}  // namespace thalweg::flow
