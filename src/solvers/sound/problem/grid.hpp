// SPDX-License-Identifier: Apache-2.0
// Where the points of a case's grid lie, for shapes, sources and sensors that are given in metres.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "geometry/shape.hpp"
#include "geometry/vector.hpp"

namespace thalweg::sound {

using geometry::Vector;

struct Grid {
  std::array<int, 3> points{1, 1, 1};
  Vector spacing{1, 1, 1};
  Vector origin{0, 0, 0};  // of the first point
  int dimensions = 1;
  bool axisymmetric = false;          // x along the axis, y is the radius
  std::array<bool, 3> is_periodic{};  // the first point of the axis follows the last
  bool is_known = true;               // false: the case's is wrong, so no place in it can be judged

  std::int64_t size() const { return static_cast<std::int64_t>(points[0]) * points[1] * points[2]; }
  std::int64_t plane() const { return static_cast<std::int64_t>(points[0]) * points[1]; }
  std::int64_t index(const std::array<int, 3>& at) const {
    return at[0] + points[0] * (at[1] + std::int64_t{points[1]} * at[2]);
  }
  std::array<int, 3> position(std::int64_t index) const;
  Vector place(const std::array<int, 3>& at) const;
  Vector place(std::int64_t index) const { return place(position(index)); }
  /// The coordinates of the last point.
  Vector last() const;
  double smallest_spacing() const;
  /// The position of the nearest point of the infinite grid along one axis.
  int nearest(std::size_t axis, double coordinate) const;
  /// The nearest point; none outside the grid (further than half a cell beyond its points). In a
  /// grid that is not known, the first.
  std::optional<std::int64_t> nearest(const Vector& place) const;
};

/// The points of the grid inside a body, or the first so many of them.
std::vector<std::int64_t> points_in(const geometry::Shape& shape, const Grid& grid,
                                    std::size_t most = static_cast<std::size_t>(-1));
/// "[0.01, 0.002] m", as many numbers as the grid has dimensions.
std::string text(const Vector& place, int dimensions);

}  // namespace thalweg::sound
