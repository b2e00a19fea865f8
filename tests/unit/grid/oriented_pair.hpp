// SPDX-License-Identifier: Apache-2.0
// A periodic box of cells as two blocks, of which the second is stored in any of the 48
// orientations: what one block would hold is known for every cell.
#pragma once

#include <cstdlib>
#include <vector>

#include "grid/blocks.hpp"

namespace thalweg::grid::testing {

/// All signed permutations.
inline std::vector<Transform> all_transforms() {
  std::vector<Transform> all;
  std::array<int, 3> axes{1, 2, 3};
  do
    for (int signs = 0; signs < 8; ++signs)
      all.push_back({signs & 1 ? -axes[0] : axes[0], signs & 2 ? -axes[1] : axes[1],
                     signs & 4 ? -axes[2] : axes[2]});
  while (std::next_permutation(axes.begin(), axes.end()));
  return all;
}

class OrientedPair {
 public:
  /// Each block has `cells` (z, y, x) where the first lies; the second follows it along x.
  OrientedPair(const Transform& transform, const Cell& cells)
      : transform_(transform), cells_(cells) {
    Block second{"second", {}};
    for (std::size_t d = 0; d < 3; ++d) second.cells[axis(d)] = cells[d];
    blocks_ = {{"first", cells}, second};
  }

  const std::vector<Block>& blocks() const { return blocks_; }
  BlockGrid grid() const { return BlockGrid(blocks_, connections()); }
  std::vector<Connection> connections() const {
    std::vector<Connection> list;
    const auto add = [&](const FaceConnection& c) { list.push_back(connection_of(blocks_, c)); };
    const int x = static_cast<int>(axis(2));
    add({0, {2, true}, 1, {x, !runs_along(2)}, transform_});
    add({0, {2, false}, 1, {x, runs_along(2)}, transform_});
    for (int d = 0; d < 2; ++d) {
      const int other = static_cast<int>(axis(static_cast<std::size_t>(d)));
      add({0, {d, true}, 0, {d, false}});
      add({1, {other, true}, 1, {other, false}});
    }
    return list;
  }

  /// Where a cell of a block, or of a part of it, lies in the box; ghosts too.
  Cell place(const Block& block, const Cell& c) const {
    Cell whole = c, at{};
    for (std::size_t d = 0; d < 3; ++d) whole[d] += block.first[d];
    if (block.whole == 0) return whole;
    for (std::size_t d = 0; d < 3; ++d)
      at[d] = runs_along(d) ? whole[axis(d)] : cells_[d] - 1 - whole[axis(d)];
    at[2] += cells_[2];
    return at;
  }
  /// The step in the index space of a block that is one cell along axis d of the box.
  Cell step(const Block& block, std::size_t d) const {
    Cell step{};
    if (block.whole == 0)
      step[d] = 1;
    else
      step[axis(d)] = runs_along(d) ? 1 : -1;
    return step;
  }
  /// What the field of the whole box holds, round its periodic directions.
  double value(const Cell& at) const {
    const Cell box{cells_[0], cells_[1], 2 * cells_[2]};
    int number = 0;
    for (std::size_t d = 0; d < 3; ++d) number = number * box[d] + (at[d] + 8 * box[d]) % box[d];
    return 1.0 / (1 + number * 7919 % 10007);
  }

 private:
  std::size_t axis(std::size_t d) const {
    return static_cast<std::size_t>(std::abs(transform_[d]) - 1);
  }
  bool runs_along(std::size_t d) const { return transform_[d] > 0; }

  Transform transform_;
  Cell cells_;
  std::vector<Block> blocks_;
};

}  // namespace thalweg::grid::testing
