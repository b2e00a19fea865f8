// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/rigid_motion.hpp"

#include <cmath>

namespace thalweg::flow {

using geometry::Vector;

Vector turned(const Vector& v, int axis, double angle) {
  if (angle == 0) return v;
  const auto a = static_cast<std::size_t>(axis), b = (a + 1) % 3, c = (a + 2) % 3;
  const double cosine = std::cos(angle), sine = std::sin(angle);
  Vector to = v;
  to[b] = cosine * v[b] - sine * v[c];
  to[c] = sine * v[b] + cosine * v[c];
  return to;
}

Vector RigidMotion::operator()(const Vector& place) const {
  if (angle == 0) return geometry::plus(place, shift);
  const Vector about = turned(geometry::plus(place, centre, -1), axis, angle);
  return geometry::plus(geometry::plus(about, centre), shift);
}

RigidMotion RigidMotion::inverse() const {
  const Vector back = turned(shift, axis, -angle);
  return {{-back[0], -back[1], -back[2]}, -angle, axis, centre};
}

}  // namespace thalweg::flow
