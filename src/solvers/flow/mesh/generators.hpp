// SPDX-License-Identifier: Apache-2.0
// Grids that a case file describes.
#pragma once

#include "solvers/flow/mesh/mesh.hpp"
#include "solvers/flow/mesh/spacing.hpp"

namespace thalweg::flow {

/// A box of cells: lists of three are of x, y, z.
struct BoxGrid {
  std::array<int, 3> cells{1, 1, 1};  // one along z: a flat grid
  std::array<double, 3> length{1, 1, 1}, origin{};
  std::array<double, 3> stretching{};  // towards both ends of an axis; 0: none
  std::array<Spacing, 3> places{};     // of vertices; none: by stretching
  std::array<bool, 3> is_periodic{};   // not along z where the grid is flat
  std::array<int, 3> blocks{1, 1, 1};  // that the box is cut into
  double amplitude = 0;                // of waves in x and y, over the length of the box
};

/// The faces of the box are the families "x-", "x+", "y-", "y+", "z-", "z+". Throws UsageError for
/// more blocks than cells.
Mesh box_mesh(const BoxGrid& box);

}  // namespace thalweg::flow
