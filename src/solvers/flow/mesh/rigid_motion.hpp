// SPDX-License-Identifier: Apache-2.0
// What leads from one side of a periodic grid to the other.
#pragma once

#include "geometry/vector.hpp"

namespace thalweg::flow {

/// A vector turned about axis x, y or z (0, 1, 2), in the sense of a right hand. angle: in radians.
geometry::Vector turned(const geometry::Vector& v, int axis, double angle);

/// A rotation about an axis through a centre, and then a translation.
struct RigidMotion {
  geometry::Vector shift{};
  double angle = 0;  // [rad]
  int axis = 2;      // x, y, z
  geometry::Vector centre{};

  geometry::Vector operator()(const geometry::Vector& place) const;
  RigidMotion inverse() const;
};

}  // namespace thalweg::flow
