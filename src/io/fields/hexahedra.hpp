// SPDX-License-Identifier: Apache-2.0
// The cells of blocks as hexahedra, in the arrays that files have of all blocks.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "io/hdf5/output_file.hpp"
#include "io/parts/block_layout.hpp"

namespace thalweg::io {

inline constexpr std::int64_t corners_of_cell = 8;

/// Where blocks begin in an array of their cells (more: 0) or of their corners (1); at its end how
/// many there are.
std::vector<std::int64_t> beginnings(const BlockLayout& layout, std::int64_t more);

/// The rows of this rank's parts in such an array, with `wide` rows for each cell or corner.
std::vector<RowRun> rows_of(const BlockLayout& layout, std::int64_t more, std::int64_t wide = 1);

/// Corners of each cell of this rank by their numbers in the block, in the order of VTK: around the
/// lower face, then around the upper one.
std::vector<std::int64_t> corners_of(const BlockLayout& layout);

/// Where the corners of each cell begin in its block, and where those of its last one end: rows and
/// values. The rank that has the last cell of a block has its end.
std::pair<std::vector<RowRun>, std::vector<std::int64_t>> offsets_of(const BlockLayout& layout);

}  // namespace thalweg::io
