// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/problem/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace thalweg::sound {

std::array<int, 3> Grid::position(std::int64_t index) const {
  const std::int64_t row = index / points[0];
  return {static_cast<int>(index % points[0]), static_cast<int>(row % points[1]),
          static_cast<int>(row / points[1])};
}

Vector Grid::place(const std::array<int, 3>& at) const {
  Vector place{};
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimensions); ++d)
    place[d] = origin[d] + at[d] * spacing[d];
  return place;
}

Vector Grid::last() const { return place({points[0] - 1, points[1] - 1, points[2] - 1}); }

double Grid::smallest_spacing() const {
  return *std::min_element(spacing.begin(), spacing.begin() + dimensions);
}

int Grid::nearest(std::size_t axis, double coordinate) const {
  // Far outside is as good as outside, and must not overflow.
  constexpr double far = 1 << 30;
  return static_cast<int>(
      std::lround(std::clamp((coordinate - origin[axis]) / spacing[axis], -far, far)));
}

std::optional<std::int64_t> Grid::nearest(const Vector& place) const {
  if (!is_known) return 0;
  std::array<int, 3> at{};
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimensions); ++d) {
    at[d] = nearest(d, place[d]);
    if (at[d] < 0 || at[d] >= points[d]) return {};
  }
  return index(at);
}

std::vector<std::int64_t> points_in(const geometry::Shape& shape, const Grid& grid,
                                    std::size_t most) {
  const geometry::Bounds bounds = shape.bounds();
  std::array<int, 3> low{0, 0, 0}, high{0, 0, 0};
  for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dimensions); ++d) {
    low[d] = std::max(0, grid.nearest(d, bounds.lower[d]) - 1);
    high[d] = std::min(grid.points[d] - 1, grid.nearest(d, bounds.upper[d]) + 1);
  }
  std::vector<std::int64_t> points;
  for (int z = low[2]; z <= high[2]; ++z)
    for (int y = low[1]; y <= high[1]; ++y)
      for (int x = low[0]; x <= high[0]; ++x) {
        if (points.size() >= most) return points;
        if (shape.contains(grid.place({x, y, z}))) points.push_back(grid.index({x, y, z}));
      }
  return points;
}

std::string text(const Vector& place, int dimensions) {
  std::string list;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimensions); ++d)
    list += fmt::format("{}{:.6g}", d == 0 ? "" : ", ", place[d]);
  return "[" + list + "] m";
}

}  // namespace thalweg::sound
