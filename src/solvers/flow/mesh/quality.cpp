// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/quality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/flow/mesh/metrics.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

namespace {

Vector edge_from(const Mesh& mesh, int block, const grid::Cell& from, std::size_t axis, int sign) {
  grid::Cell to = from;
  to[axis] += sign;
  return geometry::plus(mesh.vertex(block, to), mesh.vertex(block, from), -1);
}

double length(const Vector& v) { return std::sqrt(geometry::dot(v, v)); }

/// visit(vertex) of the corners of a cell.
template <class Visit>
void for_each_corner(const grid::Cell& cell, Visit visit) {
  grid::for_each_cell({cell, {cell[0] + 2, cell[1] + 2, cell[2] + 2}}, visit);
}

/// How far the angle between two edges is from a right one; an edge of no length is as bad as one
/// along the other.
double skewness_between(const Vector& a, const Vector& b) {
  const double lengths = length(a) * length(b);
  if (lengths == 0) return 1;
  const double angle = std::acos(std::clamp(geometry::dot(a, b) / lengths, -1.0, 1.0));
  return std::abs(angle / (std::numbers::pi / 2) - 1);
}

double skewness_of(const Mesh& mesh, int block, const grid::Cell& cell) {
  double worst = 0;
  for_each_corner(cell, [&](const grid::Cell& corner) {
    std::array<Vector, 3> edges;
    for (std::size_t d = 0; d < 3; ++d)
      edges[d] = edge_from(mesh, block, corner, d, corner[d] == cell[d] ? 1 : -1);
    for (std::size_t d = index(mesh.first_axis()); d < 3; ++d)
      for (std::size_t e = d + 1; e < 3; ++e)
        worst = std::max(worst, skewness_between(edges[d], edges[e]));
  });
  return worst;
}

double aspect_ratio_of(const Mesh& mesh, int block, const grid::Cell& cell) {
  std::array<double, 3> sums{};
  for_each_corner(cell, [&](const grid::Cell& corner) {
    for (std::size_t d = 0; d < 3; ++d)
      if (corner[d] == cell[d]) sums[d] += length(edge_from(mesh, block, corner, d, 1));
  });
  const auto ends = std::minmax_element(sums.begin() + mesh.first_axis(), sums.end());
  return *ends.second / *ends.first;
}

}  // namespace

Quality quality_of(const Mesh& mesh) {
  const MeshLevel level{&mesh, mesh.blocks};
  Quality quality;
  bool is_first = true;
  for (int b = 0; b < mesh.blocks.size(); ++b)
    grid::for_each_cell(mesh.blocks.cells(b), [&](const grid::Cell& cell) {
      const auto keep = [&](WorstCell& worst, double value, bool is_worse) {
        if (is_first || is_worse) worst = {value, b, cell, {}};
      };
      const double volume = cell_volume(level, b, cell);
      keep(quality.least_volume, volume, volume < quality.least_volume.value);
      keep(quality.largest_volume, volume, volume > quality.largest_volume.value);
      const double skewness = skewness_of(mesh, b, cell);
      keep(quality.skewness, skewness, skewness > quality.skewness.value);
      const double ratio = aspect_ratio_of(mesh, b, cell);
      keep(quality.aspect_ratio, ratio, ratio > quality.aspect_ratio.value);
      is_first = false;
    });
  for (WorstCell* worst :
       {&quality.least_volume, &quality.largest_volume, &quality.skewness, &quality.aspect_ratio})
    worst->place = cell_centre(level, worst->block, worst->cell);
  return quality;
}

Bounds bounds_of(const Mesh& mesh) {
  Bounds bounds;
  bounds.lower = bounds.upper = mesh.vertex(0, {});
  for (int b = 0; b < mesh.blocks.size(); ++b) {
    const grid::Cell& cells = mesh.blocks.block(b).cells;
    grid::for_each_cell({{}, {cells[0] + 1, cells[1] + 1, cells[2] + 1}}, [&](const grid::Cell& v) {
      const Vector at = mesh.vertex(b, v);
      for (std::size_t n = 0; n < 3; ++n) {
        bounds.lower[n] = std::min(bounds.lower[n], at[n]);
        bounds.upper[n] = std::max(bounds.upper[n], at[n]);
      }
    });
  }
  return bounds;
}

std::string text_of(const Mesh& mesh, const WorstCell& worst) {
  return fmt::format("{:.4g} in block \"{}\", cell ({}, {}, {}) at ({:.5g}, {:.5g}, {:.5g})",
                     worst.value, mesh.blocks.block(worst.block).name, worst.cell[2], worst.cell[1],
                     worst.cell[0], worst.place[0], worst.place[1], worst.place[2]);
}

}  // namespace thalweg::flow
