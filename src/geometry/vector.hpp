// SPDX-License-Identifier: Apache-2.0
// Places and directions in space.
#pragma once

#include <array>

namespace thalweg::geometry {

/// Coordinates x, y, z of a place [m], or a direction. In fewer dimensions the others are 0.
using Vector = std::array<double, 3>;

double distance(const Vector& a, const Vector& b);
double dot(const Vector& a, const Vector& b);
Vector cross(const Vector& a, const Vector& b);
Vector plus(const Vector& a, const Vector& b, double factor = 1);  // a + factor b
/// The vector of length 1 along `a`, which must not be zero.
Vector unit(const Vector& a);
/// Two directions at right angles to a direction of length 1 and to each other.
std::array<Vector, 2> across(const Vector& direction);
/// Turned by a quarter in the plane z = 0, from x towards y.
Vector quarter_turn(const Vector& a);

}  // namespace thalweg::geometry
