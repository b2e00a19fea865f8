// SPDX-License-Identifier: Apache-2.0
// Where a vessel was cut: planar caps of its surface on the faces of the box around it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "geometry/triangle_surface.hpp"

namespace thalweg::geometry {

struct Opening {
  std::string name;  // "x_low", "z_high"; of several on one face the largest, then "x_low_2", ...
  std::size_t axis = 0;  // of the face of the box: 0, 1, 2 for x, y, z
  bool is_high = false;  // the face of larger coordinates
  Vector center{};       // of its area [m]
  Vector normal{};       // outward, of length 1
  double area = 0;       // m^2
  double perimeter = 0;  // of its rim, without what is open there, too [m]
  /// From the centre to the nearest place of the rim and to the farthest [m]: equal where it is
  /// round.
  double nearest_rim = 0, farthest_rim = 0;
  std::vector<int> triangles;           // in order
  std::vector<std::array<int, 2>> rim;  // edges that it shares with the wall, by corners
};

/// Parts of the surface that lie in a face of its box and from which the wall turns away by 45
/// degrees or more, as the mean along the rim: a tube of flat facets has facets there, too. In
/// order of axis, low before high, and of area.
std::vector<Opening> find_openings(const TriangleSurface& surface);

/// "x_low", "z_high_2".
std::string name_of_opening(std::size_t axis, bool is_high, int number);

/// How far apart the rims of two sets of openings are when the second is moved by `shift`: the
/// largest distance of a corner of one to the other [m]. Infinity where one of them is empty.
double rim_distance(const TriangleSurface& surface, const std::vector<const Opening*>& some,
                    const std::vector<const Opening*>& others, const Vector& shift);

}  // namespace thalweg::geometry
