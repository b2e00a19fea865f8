// SPDX-License-Identifier: Apache-2.0
#include "io/parts/block_layout.hpp"

#include <algorithm>
#include <map>

namespace thalweg::io {

std::int64_t BlockLayout::size() const {
  std::int64_t cells = 0;
  for (const BlockPart& part : parts) cells += part.size();
  return cells;
}

std::int64_t BlockLayout::total() const {
  std::int64_t cells = 0;
  for (const WholeBlock& block : blocks) cells += block.size();
  return cells;
}

namespace {

/// Of whole blocks among themselves: the numbers of split ones may leave gaps.
std::map<int, int> numbers_of(const grid::BlockGrid& grid) {
  std::map<int, int> numbers;
  for (const grid::Block& block : grid.blocks()) numbers.emplace(block.whole, 0);
  int next = 0;
  for (auto& [whole, number] : numbers) number = next++;
  return numbers;
}

}  // namespace

std::vector<WholeBlock> whole_blocks(const grid::BlockGrid& grid) {
  const std::map<int, int> numbers = numbers_of(grid);
  std::vector<WholeBlock> blocks(numbers.size());
  for (const grid::Block& block : grid.blocks()) {
    WholeBlock& whole = blocks[static_cast<std::size_t>(numbers.at(block.whole))];
    whole.name = block.name;
    for (std::size_t d = 0; d < 3; ++d)
      whole.cells[d] = std::max<std::int64_t>(whole.cells[d], block.first[d] + block.cells[d]);
  }
  return blocks;
}

BlockLayout block_layout(const grid::BlockGrid& grid, const grid::BlockArena& arena) {
  const std::map<int, int> numbers = numbers_of(grid);
  BlockLayout layout{whole_blocks(grid), {}};
  for (const grid::BlockPlace& place : arena.places()) {
    const grid::Block& block = grid.block(place.block);
    BlockPart part{.whole = numbers.at(block.whole)};
    for (std::size_t d = 0; d < 3; ++d) {
      part.first[d] = block.first[d];
      part.cells[d] = block.cells[d];
    }
    layout.parts.push_back(part);
  }
  return layout;
}

void for_each_stretch(const std::array<std::int64_t, 3>& extents,
                      const std::array<std::int64_t, 3>& first,
                      const std::array<std::int64_t, 3>& count,
                      const std::function<void(std::int64_t, std::int64_t, std::int64_t)>& body) {
  const bool whole_rows = count[2] == extents[2];
  const bool whole_planes = whole_rows && count[1] == extents[1];
  const std::int64_t z_step = whole_planes ? count[0] : 1, y_step = whole_rows ? count[1] : 1;
  const std::int64_t length = z_step * y_step * count[2];
  if (length == 0) return;
  std::int64_t from = 0;
  for (std::int64_t z = 0; z < count[0]; z += z_step)
    for (std::int64_t y = 0; y < count[1]; y += y_step, from += length)
      body(((first[0] + z) * extents[1] + first[1] + y) * extents[2] + first[2], from, length);
}

}  // namespace thalweg::io
