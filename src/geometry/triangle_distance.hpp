// SPDX-License-Identifier: Apache-2.0
// How far a place is from a triangle.
#pragma once

#include "geometry/vector.hpp"

namespace thalweg::geometry {

/// To the triangle of these corners, which may lie on a line or in one place [m].
double distance_to_triangle(const Vector& place, const Vector& a, const Vector& b, const Vector& c);
/// To the straight line from a to b [m].
double distance_to_edge(const Vector& place, const Vector& a, const Vector& b);

}  // namespace thalweg::geometry
