// SPDX-License-Identifier: Apache-2.0
// A periodic box of cells with vertices moved at random, as two blocks of which the second is
// stored in any orientation that keeps hands.
#pragma once

#include <cmath>

#include "solvers/flow/mesh/mesh.hpp"
#include "tests/unit/grid/oriented_pair.hpp"

namespace thalweg::testing {

/// Orientations without mirrors: 24 of the 48.
inline std::vector<grid::Transform> rotations() {
  std::vector<grid::Transform> all;
  for (const grid::Transform& t : grid::testing::all_transforms()) {
    int sign = 1;
    for (std::size_t d = 0; d < 3; ++d) {
      if (t[d] < 0) sign = -sign;
      for (std::size_t e = d + 1; e < 3; ++e)
        if (std::abs(t[d]) > std::abs(t[e])) sign = -sign;
    }
    if (sign > 0) all.push_back(t);
  }
  return all;
}

/// A number from -1 to 1 that looks like none in particular.
inline double scattered(int seed) {
  const double s = 43758.5453 * std::sin(12.9898 * seed);
  return 2 * (s - std::floor(s)) - 1;
}

/// cells: of each block where it lies, (z, y, x); spacing 1, vertices moved by up to `shift`.
inline flow::Mesh turned_mesh(const grid::Transform& transform, const grid::Cell& cells,
                              double shift) {
  const grid::testing::OrientedPair pair(transform, cells);
  std::vector<grid::Block> blocks = pair.blocks();
  for (std::size_t b = 0; b < blocks.size(); ++b) blocks[b].whole = static_cast<int>(b);
  const grid::Cell box{cells[0], cells[1], 2 * cells[2]};
  const auto vertex = [pair, blocks, box, shift](int block, const grid::Cell& v) {
    const grid::Block& of = blocks[static_cast<std::size_t>(block)];
    const grid::Cell place = pair.place(of, v);
    geometry::Vector at{};
    grid::Cell whole{};
    int number = 0;
    for (std::size_t d = 0; d < 3; ++d) {
      const grid::Cell step = pair.step(of, d);
      whole[d] = place[d] + (step[0] + step[1] + step[2] < 0 ? 1 : 0);
      number = number * box[d] + (whole[d] + box[d]) % box[d];
    }
    for (std::size_t n = 0; n < 3; ++n)
      at[n] = whole[2 - n] + shift * scattered(3 * number + static_cast<int>(n));
    return at;
  };
  return {grid::BlockGrid(blocks, pair.connections()), vertex, {}, false};
}

}  // namespace thalweg::testing
