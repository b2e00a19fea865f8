// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/smoothing/smoothing_lines.hpp"

#include <map>

namespace thalweg::flow::inline TW_HALF {

exec::Box3 box_of(const grid::Box& b) {
  return {{b.lower[0], b.lower[1], b.lower[2]}, {b.upper[0], b.upper[1], b.upper[2]}};
}

namespace {

/// Cells of whole lines along an axis that have nothing to wait for.
grid::Box whole_lines(const grid::BlockPlace& place, const grid::Box& inner, int axis) {
  const std::size_t d = grid::index(axis);
  const bool is_whole = inner.lower[d] == 0 && inner.upper[d] == place.cells[axis];
  return is_whole ? inner : grid::Box{};
}

/// Of some blocks of the arena, which have the same axis.
SmoothingLines lines_along(int axis, const grid::BlockArena& arena, const std::vector<int>& blocks,
                           const AwaitingCells* awaiting) {
  std::vector<exec::NumberedBox> inner, outer;
  for (const int block : blocks) {
    const std::size_t n = grid::index(block);
    const grid::BlockPlace& place = arena.places()[n];
    const grid::Box all{{0, 0, 0}, {place.cells[0], place.cells[1], place.cells[2]}};
    const grid::Box ready =
        awaiting != nullptr ? whole_lines(place, awaiting->inner[n], axis) : grid::Box{};
    if (!ready.empty()) inner.push_back({block, box_of(ready)});
    for (const grid::Box& box : grid::difference(all, ready)) outer.push_back({block, box_of(box)});
  }
  return {axis, exec::LineBlocks<>(inner, axis), exec::LineBlocks<>(outer, axis)};
}

}  // namespace

std::vector<SmoothingLines> smoothing_lines(const grid::BlockArena& arena,
                                            const std::vector<LineAxes>& of_blocks, int half,
                                            const AwaitingCells* awaiting) {
  std::map<int, std::vector<int>> blocks_by_axis;
  for (std::size_t n = 0; n < of_blocks.size(); ++n)
    blocks_by_axis[of_blocks[n].axis[grid::index(half)]].push_back(static_cast<int>(n));
  std::vector<SmoothingLines> lines;
  lines.reserve(blocks_by_axis.size());
  for (const auto& [axis, blocks] : blocks_by_axis)
    lines.push_back(lines_along(axis, arena, blocks, awaiting));
  return lines;
}

}  // namespace thalweg::flow::inline TW_HALF
