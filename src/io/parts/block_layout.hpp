// SPDX-License-Identifier: Apache-2.0
// The blocks of a multi-block grid as files hold them: whole, however ranks have split them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "grid/block_arena.hpp"
#include "grid/blocks.hpp"

namespace thalweg::io {

struct WholeBlock {
  std::string name;
  std::array<std::int64_t, 3> cells{};  // z, y, x
  std::int64_t size() const { return cells[0] * cells[1] * cells[2]; }
};

/// Cells [first, first + cells) of a whole block, (z, y, x).
struct BlockPart {
  int whole = 0;
  std::array<std::int64_t, 3> first{}, cells{};
  std::int64_t size() const { return cells[0] * cells[1] * cells[2]; }
};

/// A field of this rank has the values of its parts, one part behind the other: each (z, y, x), or
/// (component, z, y, x).
struct BlockLayout {
  std::vector<WholeBlock> blocks;  // the same on all ranks
  std::vector<BlockPart> parts;    // of this rank; those of all ranks make up the blocks

  /// Cells of this rank.
  std::int64_t size() const;
  /// Cells of all blocks.
  std::int64_t total() const;
};

/// The whole blocks of a grid whose blocks may be split, in the order of BlockLayout::blocks.
std::vector<WholeBlock> whole_blocks(const grid::BlockGrid& grid);

/// The layout of a rank whose blocks are those of an arena. grid: with its blocks split.
BlockLayout block_layout(const grid::BlockGrid& grid, const grid::BlockArena& arena);

/// Call for the stretches of a box [first, first + count) that lie behind each other in an array of
/// these extents, (z, y, x): where each begins in the array and in the box, and its length.
void for_each_stretch(
    const std::array<std::int64_t, 3>& extents, const std::array<std::int64_t, 3>& first,
    const std::array<std::int64_t, 3>& count,
    const std::function<void(std::int64_t at, std::int64_t from, std::int64_t length)>& body);

/// Append a component of a field in an arena (host memory) as a layout wants it, without ghosts.
template <class T, class Stored>
void append_from_arena(const grid::BlockArena& arena, const T* field, std::vector<Stored>& values) {
  for (const grid::BlockPlace& place : arena.places())
    for (int k = 0; k < place.cells[0]; ++k)
      for (int j = 0; j < place.cells[1]; ++j)
        for (int i = 0; i < place.cells[2]; ++i)
          values.push_back(static_cast<Stored>(field[place.at(k, j, i)]));
}

/// The way back.
template <class T, class Stored>
void put_into_arena(const grid::BlockArena& arena, const Stored* values, T* field) {
  for (const grid::BlockPlace& place : arena.places())
    for (int k = 0; k < place.cells[0]; ++k)
      for (int j = 0; j < place.cells[1]; ++j)
        for (int i = 0; i < place.cells[2]; ++i)
          field[place.at(k, j, i)] = static_cast<T>(*values++);
}

}  // namespace thalweg::io
