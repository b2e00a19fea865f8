// SPDX-License-Identifier: Apache-2.0
#include "geometry/vector.hpp"

#include <cmath>

namespace thalweg::geometry {

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

double distance(const Vector& a, const Vector& b) {
  const Vector d = plus(a, b, -1);
  return std::sqrt(dot(d, d));
}

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector plus(const Vector& a, const Vector& b, double factor) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

Vector unit(const Vector& a) {
  const double length = std::sqrt(dot(a, a));
  return {a[0] / length, a[1] / length, a[2] / length};
}

std::array<Vector, 2> across(const Vector& direction) {
  const Vector other = std::abs(direction[0]) < 0.9 ? Vector{1, 0, 0} : Vector{0, 1, 0};
  const Vector first = unit(cross(direction, other));
  return {first, cross(direction, first)};
}

Vector quarter_turn(const Vector& a) { return {-a[1], a[0], 0}; }

}  // namespace thalweg::geometry
