// SPDX-License-Identifier: Apache-2.0
#include "io/fields/hexahedra.hpp"

#include "io/fields/block_checks.hpp"

namespace thalweg::io {

using Extents = std::array<std::int64_t, 3>;

std::vector<std::int64_t> beginnings(const BlockLayout& layout, std::int64_t more) {
  std::vector<std::int64_t> begin{0};
  for (const WholeBlock& block : layout.blocks)
    begin.push_back(begin.back() + (more ? product(with_corners(block.cells)) : block.size()));
  return begin;
}

std::vector<RowRun> rows_of(const BlockLayout& layout, std::int64_t more, std::int64_t wide) {
  const std::vector<std::int64_t> begin = beginnings(layout, more);
  std::vector<RowRun> runs;
  for (const BlockPart& part : layout.parts) {
    const auto whole = static_cast<std::size_t>(part.whole);
    const Extents cells = layout.blocks[whole].cells;
    for_each_stretch(more ? with_corners(cells) : cells, part.first,
                     more ? with_corners(part.cells) : part.cells,
                     [&](std::int64_t at, std::int64_t, std::int64_t length) {
                       runs.push_back({(begin[whole] + at) * wide, length * wide});
                     });
  }
  return runs;
}

std::array<std::int64_t, corners_of_cell> corners_at(const Extents& extents, const Extents& cell) {
  std::array<std::int64_t, corners_of_cell> corners{};
  std::size_t next = 0;
  for (const std::int64_t dz : {0, 1})
    for (const auto& [dy, dx] : {std::pair{0, 0}, {0, 1}, {1, 1}, {1, 0}})
      corners[next++] = ((cell[0] + dz) * extents[1] + cell[1] + dy) * extents[2] + cell[2] + dx;
  return corners;
}

std::vector<std::int64_t> corners_of(const BlockLayout& layout) {
  std::vector<std::int64_t> corners;
  corners.reserve(static_cast<std::size_t>(layout.size() * corners_of_cell));
  for (const BlockPart& part : layout.parts) {
    const Extents extents = with_corners(layout.blocks[static_cast<std::size_t>(part.whole)].cells);
    for_each_cell(part.cells, [&](const Extents& cell) {
      const auto [z, y, x] = cell;
      const auto of_cell =
          corners_at(extents, {part.first[0] + z, part.first[1] + y, part.first[2] + x});
      corners.insert(corners.end(), of_cell.begin(), of_cell.end());
    });
  }
  return corners;
}

std::pair<std::vector<RowRun>, std::vector<std::int64_t>> offsets_of(const BlockLayout& layout) {
  const std::vector<std::int64_t> begin = beginnings(layout, 0);
  std::vector<RowRun> runs;
  std::vector<std::int64_t> values;
  values.reserve(static_cast<std::size_t>(layout.size()) + layout.blocks.size());
  for (const BlockPart& part : layout.parts) {
    const auto whole = static_cast<std::size_t>(part.whole);
    const WholeBlock& block = layout.blocks[whole];
    const std::int64_t first = begin[whole] + part.whole;
    const auto add = [&](std::int64_t at, std::int64_t, std::int64_t length) {
      runs.push_back({first + at, length});
      for (std::int64_t c = at; c < at + length; ++c) values.push_back(c * corners_of_cell);
    };
    for_each_stretch(block.cells, part.first, part.cells, add);
    bool has_last = true;
    for (std::size_t d = 0; d < 3; ++d)
      has_last = has_last && part.first[d] + part.cells[d] == block.cells[d];
    if (has_last) add(block.size(), 0, 1);
  }
  return {std::move(runs), std::move(values)};
}

}  // namespace thalweg::io
