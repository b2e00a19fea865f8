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

std::vector<std::int64_t> corners_of(const BlockLayout& layout) {
  std::vector<std::int64_t> corners;
  for (const BlockPart& part : layout.parts) {
    const Extents n = with_corners(layout.blocks[static_cast<std::size_t>(part.whole)].cells);
    const std::int64_t plane = n[1] * n[2];
    for (std::int64_t z = part.first[0]; z < part.first[0] + part.cells[0]; ++z)
      for (std::int64_t y = part.first[1]; y < part.first[1] + part.cells[1]; ++y)
        for (std::int64_t x = part.first[2]; x < part.first[2] + part.cells[2]; ++x)
          for (const std::int64_t low : {z * plane, (z + 1) * plane})
            for (const auto& [dy, dx] : {std::pair{0, 0}, {0, 1}, {1, 1}, {1, 0}})
              corners.push_back(low + (y + dy) * n[2] + x + dx);
  }
  return corners;
}

std::pair<std::vector<RowRun>, std::vector<std::int64_t>> offsets_of(const BlockLayout& layout) {
  const std::vector<std::int64_t> begin = beginnings(layout, 0);
  std::vector<RowRun> runs;
  std::vector<std::int64_t> values;
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
