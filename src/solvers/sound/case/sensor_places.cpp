// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/sensor_places.hpp"

#include <fmt/format.h>

#include "solvers/sound/case/array_case.hpp"
#include "solvers/sound/case/shape_case.hpp"

namespace thalweg::sound {

using geometry::distance;
using geometry::plus;
using geometry::Shape;
using geometry::ShapeKind;

namespace {

SensorPlaces points_of_grid(const std::vector<std::int64_t>& points) {
  return {points, {}, std::vector<bool>(points.size(), false)};
}

constexpr double most_places = 1e8;

/// In cells from the first point of the grid.
std::array<double, 3> in_cells(const Vector& place, const Grid& grid) {
  std::array<double, 3> cells{};
  for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dimensions); ++d)
    cells[d] = (place[d] - grid.origin[d]) / grid.spacing[d];
  return cells;
}

/// Vectors as points of the grid where they are such, or are to be taken for the nearest.
SensorPlaces sorted(io::Case& input, const std::string& key, const std::vector<Vector>& places,
                    bool snap, const Grid& grid) {
  SensorPlaces points;
  for (const Vector& place : places) {
    const auto point = grid.nearest(place);
    if (!point) {
      input.error(key, text(place, grid.dimensions) +
                           " is outside of the grid, which reaches from " +
                           text(grid.origin, grid.dimensions) + " to " +
                           text(grid.last(), grid.dimensions));
      continue;
    }
    const bool between =
        !snap && distance(place, grid.place(*point)) > 1e-6 * grid.smallest_spacing();
    points.is_between.push_back(between);
    if (between)
      points.between.push_back(in_cells(place, grid));
    else
      points.on_grid.push_back(*point);
  }
  return points;
}

bool read_snap(io::Case& input, const std::string& at) {
  return input.boolean(at + "snap", false, "take the nearest grid points, do not interpolate");
}

SensorPlaces read_points(io::Case& input, const std::string& at, const Grid& grid) {
  const bool snap = read_snap(input, at);
  const std::size_t before = input.error_count();
  const std::vector<Vector> places = read_places(input, at + "positions", grid, "points");
  if (!grid.is_known || input.error_count() > before) return {};
  return sorted(input, at + "positions", places, snap, grid);
}

/// The centres of the elements of an array.
SensorPlaces read_array_sensor(io::Case& input, const std::string& at, const Grid& grid) {
  const bool snap = read_snap(input, at);
  const std::size_t before = input.error_count();
  std::vector<Vector> places;
  for (const Element& element : read_row(input, at, grid).elements)
    places.push_back(element.center);
  if (!grid.is_known || input.error_count() > before) return {};
  return sorted(input, at + "center", places, snap, grid);
}

/// The grid points nearest to a straight line.
std::vector<std::int64_t> points_along(const Vector& from, const Vector& to, const Grid& grid) {
  const int count = 1 + static_cast<int>(4 * distance(from, to) / grid.smallest_spacing());
  std::vector<std::int64_t> points;
  for (int i = 0; i <= count; ++i) {
    const auto point = grid.nearest(plus(from, plus(to, from, -1), static_cast<double>(i) / count));
    if (point && (points.empty() || points.back() != *point)) points.push_back(*point);
  }
  return points;
}

SensorPlaces read_line(io::Case& input, const std::string& at, const Grid& grid) {
  const std::size_t before = input.error_count();
  const Vector from = read_place(input, at + "from", grid, "one end");
  const Vector to = read_place(input, at + "to", grid, "other end");
  if (input.has(at + "count")) {
    const auto count = input.integer(
        at + "count", {.minimum = 2, .maximum = 1e6, .meaning = "points, evenly from end to end"});
    const bool snap = read_snap(input, at);
    if (!grid.is_known || input.error_count() > before) return {};
    std::vector<Vector> places;
    for (std::int64_t i = 0; i < count; ++i)
      places.push_back(
          plus(from, plus(to, from, -1), static_cast<double>(i) / static_cast<double>(count - 1)));
    return sorted(input, at + "from", places, snap, grid);
  }
  const auto points = points_along(from, to, grid);
  if (points.empty() && input.error_count() == before)
    input.error(at + "from", "the line is outside of the grid");
  return points_of_grid(points);
}

/// The grid plane nearest to a coordinate.
std::vector<std::int64_t> read_plane(io::Case& input, const std::string& at, const Grid& grid) {
  const std::size_t axis = read_axis(input, at + "axis", grid);
  const double place = input.number(at + "at", {.meaning = "where the plane is", .unit = "m"});
  const int index = grid.nearest(axis, place);
  if (!grid.is_known) return {};
  if (index < 0 || index >= grid.points[axis]) {
    input.error(at + "at", "is outside of the grid");
    return {};
  }
  const double coordinate = grid.origin[axis] + index * grid.spacing[axis];
  return points_in({.kind = ShapeKind::layer,
                    .axis = axis,
                    .from = coordinate,
                    .to = coordinate,
                    .tolerance = 1e-6 * grid.smallest_spacing()},
                   grid);
}

/// Vectors that divide a box evenly along each axis, x fastest. Along an axis with a count of 1 the
/// box has no extent.
SensorPlaces read_lattice(io::Case& input, const std::string& at, const Grid& grid) {
  const std::size_t before = input.error_count();
  const Shape box = read_box(input, at, grid);
  const auto axes = static_cast<std::size_t>(grid.dimensions);
  const auto count = input.integers(
      at + "count",
      {.minimum = 1, .maximum = 1e6, .meaning = "points, evenly from lower to upper, in x, y, z"},
      grid.is_known ? io::ListShape{axes, axes} : io::ListShape{1, 3});
  const bool snap = read_snap(input, at);
  std::array<int, 3> n{1, 1, 1};
  Vector step{};
  double all = 1;
  for (std::size_t d = 0; d < count.size(); ++d) {
    all *= static_cast<double>(count[d]);
    n[d] = static_cast<int>(count[d]);
    const double extent = box.upper[d] - box.lower[d];
    if (n[d] > 1) step[d] = extent / (n[d] - 1);
    if (n[d] == 1 && extent > box.tolerance)
      input.error(at + "count",
                  fmt::format("is 1 along {}, where lower and upper differ; let them be equal, or "
                              "count 2 points or more",
                              "xyz"[d]));
  }
  if (all > most_places)
    input.error(at + "count",
                fmt::format("makes {:.3g} points; a sensor takes up to {:.0e}", all, most_places));
  if (!grid.is_known || input.error_count() > before) return {};
  std::vector<Vector> places;
  for (int z = 0; z < n[2]; ++z)
    for (int y = 0; y < n[1]; ++y)
      for (int x = 0; x < n[0]; ++x)
        places.push_back(
            {box.lower[0] + x * step[0], box.lower[1] + y * step[1], box.lower[2] + z * step[2]});
  return sorted(input, at + "lower", places, snap, grid);
}

}  // namespace

SensorPlaces read_sensor_places(io::Case& input, const std::string& at, const std::string& shape,
                                const Grid& grid) {
  if (shape == "points") return read_points(input, at, grid);
  if (shape == "array") return read_array_sensor(input, at, grid);
  if (shape == "line") return read_line(input, at, grid);
  if (shape == "plane") return points_of_grid(read_plane(input, at, grid));
  if (input.has(at + "count")) return read_lattice(input, at, grid);
  const std::size_t before = input.error_count();
  const Shape box = read_box(input, at, grid);
  auto points = points_in(box, grid);
  if (points.empty() && grid.is_known && input.error_count() == before)
    input.error(at + "lower", "the box holds no point of the grid");
  return points_of_grid(points);
}

}  // namespace thalweg::sound
