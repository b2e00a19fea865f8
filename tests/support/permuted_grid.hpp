// SPDX-License-Identifier: Apache-2.0
// Grids whose blocks are stored in other orientations, also left-handed ones: their results must be
// the same.
#pragma once

#include "solvers/flow/mesh/vertex_grid.hpp"
#include "tests/unit/grid/oriented_pair.hpp"

namespace thalweg::testing {

/// A block with its axes in another order and sense: axis d runs along axis |t[d]| - 1 of the new
/// block, against it where negative.
inline void permute(flow::VertexGrid& grid, int number, const grid::Transform& t) {
  using grid::index;
  flow::VertexBlock& block = grid.blocks[index(number)];
  flow::VertexBlock stored{block.name, {}, std::vector<geometry::Vector>(block.vertices.size())};
  grid::IndexMap map;  // of cells
  for (std::size_t d = 0; d < 3; ++d) {
    map.axis[d] = std::abs(t[d]) - 1;
    map.sign[d] = t[d] > 0 ? 1 : -1;
    map.shift[d] = t[d] > 0 ? 0 : block.cells[d] - 1;
    stored.cells[index(map.axis[d])] = block.cells[d];
  }
  grid::IndexMap of_vertices = map;
  for (std::size_t d = 0; d < 3; ++d) of_vertices.shift[d] += map.sign[d] < 0;
  grid::for_each_cell({{}, {block.cells[0] + 1, block.cells[1] + 1, block.cells[2] + 1}},
                      [&](const grid::Cell& v) { stored.at(of_vertices(v)) = block.at(v); });
  block = std::move(stored);
  for (flow::Patch& patch : grid.patches) {
    if (patch.block != number) continue;
    patch.cells = map(patch.cells);
    const std::size_t d = index(patch.face.axis);
    patch.face = {map.axis[d], map.sign[d] > 0 ? patch.face.upper : !patch.face.upper};
  }
}

/// The orientations that leave the axis z of flat grids where it is.
inline std::vector<grid::Transform> flat_transforms() {
  std::vector<grid::Transform> all;
  for (const grid::Transform& t : grid::testing::all_transforms())
    if (t[0] == 1) all.push_back(t);
  return all;
}

/// Each block in an orientation that looks like none in particular.
inline void permute_all(flow::VertexGrid& grid, unsigned seed) {
  const std::vector<grid::Transform> all =
      grid.is_flat ? flat_transforms() : grid::testing::all_transforms();
  for (std::size_t b = 0; b < grid.blocks.size(); ++b) {
    seed = seed * 1664525u + 1013904223u;
    permute(grid, static_cast<int>(b), all[(seed >> 16) % all.size()]);
  }
}

}  // namespace thalweg::testing
