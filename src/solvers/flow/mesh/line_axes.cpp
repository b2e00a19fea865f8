// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/line_axes.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/flow/mesh/metrics.hpp"

namespace thalweg::flow {

namespace {

/// Cells that are less thin than this do not count: cells by themselves do as well for them.
constexpr double least_ratio = 3;
/// By how much one axis must lead another one, so that rounding does not choose.
constexpr double lead = 1.01;

/// Some places along n cells, the first and the last among them.
std::vector<int> places_along(int n) {
  constexpr int most = 17;
  const int count = std::min(n, most);
  std::vector<int> places(grid::index(count));
  for (int s = 1; s < count; ++s) places[grid::index(s)] = s * (n - 1) / (count - 1);
  return places;
}

/// By axis, how many times as long as along it a cell is the other way, at most.
std::array<double, 3> ratios_of(const MeshLevel& mesh, int block, const grid::Cell& cell) {
  std::array<double, 3> areas{}, ratios{};
  const int first_axis = mesh.mesh->first_axis();
  double smallest = 0;
  for (int axis = first_axis; axis < 3; ++axis) {
    const geometry::Vector across = face_area(mesh, block, axis, cell);
    const double area = std::sqrt(geometry::dot(across, across));
    areas[grid::index(axis)] = area;
    smallest = axis == first_axis ? area : std::min(smallest, area);
  }
  for (std::size_t axis = 0; axis < 3; ++axis) ratios[axis] = areas[axis] / smallest;
  return ratios;
}

std::array<double, 3> largest_ratios(const MeshLevel& mesh, int block) {
  const grid::Cell& cells = mesh.blocks.block(block).cells;
  std::array<double, 3> largest{};
  for (const int k : places_along(cells[0]))
    for (const int j : places_along(cells[1]))
      for (const int i : places_along(cells[2])) {
        const std::array<double, 3> ratios = ratios_of(mesh, block, {k, j, i});
        for (std::size_t axis = 0; axis < 3; ++axis)
          largest[axis] = std::max(largest[axis], ratios[axis]);
      }
  return largest;
}

LineAxes chosen_by(const std::array<double, 3>& ratios, int first_axis) {
  std::vector<int> order;
  for (const int axis : {1, 0, 2})
    if (axis >= first_axis) order.push_back(axis);
  const auto ratio = [&](int axis) { return ratios[grid::index(axis)]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return ratio(a) > lead * ratio(b); });
  const bool has_second = ratio(order[1]) >= least_ratio;
  return {{order[0], order[has_second ? 1 : 0]}, ratio(order[0])};
}

}  // namespace

std::vector<LineAxes> line_axes(const Mesh& mesh) {
  const MeshLevel whole{&mesh, mesh.blocks};
  std::vector<LineAxes> axes;
  axes.reserve(grid::index(mesh.blocks.size()));
  for (int block = 0; block < mesh.blocks.size(); ++block)
    axes.push_back(chosen_by(largest_ratios(whole, block), mesh.first_axis()));
  return axes;
}

}  // namespace thalweg::flow
