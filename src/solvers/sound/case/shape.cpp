// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/shape.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace thalweg::sound {

namespace {

const char* const axis_names[] = {"x", "y", "z"};
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Of the numbers of a place.
io::ListShape numbers_of_place(const Grid& grid) {
  const auto count = static_cast<std::size_t>(grid.dimensions);
  return grid.is_known ? io::ListShape{count, count} : io::ListShape{1, 3};
}

std::size_t count(const Grid& grid) { return static_cast<std::size_t>(grid.dimensions); }

Place as_place(const std::vector<double>& values) {
  Place place{};
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

/// The box of grid positions around a body.
struct Bounds {
  std::array<int, 3> low{0, 0, 0}, high{0, 0, 0};
};

Bounds bounds_of(const Shape& shape, const Grid& grid) {
  Bounds bounds;
  for (std::size_t d = 0; d < count(grid); ++d) {
    double low = -infinity, high = infinity;
    const bool along = d == shape.axis;
    if (shape.kind == ShapeKind::box) low = shape.lower[d], high = shape.upper[d];
    if (shape.kind == ShapeKind::ball || (shape.kind == ShapeKind::cylinder && !along))
      low = shape.center[d] - shape.radius, high = shape.center[d] + shape.radius;
    if ((shape.kind == ShapeKind::layer || shape.kind == ShapeKind::cylinder) && along)
      low = shape.from, high = shape.to;
    bounds.low[d] = std::max(0, grid.nearest(d, low) - 1);
    bounds.high[d] = std::min(grid.points[d] - 1, grid.nearest(d, high) + 1);
  }
  return bounds;
}

}  // namespace

bool Shape::contains(const Place& place) const {
  const auto within = [&](double value, double low, double high) {
    return value >= low - tolerance && value <= high + tolerance;
  };
  if (kind == ShapeKind::ball) return distance(place, center) <= radius + tolerance;
  if (kind == ShapeKind::layer) return within(place[axis], from, to);
  if (kind == ShapeKind::box)
    return within(place[0], lower[0], upper[0]) && within(place[1], lower[1], upper[1]) &&
           within(place[2], lower[2], upper[2]);
  Place across = plus(place, center, -1);
  across[axis] = 0;
  return within(place[axis], from, to) && std::sqrt(dot(across, across)) <= radius + tolerance;
}

Place read_place(io::Case& input, const std::string& key, const Grid& grid,
                 const std::string& meaning) {
  return as_place(input.numbers(key, {.meaning = meaning, .unit = "m"}, numbers_of_place(grid)));
}

std::vector<Place> read_places(io::Case& input, const std::string& key, const Grid& grid,
                               const std::string& meaning) {
  std::vector<Place> places;
  for (const auto& row : input.rows(key, {.meaning = meaning, .unit = "m"}, numbers_of_place(grid)))
    places.push_back(as_place(row));
  return places;
}

Place read_direction(io::Case& input, const std::string& key, const Grid& grid,
                     const Place& default_value, const std::string& meaning) {
  if (!input.has(key)) return default_value;
  const Place read = as_place(input.numbers(key, {.meaning = meaning}, numbers_of_place(grid)));
  if (dot(read, read) > 0) return unit(read);
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

std::vector<std::int64_t> points_in(const Shape& shape, const Grid& grid, std::size_t most) {
  const Bounds bounds = bounds_of(shape, grid);
  std::vector<std::int64_t> points;
  for (int z = bounds.low[2]; z <= bounds.high[2]; ++z)
    for (int y = bounds.low[1]; y <= bounds.high[1]; ++y)
      for (int x = bounds.low[0]; x <= bounds.high[0]; ++x) {
        if (points.size() >= most) return points;
        if (shape.contains(grid.place({x, y, z}))) points.push_back(grid.index({x, y, z}));
      }
  return points;
}

}  // namespace thalweg::sound
