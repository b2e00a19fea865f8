// SPDX-License-Identifier: Apache-2.0
// Bodies in a case: where a tissue, an initial pressure, a box of sources or sensors is.
#pragma once

#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "solvers/sound/problem/grid.hpp"

namespace thalweg::sound {

enum class ShapeKind { ball, box, cylinder, layer };

/// Surfaces belong to their body; a point within a millionth of a cell of one does so too.
struct Shape {
  ShapeKind kind = ShapeKind::ball;
  Place center{};
  double radius = 0;
  Place lower{}, upper{};  // of a box
  std::size_t axis = 0;    // of a cylinder or layer
  double from = 0, to = 0;
  double tolerance = 0;

  bool contains(const Place& place) const;
};

/// A place, of as many numbers as the grid has dimensions.
Place read_place(io::Case& input, const std::string& key, const Grid& grid,
                 const std::string& meaning);
std::vector<Place> read_places(io::Case& input, const std::string& key, const Grid& grid,
                               const std::string& meaning);
/// A direction, of length 1.
Place read_direction(io::Case& input, const std::string& key, const Grid& grid,
                     const Place& default_value, const std::string& meaning);
/// "x", "y", "z" as 0, 1, 2.
std::size_t read_axis(io::Case& input, const std::string& key, const Grid& grid);
/// The keys of a body below `at` ("medium.region.0."). A body without points is a mistake.
Shape read_shape(io::Case& input, const std::string& at, const Grid& grid);
/// The corners of a box.
Shape read_box(io::Case& input, const std::string& at, const Grid& grid);

/// The points of the grid inside a body, or the first so many of them.
std::vector<std::int64_t> points_in(const Shape& shape, const Grid& grid,
                                    std::size_t most = static_cast<std::size_t>(-1));

}  // namespace thalweg::sound
