// SPDX-License-Identifier: Apache-2.0
// From cell to cell, over the faces of blocks.
#pragma once

#include <optional>

#include "grid/blocks.hpp"

namespace thalweg::grid {

/// A cell that a walk has come to. `map` brings indices of the block where it began to its block's.
struct Standing {
  int block = 0;
  Cell cell{};
  IndexMap map{};

  bool is_at(const Standing& other) const { return block == other.block && cell == other.cell; }
};

/// One cell on along an axis (z, y, x) of the block where the walk began, in the sense of `sign`;
/// none where nothing is connected.
std::optional<Standing> onwards(const BlockGrid& grid, const Standing& from, int axis, int sign);

}  // namespace thalweg::grid
