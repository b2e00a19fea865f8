// SPDX-License-Identifier: Apache-2.0
// How good the cells of a mesh are.
#pragma once

#include "solvers/flow/mesh/mesh.hpp"

namespace thalweg::flow {

/// A value with the cell that has it.
struct WorstCell {
  double value = 0;
  int block = 0;
  grid::Cell cell{};
  geometry::Vector place{};
};

struct Quality {
  WorstCell least_volume, largest_volume;
  /// How far angles between edges of faces are from right ones, over a right one: 0 best, 1 worst.
  WorstCell skewness;
  /// The longest over the shortest of a cell's mean edges along its axes.
  WorstCell aspect_ratio;
};

/// Of cells across which there is flow: flat grids are looked at in their plane.
Quality quality_of(const Mesh& mesh);

/// The corners of the box around all vertices.
struct Bounds {
  geometry::Vector lower{}, upper{};
};
Bounds bounds_of(const Mesh& mesh);

/// "3.2 in block \"inlet\", cell (1, 2, 0) at (0.1, 0.2, 0.5)"; cells of x, y, z.
std::string text_of(const Mesh& mesh, const WorstCell& worst);

}  // namespace thalweg::flow
