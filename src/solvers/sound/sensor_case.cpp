// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/diagnostics.hpp"
#include "solvers/sound/record_names.hpp"
#include "solvers/sound/sections.hpp"

namespace thalweg::sound {

namespace {

/// A point that is not on the grid is taken to the nearest only where the case says so: it would
/// hear the wave at another time.
std::vector<std::int64_t> read_points(io::Case& input, const std::string& at, const Grid& grid) {
  const bool snap = input.boolean(at + "snap", false, "take the nearest grid points");
  std::vector<std::int64_t> points;
  const std::size_t before = input.error_count();
  const std::vector<Place> places = read_places(input, at + "positions", grid, "points");
  if (!grid.is_known || input.error_count() > before) return points;
  for (const Place& place : places) {
    const auto point = grid.nearest(place);
    if (!point) {
      input.error(at + "positions", text(place, grid.dimensions) +
                                        " is outside of the grid, which reaches from " +
                                        text(grid.origin, grid.dimensions) + " to " +
                                        text(grid.last(), grid.dimensions));
      continue;
    }
    const Place on_grid = grid.place(*point);
    if (!snap && distance(place, on_grid) > 1e-3 * grid.smallest_spacing())
      input.error(at + "positions",
                  fmt::format("{} is not a grid point; the nearest is {}. Write that, or snap = "
                              "true to take the nearest",
                              text(place, grid.dimensions), text(on_grid, grid.dimensions)));
    points.push_back(*point);
  }
  return points;
}

std::vector<std::int64_t> read_line(io::Case& input, const std::string& at, const Grid& grid) {
  const std::size_t before = input.error_count();
  const Place from = read_place(input, at + "from", grid, "one end");
  const Place to = read_place(input, at + "to", grid, "other end");
  const int count = 1 + static_cast<int>(4 * distance(from, to) / grid.smallest_spacing());
  std::vector<std::int64_t> points;
  for (int i = 0; i <= count; ++i) {
    const auto point = grid.nearest(plus(from, plus(to, from, -1), static_cast<double>(i) / count));
    if (point && (points.empty() || points.back() != *point)) points.push_back(*point);
  }
  if (points.empty() && input.error_count() == before)
    input.error(at + "from", "the line is outside of the grid");
  return points;
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

std::vector<std::int64_t> read_places_of(io::Case& input, const std::string& at,
                                         const std::string& shape, const Grid& grid) {
  if (shape == "points") return read_points(input, at, grid);
  if (shape == "line") return read_line(input, at, grid);
  if (shape == "plane") return read_plane(input, at, grid);
  const std::size_t before = input.error_count();
  const Shape box = read_box(input, at, grid);
  auto points = points_in(box, grid);
  if (points.empty() && grid.is_known && input.error_count() == before)
    input.error(at + "lower", "the box holds no point of the grid");
  return points;
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

/// Puts points into the list of all sensors, each once.
class PointList {
 public:
  explicit PointList(std::vector<std::int64_t>& all) : all_(all) {}
  std::vector<std::int64_t> add(const std::vector<std::int64_t>& points) {
    std::vector<std::int64_t> places;
    for (const std::int64_t point : points) {
      const auto [at, is_new] = places_.try_emplace(point, static_cast<std::int64_t>(all_.size()));
      if (is_new) all_.push_back(point);
      places.push_back(at->second);
    }
    return places;
  }

 private:
  std::vector<std::int64_t>& all_;
  std::map<std::int64_t, std::int64_t> places_;
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
  PointList all(p.sensors.points);
  std::set<std::string> names;
  for (int i = 0; i < count; ++i) {
    const std::string at = fmt::format("sensor.{}.", i);
    const std::string shape =
        input.choice(at + "shape", {"points", "line", "plane", "box", "grid"}, {});
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
  add_records(p.sensors.records, p.grid_records);
  add_output_fields(input, p);
  if (count > 0) {
    const double from =
        input.number("sound.record_from", {.default_value = 0,
                                           .minimum = 0,
                                           .meaning = "time before which nothing is recorded",
                                           .unit = "s"});
    p.sensors.first_step = static_cast<std::int64_t>(from / p.problem.dt + 0.5);
  }
}

}  // namespace thalweg::sound
