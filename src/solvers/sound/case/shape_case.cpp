// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/shape_case.hpp"

#include <fmt/format.h>

#include <limits>

namespace thalweg::sound {

using geometry::Shape;
using geometry::ShapeKind;

namespace {

const char* const axis_names[] = {"x", "y", "z"};
constexpr double infinity = std::numeric_limits<double>::infinity();

/// How many numbers a place has.
io::ListShape numbers_of_place(const Grid& grid) {
  const auto count = static_cast<std::size_t>(grid.dimensions);
  return grid.is_known ? io::ListShape{count, count} : io::ListShape{1, 3};
}

std::size_t count(const Grid& grid) { return static_cast<std::size_t>(grid.dimensions); }

Vector as_place(const std::vector<double>& values) {
  Vector place{};
  for (std::size_t d = 0; d < values.size() && d < 3; ++d) place[d] = values[d];
  return place;
}

Shape read_ball(io::Case& input, const std::string& at, const Grid& grid) {
  Shape shape{.kind = ShapeKind::ball};
  shape.center = read_place(input, at + "center", grid, "centre");
  shape.radius = input.number(at + "radius",
                              {.minimum = 0, .exclusive = true, .meaning = "radius", .unit = "m"});
  return shape;
}

/// Between two coordinates along an axis; an end that is left out reaches to the edge of the grid.
void read_extent(io::Case& input, const std::string& at, const Grid& grid, Shape& shape) {
  shape.axis = read_axis(input, at + "axis", grid);
  shape.from = -infinity;
  shape.to = infinity;
  if (input.has(at + "from"))
    shape.from = input.number(at + "from", {.meaning = "where it begins", .unit = "m"});
  if (input.has(at + "to"))
    shape.to = input.number(at + "to", {.meaning = "where it ends", .unit = "m"});
  if (shape.from > shape.to) input.error(at + "from", "lies beyond \"to\"");
}

Shape read_cylinder(io::Case& input, const std::string& at, const Grid& grid) {
  Shape shape = read_ball(input, at, grid);
  shape.kind = ShapeKind::cylinder;
  read_extent(input, at, grid, shape);
  return shape;
}

Shape read_layer(io::Case& input, const std::string& at, const Grid& grid) {
  Shape shape{.kind = ShapeKind::layer};
  read_extent(input, at, grid, shape);
  if (!input.has(at + "from") && !input.has(at + "to"))
    input.error(at + "shape", "a layer needs \"from\", \"to\" or both");
  return shape;
}

}  // namespace

io::Number length_of(const std::string& meaning) {
  return {.minimum = 0, .exclusive = true, .meaning = meaning, .unit = "m"};
}

Vector read_place(io::Case& input, const std::string& key, const Grid& grid,
                  const std::string& meaning) {
  return as_place(input.numbers(key, {.meaning = meaning, .unit = "m"}, numbers_of_place(grid)));
}

std::vector<Vector> read_places(io::Case& input, const std::string& key, const Grid& grid,
                                const std::string& meaning) {
  std::vector<Vector> places;
  for (const auto& row : input.rows(key, {.meaning = meaning, .unit = "m"}, numbers_of_place(grid)))
    places.push_back(as_place(row));
  return places;
}

Vector read_direction(io::Case& input, const std::string& key, const Grid& grid,
                      const Vector& default_value, const std::string& meaning) {
  if (!input.has(key)) return default_value;
  const Vector read = as_place(input.numbers(key, {.meaning = meaning}, numbers_of_place(grid)));
  if (geometry::dot(read, read) > 0) return geometry::unit(read);
  input.error(key, "must not be zero (" + meaning + ")");
  return default_value;
}

std::size_t read_axis(io::Case& input, const std::string& key, const Grid& grid) {
  const int axes = grid.is_known ? grid.dimensions : 3;
  const std::vector<std::string> names(axis_names, axis_names + axes);
  const std::string name = input.choice(key, names, {}, "axis");
  return static_cast<std::size_t>(name[0] - 'x');
}

Shape read_box(io::Case& input, const std::string& at, const Grid& grid) {
  Shape shape{.kind = ShapeKind::box};
  shape.lower = read_place(input, at + "lower", grid, "corner with the least coordinates");
  shape.upper = read_place(input, at + "upper", grid, "corner with the largest coordinates");
  shape.tolerance = 1e-6 * grid.smallest_spacing();
  for (std::size_t d = 0; d < count(grid); ++d)
    if (shape.lower[d] > shape.upper[d])
      input.error(at + "lower", fmt::format("lies beyond \"upper\" along {}", axis_names[d]));
  return shape;
}

Shape read_shape(io::Case& input, const std::string& at, const Grid& grid) {
  const std::string kind =
      input.choice(at + "shape", {"ball", "disc", "box", "cylinder", "layer"}, {});
  const std::size_t before = input.error_count();
  Shape shape = kind == "box"        ? read_box(input, at, grid)
                : kind == "cylinder" ? read_cylinder(input, at, grid)
                : kind == "layer"    ? read_layer(input, at, grid)
                                     : read_ball(input, at, grid);
  shape.tolerance = 1e-6 * grid.smallest_spacing();
  if (kind == "cylinder" && grid.is_known && grid.dimensions < 3)
    input.error(at + "shape", "a cylinder needs three dimensions; use \"disc\" or \"box\"");
  else if (grid.is_known && input.error_count() == before && points_in(shape, grid, 1).empty())
    input.error(at + "shape", "holds no point of the grid, which reaches from " +
                                  text(grid.origin, grid.dimensions) + " to " +
                                  text(grid.last(), grid.dimensions));
  return shape;
}

}  // namespace thalweg::sound
