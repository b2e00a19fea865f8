// SPDX-License-Identifier: Apache-2.0
// Grids with edges at which other than four blocks meet.
#pragma once

#include <cmath>

#include "solvers/flow/mesh/vertex_grid.hpp"

namespace thalweg::testing {

/// All faces of blocks that no other block has, and across which there is flow, become a family.
inline void give_family(flow::VertexGrid& grid, const std::string& family) {
  const std::vector<flow::Seam> seams = flow::find_seams(grid);
  std::vector<grid::Block> blocks;
  for (const flow::VertexBlock& block : grid.blocks) blocks.push_back({block.name, block.cells});
  std::vector<grid::Connection> connections;
  for (const flow::Seam& seam : seams) connections.push_back(seam.connection);
  flow::Mesh mesh{grid::BlockGrid(blocks, connections), {}, grid.patches, grid.is_flat};
  for (flow::Patch bare : flow::faces_without_condition(mesh)) {
    bare.family = family;
    grid.patches.push_back(bare);
  }
}

/// Blocks of n x n cells (with `layers` along z) around the z axis: rhombi, so that cells follow
/// each other evenly but at the axis. All else is the family "outer".
inline flow::VertexGrid star_grid(int blocks, int n, int layers, bool is_flat) {
  flow::VertexGrid grid{.blocks = {}, .is_flat = is_flat};
  for (int b = 0; b < blocks; ++b) {
    flow::VertexBlock block{"sector " + std::to_string(b), {layers, n, n}, {}};
    const double first = 2 * M_PI * b / blocks, second = 2 * M_PI * (b + 1) / blocks;
    grid::for_each_cell({{}, {layers + 1, n + 1, n + 1}}, [&](const grid::Cell& v) {
      block.vertices.push_back({(v[2] * std::cos(first) + v[1] * std::cos(second)) / n,
                                (v[2] * std::sin(first) + v[1] * std::sin(second)) / n,
                                1.0 * v[0] / n});
    });
    grid.blocks.push_back(std::move(block));
  }
  give_family(grid, "outer");
  return grid;
}

/// Three squares around a corner that juts into the flow.
inline flow::VertexGrid corner_grid(int n) {
  flow::VertexGrid grid{.blocks = {}, .is_flat = true};
  for (const auto& [x, y] : {std::pair{-1, 0}, {0, 0}, {0, -1}}) {
    flow::VertexBlock block{"part " + std::to_string(x) + " " + std::to_string(y), {1, n, n}, {}};
    grid::for_each_cell({{}, {2, n + 1, n + 1}}, [&](const grid::Cell& v) {
      const double r = x + 1.0 * v[2] / n, s = y + 1.0 * v[1] / n;
      block.vertices.push_back({r + 0.1 * s, s + 0.05 * r * r, 0.2 * v[0]});
    });
    grid.blocks.push_back(std::move(block));
  }
  give_family(grid, "outer");
  return grid;
}

}  // namespace thalweg::testing
