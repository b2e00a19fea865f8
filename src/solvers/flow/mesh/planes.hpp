// SPDX-License-Identifier: Apache-2.0
// What generators of grids share that are the same in all planes across z.
#pragma once

#include "solvers/flow/mesh/shapes.hpp"
#include "solvers/flow/mesh/spacing.hpp"

namespace thalweg::flow {

using Point = std::array<double, 2>;

/// A block of one cell along z, between z = 0 and 1. point(y, x): of a vertex.
template <class Place>
VertexBlock plane_block(const std::string& name, int cells_y, int cells_x, Place point) {
  VertexBlock block{name, {1, cells_y, cells_x}, {}};
  grid::for_each_cell({{}, {2, cells_y + 1, cells_x + 1}}, [&](const grid::Cell& v) {
    const Point at = point(v[1], v[2]);
    block.vertices.push_back({at[0], at[1], static_cast<double>(v[0])});
  });
  return block;
}

inline double between(double a, double b, double s) { return (1 - s) * a + s * b; }

/// The product of two lines.
VertexBlock rectangle(const std::string& name, double x0, double x1, const Spacing& along_x,
                      double y0, double y1, const Spacing& along_y);

/// The whole face.
void add_family(VertexGrid& grid, int block, grid::Face face, const std::string& family);

/// A grid of one cell along z with as many layers as are asked for.
VertexGrid layered(VertexGrid plane, const Span& span);

/// Cut into parts along an axis, as evenly as can be.
VertexGrid cut(const VertexGrid& grid, std::size_t axis, int parts);

}  // namespace thalweg::flow
