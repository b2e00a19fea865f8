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

Place Grid::place(const std::array<int, 3>& at) const {
  Place place{};
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimensions); ++d)
    place[d] = origin[d] + at[d] * spacing[d];
  return place;
}

Place Grid::last() const { return place({points[0] - 1, points[1] - 1, points[2] - 1}); }

double Grid::smallest_spacing() const {
  return *std::min_element(spacing.begin(), spacing.begin() + dimensions);
}

int Grid::nearest(std::size_t axis, double coordinate) const {
  // Far outside is as good as outside, and must not overflow.
  constexpr double far = 1 << 30;
  return static_cast<int>(
      std::lround(std::clamp((coordinate - origin[axis]) / spacing[axis], -far, far)));
}

std::optional<std::int64_t> Grid::nearest(const Place& place) const {
  if (!is_known) return 0;
  std::array<int, 3> at{};
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimensions); ++d) {
    at[d] = nearest(d, place[d]);
    if (at[d] < 0 || at[d] >= points[d]) return {};
  }
  return index(at);
}

double dot(const Place& a, const Place& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

double distance(const Place& a, const Place& b) {
  const Place d = plus(a, b, -1);
  return std::sqrt(dot(d, d));
}

Place cross(const Place& a, const Place& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Place plus(const Place& a, const Place& b, double factor) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

Place unit(const Place& a) {
  const double length = std::sqrt(dot(a, a));
  return {a[0] / length, a[1] / length, a[2] / length};
}

std::string text(const Place& place, int dimensions) {
  std::string list;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimensions); ++d)
    list += fmt::format("{}{:.6g}", d == 0 ? "" : ", ", place[d]);
  return "[" + list + "] m";
}

}  // namespace thalweg::sound
