// SPDX-License-Identifier: Apache-2.0
// Smaller and larger cases of the same kind: for measurements, and for weak scaling.
#pragma once

#include <string>
#include <vector>

#include "io/case/case.hpp"

namespace thalweg::flow {

/// A grid that is the same along an axis, so that more or fewer cells there make another case of
/// the same flow.
struct LongGrid {
  std::string kind;  // grid.kind; empty: the grid has no such axis
  int axis = 2;      // x, y, z
  // Boxes: along x, y, z. Others: along z alone.
  std::array<std::int64_t, 3> cells{}, blocks{1, 1, 1};
  std::array<double, 3> length{};

  /// Settings for so many times the cells along the axis, in blocks of about the same size; none
  /// where that leaves it as it is.
  std::vector<std::string> times(double factor) const;
};
LongGrid long_grid(io::Case& input);

/// Of a case with so many cells: settings that make it small enough to be measured.
std::vector<std::string> sample_of(const LongGrid& grid, double cells);
/// Throws InputError where the grid has no such axis.
std::vector<std::string> grown(const LongGrid& grid, double factor);

}  // namespace thalweg::flow
