// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/planes.hpp"

#include <utility>

namespace thalweg::flow {

using grid::index;

VertexBlock rectangle(const std::string& name, double x0, double x1, const Spacing& along_x,
                      double y0, double y1, const Spacing& along_y) {
  return plane_block(
      name, static_cast<int>(along_y.size()) - 1, static_cast<int>(along_x.size()) - 1,
      [&](int j, int i) {
        return Point{between(x0, x1, along_x[index(i)]), between(y0, y1, along_y[index(j)])};
      });
}

void add_family(VertexGrid& grid, int block, grid::Face face, const std::string& family) {
  grid::Box layer{{}, grid.blocks[index(block)].cells};
  const std::size_t a = index(face.axis);
  (face.upper ? layer.lower : layer.upper)[a] = face.upper ? layer.upper[a] - 1 : 1;
  grid.patches.push_back({block, face, layer, family});
}

VertexGrid layered(VertexGrid plane, const Span& span) {
  for (VertexBlock& block : plane.blocks) {
    VertexBlock thick{block.name, {span.cells, block.cells[1], block.cells[2]}, {}};
    grid::for_each_cell({{}, {span.cells + 1, block.cells[1] + 1, block.cells[2] + 1}},
                        [&](const grid::Cell& v) {
                          geometry::Vector at = block.at({0, v[1], v[2]});
                          at[2] = span.length * v[0] / span.cells;
                          thick.vertices.push_back(at);
                        });
    block = std::move(thick);
  }
  for (Patch& patch : plane.patches) patch.cells.upper[0] = span.cells;
  plane.is_flat = span.cells == 1;
  if (plane.is_flat) return plane;
  if (span.is_periodic) plane.motions.push_back({.shift = {0, 0, span.length}});
  for (int b = 0; b < static_cast<int>(plane.blocks.size()) && !span.is_periodic; ++b)
    for (const bool upper : {false, true}) add_family(plane, b, {0, upper}, upper ? "z+" : "z-");
  return plane;
}

namespace {

VertexBlock part_of(const VertexBlock& whole, std::size_t axis, int begin, int end, int number) {
  VertexBlock part{whole.name + " " + std::to_string(number), whole.cells, {}};
  part.cells[axis] = end - begin;
  grid::for_each_cell({{}, {part.cells[0] + 1, part.cells[1] + 1, part.cells[2] + 1}},
                      [&](grid::Cell v) {
                        v[axis] += begin;
                        part.vertices.push_back(whole.at(v));
                      });
  return part;
}

}  // namespace

VertexGrid cut(const VertexGrid& grid, std::size_t axis, int parts) {
  VertexGrid all = grid;
  all.blocks.clear();
  all.patches.clear();
  for (std::size_t b = 0; b < grid.blocks.size(); ++b) {
    const int cells = grid.blocks[b].cells[axis];
    for (int n = 0; n < parts; ++n) {
      const int begin = cells * n / parts, end = cells * (n + 1) / parts;
      for (Patch patch : grid.patches) {
        if (patch.block != static_cast<int>(b)) continue;
        grid::Box range = patch.cells;
        range.lower[axis] = begin, range.upper[axis] = end;
        patch.cells = intersection(patch.cells, range);
        if (patch.cells.empty()) continue;
        patch.cells.lower[axis] -= begin, patch.cells.upper[axis] -= begin;
        patch.block = static_cast<int>(all.blocks.size());
        all.patches.push_back(patch);
      }
      all.blocks.push_back(part_of(grid.blocks[b], axis, begin, end, n));
    }
  }
  return all;
}

}  // namespace thalweg::flow
