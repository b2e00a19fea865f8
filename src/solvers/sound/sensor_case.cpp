// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/diagnostics.hpp"
#include "solvers/sound/array_case.hpp"
#include "solvers/sound/record_names.hpp"
#include "solvers/sound/sections.hpp"

namespace thalweg::sound {

namespace {

/// Points of the grid, and places between them.
struct Points {
  std::vector<std::int64_t> on_grid;
  std::vector<std::array<double, 3>> between;  // in cells, as Sensors::places
  std::vector<bool> is_between;                // of each point, in order
};

Points points_of_grid(const std::vector<std::int64_t>& points) {
  return {points, {}, std::vector<bool>(points.size(), false)};
}

/// In cells from the first point of the grid.
std::array<double, 3> in_cells(const Place& place, const Grid& grid) {
  std::array<double, 3> cells{};
  for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dimensions); ++d)
    cells[d] = (place[d] - grid.origin[d]) / grid.spacing[d];
  return cells;
}

/// Places as points of the grid where they are such, or are to be taken for the nearest.
Points sorted(io::Case& input, const std::string& key, const std::vector<Place>& places, bool snap,
              const Grid& grid) {
  Points points;
  for (const Place& place : places) {
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

Points read_points(io::Case& input, const std::string& at, const Grid& grid) {
  const bool snap = read_snap(input, at);
  const std::size_t before = input.error_count();
  const std::vector<Place> places = read_places(input, at + "positions", grid, "points");
  if (!grid.is_known || input.error_count() > before) return {};
  return sorted(input, at + "positions", places, snap, grid);
}

/// The centres of the elements of an array.
Points read_array_sensor(io::Case& input, const std::string& at, const Grid& grid) {
  const bool snap = read_snap(input, at);
  const std::size_t before = input.error_count();
  std::vector<Place> places;
  for (const Element& element : read_row(input, at, grid).elements)
    places.push_back(element.center);
  if (!grid.is_known || input.error_count() > before) return {};
  return sorted(input, at + "center", places, snap, grid);
}

/// The grid points nearest to a straight line.
std::vector<std::int64_t> points_along(const Place& from, const Place& to, const Grid& grid) {
  const int count = 1 + static_cast<int>(4 * distance(from, to) / grid.smallest_spacing());
  std::vector<std::int64_t> points;
  for (int i = 0; i <= count; ++i) {
    const auto point = grid.nearest(plus(from, plus(to, from, -1), static_cast<double>(i) / count));
    if (point && (points.empty() || points.back() != *point)) points.push_back(*point);
  }
  return points;
}

Points read_line(io::Case& input, const std::string& at, const Grid& grid) {
  const std::size_t before = input.error_count();
  const Place from = read_place(input, at + "from", grid, "one end");
  const Place to = read_place(input, at + "to", grid, "other end");
  if (input.has(at + "count")) {
    const auto count = input.integer(
        at + "count", {.minimum = 2, .maximum = 1e6, .meaning = "points, evenly from end to end"});
    const bool snap = read_snap(input, at);
    if (!grid.is_known || input.error_count() > before) return {};
    std::vector<Place> places;
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

Points read_places_of(io::Case& input, const std::string& at, const std::string& shape,
                      const Grid& grid) {
  if (shape == "points") return read_points(input, at, grid);
  if (shape == "array") return read_array_sensor(input, at, grid);
  if (shape == "line") return read_line(input, at, grid);
  if (shape == "plane") return points_of_grid(read_plane(input, at, grid));
  const std::size_t before = input.error_count();
  const Shape box = read_box(input, at, grid);
  auto points = points_in(box, grid);
  if (points.empty() && grid.is_known && input.error_count() == before)
    input.error(at + "lower", "the box holds no point of the grid");
  return points_of_grid(points);
}

std::vector<Record> read_records(io::Case& input, const std::string& at, bool whole_grid,
                                 const Grid& grid) {
  std::vector<Record> records;
  const auto allowed = record_names(whole_grid);
  const std::vector<std::string> usual{whole_grid ? "pressure-max" : "pressure"};
  for (const std::string& name : input.texts(at + "record", usual, "what is kept")) {
    const auto found = records_of(name, whole_grid, grid.dimensions);
    if (found.empty())
      input.error(at + "record",
                  fmt::format("knows no \"{}\"; {} takes \"{}\".{}", name,
                              whole_grid ? "the whole grid" : "a sensor",
                              fmt::join(allowed, "\", \""), did_you_mean(name, allowed)));
    records.insert(records.end(), found.begin(), found.end());
  }
  return records;
}

void add_records(std::vector<Record>& all, const std::vector<Record>& more) {
  for (const Record& record : more)
    if (std::find(all.begin(), all.end(), record) == all.end()) all.push_back(record);
}

/// The list of all sensors' points, each once. Places between grid points are numbered from -1
/// down until all points of the grid are known.
class PointList {
 public:
  explicit PointList(Sensors& all) : all_(all) {}
  std::vector<std::int64_t> add(const Points& points) {
    std::vector<std::int64_t> numbers;
    std::size_t on_grid = 0, between = 0;
    for (const bool is_between : points.is_between)
      numbers.push_back(is_between ? number_of(points.between[between++])
                                   : number_of(points.on_grid[on_grid++]));
    return numbers;
  }
  /// Places come behind the points of the grid.
  void settle(std::vector<SensorGroup>& groups) const {
    for (SensorGroup& group : groups)
      for (std::int64_t& number : group.points)
        if (number < 0) number = static_cast<std::int64_t>(all_.points.size()) - 1 - number;
  }

 private:
  std::int64_t number_of(std::int64_t point) {
    const auto [at, is_new] =
        points_.try_emplace(point, static_cast<std::int64_t>(all_.points.size()));
    if (is_new) all_.points.push_back(point);
    return at->second;
  }
  std::int64_t number_of(const std::array<double, 3>& place) {
    const auto [at, is_new] =
        places_.try_emplace(place, -1 - static_cast<std::int64_t>(all_.places.size()));
    if (is_new) all_.places.push_back(place);
    return at->second;
  }

  Sensors& all_;
  std::map<std::int64_t, std::int64_t> points_;
  std::map<std::array<double, 3>, std::int64_t> places_;
};

bool is_group_name(const std::string& name) {
  return !name.empty() && name.find_first_of("/. ") == std::string::npos && name != "time";
}

/// Fields for output that need a record from the first step on.
void add_output_fields(io::Case& input, Parameters& p) {
  if (!input.has("output.fields.every_steps") && !input.has("output.fields.every_time")) return;
  for (const std::string& name : input.texts("output.fields.names", field_names()))
    if (name == "pressure-max" || name == "pressure-min")
      add_records(p.sensors.records, records_of(name, true, p.grid.dimensions));
}

}  // namespace

void read_sensors(io::Case& input, Parameters& p) {
  const int count = input.count("sensor");
  PointList all(p.sensors);
  std::set<std::string> names;
  for (int i = 0; i < count; ++i) {
    const std::string at = fmt::format("sensor.{}.", i);
    const std::string shape =
        input.choice(at + "shape", {"points", "line", "plane", "box", "array", "grid"}, {});
    if (shape == "grid") {
      add_records(p.grid_records, read_records(input, at, true, p.grid));
      continue;
    }
    const std::string name =
        input.text(at + "name", fmt::format("sensor-{}", i + 1), "group in traces.h5");
    if (!is_group_name(name)) input.error(at + "name", "must be a word without / . and blanks");
    if (!names.insert(name).second) input.error(at + "name", "is taken by another sensor");
    const auto points = all.add(read_places_of(input, at, shape, p.grid));
    const auto records = read_records(input, at, false, p.grid);
    add_records(p.sensors.records, records);
    p.groups.push_back({name, points, records});
  }
  all.settle(p.groups);
  add_records(p.sensors.records, p.grid_records);
  add_output_fields(input, p);
  if (count > 0) {
    const double from =
        input.number("sound.record_from", {.default_value = 0,
                                           .minimum = 0,
                                           .meaning = "time before which nothing is recorded",
                                           .unit = "s"});
    p.sensors.first_step = static_cast<std::int64_t>(from / p.problem.dt + 0.5);
    p.sensors.tolerance = input.number(
        "sound.sensor_tolerance",
        {.default_value = 1e-4,
         .minimum = 0,
         .maximum = 0.1,
         .meaning = "error between grid points, of 3 points per wavelength; 0: exact, slow"});
  }
}

}  // namespace thalweg::sound
