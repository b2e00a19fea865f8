// SPDX-License-Identifier: Apache-2.0
// Triangles that fill a polygon.
#pragma once

#include <array>
#include <vector>

#include "geometry/triangle_surface.hpp"

namespace thalweg::geometry {

using Place2 = std::array<double, 2>;

/// Half the sum of cross products: positive for a polygon that turns counter-clockwise.
double signed_area(const std::vector<Place2>& polygon);

bool encloses(const std::vector<Place2>& polygon, const Place2& place);

/// By cutting off ears: G. H. Meisters, "Polygons have ears", Am. Math. Mon. 82 (1975). Triangles
/// of numbers of corners, which turn as the polygon does; fewer where it crosses itself.
std::vector<Triangle> fill(const std::vector<Place2>& polygon);

/// Of a face in space with three corners or more, which need not be quite planar: from its first
/// corner on where such triangles do not overlap, else as above. Numbers of its corners; none where
/// its rim crosses itself.
std::vector<Triangle> fill_face(std::vector<Vector> face);

}  // namespace thalweg::geometry
