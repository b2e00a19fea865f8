// SPDX-License-Identifier: Apache-2.0
// Smaller and larger cases of the same kind: for measurements, and for weak scaling.
#pragma once

#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// A grid that is the same along an axis, so that more or fewer cells there make another case of
/// the same flow.
struct LongGrid {
  std::string kind;  // grid.kind; empty: the grid has no such axis
  int axis = 2;      // x, y, z
  // Boxes: along x, y, z. Others: along z alone.
  std::array<std::int64_t, 3> cells{}, blocks{1, 1, 1};
  std::array<double, 3> length{};
  int levels = 1;  // of the multigrid, which other sizes have, too

  /// About so many times the cells along the axis: of one block its cells, else blocks of as many
  /// cells as they have.
  std::int64_t cells_of(double factor) const;
  /// Settings for that; none where it leaves the grid as it is.
  std::vector<std::string> times(double factor) const;

 private:
  std::int64_t in_block() const {
    return cells[static_cast<std::size_t>(axis)] / blocks[static_cast<std::size_t>(axis)];
  }
};
LongGrid long_grid(io::Case& input, int levels);

/// Settings that make a case small enough to be measured: fewer cells, and what is looked at beyond
/// them is looked at within; none where it is small.
std::vector<std::string> sample_of(io::Case& input, const LongGrid& grid, const Parameters& p);
/// Throws InputError where the grid has no such axis.
std::vector<std::string> grown(const LongGrid& grid, double factor);

}  // namespace thalweg::flow
