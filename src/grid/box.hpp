// SPDX-License-Identifier: Apache-2.0
// Cells and boxes of index space, (z, y, x), and the maps between the index spaces of blocks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace thalweg::grid {

/// Of an element of a vector.
inline std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Indices (z, y, x).
using Cell = std::array<int, 3>;

/// The cells lower <= c < upper.
struct Box {
  Cell lower{}, upper{};

  int extent(std::size_t d) const { return upper[d] - lower[d]; }
  bool empty() const { return extent(0) <= 0 || extent(1) <= 0 || extent(2) <= 0; }
  std::int64_t size() const {
    return empty() ? 0 : static_cast<std::int64_t>(extent(0)) * extent(1) * extent(2);
  }
  bool contains(const Box& other) const {
    for (std::size_t d = 0; d < 3; ++d)
      if (other.lower[d] < lower[d] || other.upper[d] > upper[d]) return false;
    return true;
  }
  bool contains(const Cell& cell) const {
    for (std::size_t d = 0; d < 3; ++d)
      if (cell[d] < lower[d] || cell[d] >= upper[d]) return false;
    return true;
  }
  bool operator==(const Box&) const = default;
};

/// The cells that are in both; empty() where there are none.
Box intersection(const Box& a, const Box& b);
/// The cells of a box that are not in the other, as boxes that do not overlap.
std::vector<Box> difference(const Box& box, const Box& without);
/// The cells of a box that are in none of a list of boxes, as boxes that do not overlap.
std::vector<Box> difference(const Box& box, const std::vector<Box>& without);
/// "[0, 4) x [2, 3) x [0, 8)"
std::string text_of(const Box& box);

/// A signed permutation of axes with a shift: axis d of one index space runs along axis[d] of the
/// other, in the sense sign[d], and begins at shift[d] there.
struct IndexMap {
  std::array<int, 3> axis{0, 1, 2}, sign{1, 1, 1}, shift{0, 0, 0};

  Cell operator()(const Cell& c) const {
    Cell to{};
    for (std::size_t d = 0; d < 3; ++d)
      to[static_cast<std::size_t>(axis[d])] = sign[d] * c[d] + shift[d];
    return to;
  }
  Box operator()(const Box& box) const;
  IndexMap inverse() const;
  /// First this map, then the other.
  IndexMap then(const IndexMap& next) const;
  bool operator==(const IndexMap&) const = default;
};

/// visit(c) for each cell of a box, x fastest.
template <class Visit>
void for_each_cell(const Box& box, Visit visit) {
  for (int z = box.lower[0]; z < box.upper[0]; ++z)
    for (int y = box.lower[1]; y < box.upper[1]; ++y)
      for (int x = box.lower[2]; x < box.upper[2]; ++x) visit(Cell{z, y, x});
}

}  // namespace thalweg::grid
