// SPDX-License-Identifier: Apache-2.0
// How much of the rows of a lattice lies within closed membranes of triangles.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "geometry/vector.hpp"

namespace thalweg::blood {

/// Membranes of one kind, lengths in spacings from the lattice's first site.
struct Membranes {
  const std::vector<std::array<int, 3>>* triangles;  // anticlockwise as seen from outside
  std::size_t vertices;                              // of one membrane
  std::vector<double> places;                        // (membrane, coordinate, vertex)

  std::size_t count() const { return places.size() / (3 * vertices); }
  geometry::Vector vertex(std::size_t membrane, int v) const {
    const double* of = places.data() + 3 * membrane * vertices + static_cast<std::size_t>(v);
    return {of[0], of[vertices], of[2 * vertices]};
  }
};

/// Where a membrane passes a row of sites along an axis: the numbers of the row along the axes
/// after it (y, z for x; z, x for y; x, y for z), the place along the row, and whether the row
/// leaves the membrane there (1) or enters it (-1). Sums of sign times place over a membrane are
/// the length of the row within it, since each row enters as often as it leaves.
struct RowCrossing {
  std::array<int, 2> row;
  double place;
  int sign;
};
/// Tells of all crossings of all membranes. Rows stand aside by 10^-9 spacings, so that they miss
/// corners and edges that lie on sites. (10.3)
void for_each_crossing(const Membranes& membranes, std::size_t axis,
                       const std::function<void(const RowCrossing&)>& tell);

}  // namespace thalweg::blood
