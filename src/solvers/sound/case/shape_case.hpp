// SPDX-License-Identifier: Apache-2.0
// Shapes in a case: where a tissue, an initial pressure, a box of sources or sensors is.
#pragma once

#include <string>
#include <vector>

#include "geometry/shape.hpp"
#include "io/case/case.hpp"
#include "solvers/sound/problem/grid.hpp"

namespace thalweg::sound {

/// The rule of a key that holds a length [m].
io::Number length_of(const std::string& meaning);
/// A place, of as many numbers as the grid has dimensions.
Vector read_place(io::Case& input, const std::string& key, const Grid& grid,
                  const std::string& meaning);
std::vector<Vector> read_places(io::Case& input, const std::string& key, const Grid& grid,
                                const std::string& meaning);
/// A direction, of length 1.
Vector read_direction(io::Case& input, const std::string& key, const Grid& grid,
                      const Vector& default_value, const std::string& meaning);
/// "x", "y", "z" as 0, 1, 2.
std::size_t read_axis(io::Case& input, const std::string& key, const Grid& grid);
/// The keys of a body below `at` ("medium.region.0."). A body without points is a mistake.
geometry::Shape read_shape(io::Case& input, const std::string& at, const Grid& grid);
/// The corners of a box.
geometry::Shape read_box(io::Case& input, const std::string& at, const Grid& grid);

}  // namespace thalweg::sound
