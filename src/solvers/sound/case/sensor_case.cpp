// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/diagnostics.hpp"
#include "solvers/sound/case/record_names.hpp"
#include "solvers/sound/case/sections.hpp"
#include "solvers/sound/case/sensor_places.hpp"

namespace thalweg::sound {

namespace {

std::vector<Record> read_records(io::Case& input, const std::string& at, bool whole_grid,
                                 const Grid& grid) {
  std::vector<Record> records;
  std::set<std::string> seen;
  const auto allowed = record_names(whole_grid);
  const std::vector<std::string> usual{whole_grid ? "pressure-max" : "pressure"};
  const std::vector<std::string> names = input.texts(at + "record", usual, "what is kept");
  if (names.empty())
    input.error(at + "record",
                fmt::format("keeps nothing; name one or more of \"{}\", or leave out the table",
                            fmt::join(allowed, "\", \"")));
  for (const std::string& name : names) {
    if (!seen.insert(name).second)
      input.error(at + "record", fmt::format("names \"{}\" twice", name));
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
  std::vector<std::int64_t> add(const SensorPlaces& points) {
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
      if (input.has(at + "name"))
        input.error(at + "name", "is not for the whole grid, whose records are fields by their own "
                                 "names; leave it out");
      add_records(p.grid_records, read_records(input, at, true, p.grid));
      continue;
    }
    const std::string name =
        input.text(at + "name", fmt::format("sensor-{}", i + 1), "group in traces.h5");
    if (!is_group_name(name)) input.error(at + "name", "must be a word without / . and blanks");
    if (!names.insert(name).second) input.error(at + "name", "is taken by another sensor");
    const auto points = all.add(read_sensor_places(input, at, shape, p.grid));
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
    constexpr double never = 1e15;  // in steps: after the end of any run, and within std::int64_t
    p.sensors.first_step = static_cast<std::int64_t>(std::min(from / p.problem.dt + 0.5, never));
    if (p.sensors.first_step > 0 && p.sensors.first_step >= p.problem.steps)
      p.note(fmt::format("recording begins at {:.4g} s, when the run is over", from));
    p.sensors.tolerance = input.number(
        "sound.sensor_tolerance",
        {.default_value = 1e-4,
         .minimum = 0,
         .maximum = 0.1,
         .meaning = "error between grid points, of 3 points per wavelength; 0: exact, slow"});
  }
}

}  // namespace thalweg::sound
