// SPDX-License-Identifier: Apache-2.0
// Boxes whose cells change their widths abruptly along every axis, as grid files.
#pragma once

#include <utility>

#include "tests/support/grid_file.hpp"
#include "tests/support/permuted_grid.hpp"

namespace thalweg::testing {

/// Vertex n of a line: its cells are 1, 4, 2, 7 and 3 wide in turn, in tenths.
inline double abrupt(int n) {
  constexpr int before[] = {0, 1, 5, 7, 14};
  return 0.1 * (17 * (n / 5) + before[n % 5]);
}

/// Two blocks, one on the other. Periodic along x, and along z if there are layers; families
/// "bottom" and "top" across y.
inline flow::VertexGrid stretched_grid(int layers = 1) {
  constexpr int along = 16, height = 16;
  flow::VertexGrid grid;
  grid.is_flat = layers == 1;
  for (int b = 0; b < 2; ++b) {
    flow::VertexBlock block{b == 0 ? "lower" : "upper", {layers, height, along}, {}};
    grid::for_each_cell({{}, {layers + 1, height + 1, along + 1}}, [&](const grid::Cell& v) {
      block.vertices.push_back({abrupt(v[2]), abrupt(b * height + v[1] + 3), abrupt(v[0])});
    });
    grid.blocks.push_back(block);
  }
  grid.patches = {{0, {1, false}, {{}, {layers, 1, along}}, "bottom"},
                  {1, {1, true}, {{0, height - 1, 0}, {layers, height, along}}, "top"}};
  grid.motions.push_back({.shift = {abrupt(along), 0, 0}});
  if (layers > 1) grid.motions.push_back({.shift = {0, 0, abrupt(layers)}});
  return grid;
}

/// A flat and periodic square of length 1; every second cell is twice as wide as the others. cells:
/// along a side, even.
inline flow::VertexGrid alternating_grid(int cells) {
  const auto node = [cells](int n) { return (3 * (n / 2) + n % 2) / (1.5 * cells); };
  flow::VertexBlock block{"square", {1, cells, cells}, {}};
  grid::for_each_cell({{}, {2, cells + 1, cells + 1}}, [&](const grid::Cell& v) {
    block.vertices.push_back({node(v[2]), node(v[1]), static_cast<double>(v[0])});
  });
  flow::VertexGrid grid{.blocks = {block}, .is_flat = true};
  grid.motions = {{.shift = {1, 0, 0}}, {.shift = {0, 1, 0}}};
  return grid;
}

/// With blocks in other orientations.
class StretchedFile : public GridFile {
 public:
  explicit StretchedFile(flow::VertexGrid grid)
      : GridFile("stretched", permuted(std::move(grid))) {}

 private:
  static io::StructuredGrid permuted(flow::VertexGrid grid) {
    permute_all(grid, 1);
    return structured_grid_of(flow::assembled(std::move(grid)));
  }
};

}  // namespace thalweg::testing
