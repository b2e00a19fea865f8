// SPDX-License-Identifier: Apache-2.0
// The regular lattice of which a sparse grid holds some cells: extents, periodic directions, and
// numbers of cells.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "grid/box.hpp"

namespace thalweg::grid {

struct Lattice {
  Cell extent{1, 1, 1};  // (z, y, x)
  std::array<bool, 3> periodic{};

  Box box() const { return {{}, extent}; }
  /// x fastest.
  std::int64_t number(const Cell& c) const {
    return (static_cast<std::int64_t>(c[0]) * extent[1] + c[1]) * extent[2] + c[2];
  }
  Cell cell(std::int64_t number) const {
    return {static_cast<int>(number / extent[2] / extent[1]),
            static_cast<int>(number / extent[2] % extent[1]), static_cast<int>(number % extent[2])};
  }
  /// The cell at c + step, round the periodic directions; none outside of the others.
  std::optional<Cell> neighbour(Cell c, const Cell& step) const {
    for (std::size_t d = 0; d < 3; ++d) {
      c[d] += step[d];
      if (0 <= c[d] && c[d] < extent[d]) continue;
      if (!periodic[d]) return std::nullopt;
      c[d] = (c[d] % extent[d] + extent[d]) % extent[d];
    }
    return c;
  }
};

/// The 19 directions of D3Q19 as (z, y, x): rest first, then each followed by its opposite.
const std::vector<Cell>& d3q19();

}  // namespace thalweg::grid
