// SPDX-License-Identifier: Apache-2.0
// The cells of blocks as hexahedra, in the arrays that files have of all blocks.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "io/hdf5/output_file.hpp"
#include "io/parts/block_layout.hpp"

namespace thalweg::io {

inline constexpr std::int64_t corners_of_cell = 8;

/// visit(cell) for the cells (z, y, x) of a part, x fastest.
template <class Visit>
void for_each_cell(const std::array<std::int64_t, 3>& cells, Visit visit) {
  for (std::int64_t z = 0; z < cells[0]; ++z)
    for (std::int64_t y = 0; y < cells[1]; ++y)
      for (std::int64_t x = 0; x < cells[2]; ++x) visit(std::array{z, y, x});
}

/// Where blocks begin in an array of their cells (more: 0) or of their corners (1); at its end how
/// many there are.
std::vector<std::int64_t> beginnings(const BlockLayout& layout, std::int64_t more);

/// The rows of this rank's parts in such an array, with `wide` rows for each cell or corner.
std::vector<RowRun> rows_of(const BlockLayout& layout, std::int64_t more, std::int64_t wide = 1);

/// The corners of a cell (z, y, x) by their numbers among so many along (z, y, x), in the order of
/// VTK: around the lower face, then around the upper one.
std::array<std::int64_t, corners_of_cell> corners_at(const std::array<std::int64_t, 3>& extents,
                                                     const std::array<std::int64_t, 3>& cell);

/// Corners of each cell of this rank by their numbers in its block.
std::vector<std::int64_t> corners_of(const BlockLayout& layout);

/// Where the corners of each cell begin in its block, and where those of its last one end: rows and
/// values. The rank that has the last cell of a block has its end.
std::pair<std::vector<RowRun>, std::vector<std::int64_t>> offsets_of(const BlockLayout& layout);

}  // namespace thalweg::io
