// SPDX-License-Identifier: Apache-2.0
// A source that plays what the sensors of an earlier run heard, forward or backward: the second
// half of time reversal. (docs/theory/sound.md, 4.9)
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "io/hdf5/dataset_file.hpp"
#include "solvers/sound/case/source_case.hpp"

namespace thalweg::sound {

namespace {

/// What the file says of itself, as a number.
double number_of(const io::DatasetFile& file, const std::string& name) {
  const std::string text = file.text("/", name);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || read.ec != std::errc() || !(value > 0))
    throw InputError(
        fmt::format("{} is no traces.h5 of a run: it has no {}", file.path().string(), name));
  return value;
}

/// The series of one sensor.
struct Series {
  std::int64_t rows = 0, points = 0;
  std::vector<float> values;        // (rows, points)
  std::vector<double> coordinates;  // (points, axes)
};

Series read_series(const io::DatasetFile& file, const std::string& sensor, const Grid& grid) {
  const std::string name = sensor + "/pressure", at = sensor + "/coordinates";
  if (!file.has(name) || !file.has(at) || file.extents(name).size() != 2)
    throw InputError(fmt::format("{} holds no series of pressure of a sensor \"{}\"",
                                 file.path().string(), sensor));
  Series series{file.extents(name)[0], file.extents(name)[1], file.read_all<float>(name),
                file.read_all<double>(at)};
  if (file.extents(at) != std::vector<std::int64_t>{series.points, grid.dimensions})
    throw InputError(fmt::format("{}: the coordinates of \"{}\" are not {} numbers per point",
                                 file.path().string(), sensor, grid.dimensions));
  for (const float value : series.values)
    if (!std::isfinite(value))
      throw InputError(fmt::format("{}: \"{}\" has rows in which nothing is recorded; finish that "
                                   "run (thalweg run ... --restart)",
                                   file.path().string(), sensor));
  return series;
}

/// The point of the grid at which point number i was. Files hold coordinates in single precision.
std::int64_t point_of(const Series& series, std::int64_t i, const Grid& grid) {
  Vector place{};
  for (int d = 0; d < grid.dimensions; ++d)
    place[static_cast<std::size_t>(d)] =
        series.coordinates[static_cast<std::size_t>(i * grid.dimensions + d)];
  const auto point = grid.nearest(place);
  if (!point || geometry::distance(place, grid.place(*point)) > 1e-3 * grid.smallest_spacing())
    throw InputError(
        fmt::format("was heard at {}, which is no point of this grid; record at points "
                    "that both grids have",
                    text(place, grid.dimensions)));
  return *point;
}

Signal signal_of(const Series& series, std::int64_t point, double step, bool reverse) {
  Signal signal;
  signal.kind = SignalKind::samples;
  signal.sample_step = step;
  for (std::int64_t row = 0; row < series.rows; ++row)
    signal.samples.push_back(
        static_cast<double>(series.values[static_cast<std::size_t>(row * series.points + point)]));
  if (reverse) std::reverse(signal.samples.begin(), signal.samples.end());
  return signal;
}

/// A file's traces as signals; a point that several sensors hear plays once.
void play(const io::DatasetFile& file, const std::vector<std::string>& sensors, bool reverse,
          const Grid& grid, CaseSource& source) {
  const double step = number_of(file, "step_size");
  const bool late = !reverse && !file.text("/", "first_step").empty();
  const double begin = late ? step * (number_of(file, "first_step") - 1) : 0;
  std::set<std::int64_t> played;
  for (const std::string& sensor : sensors) {
    const Series series = read_series(file, sensor, grid);
    for (std::int64_t i = 0; i < series.points; ++i) {
      const std::int64_t point = point_of(series, i, grid);
      if (!played.insert(point).second) continue;
      source.emissions.push_back({point, 1, begin, {1, 0, 0}, source.signals.size()});
      source.signals.push_back(signal_of(series, i, step, reverse));
    }
  }
}

}  // namespace

void read_traces_source(io::Case& input, const std::string& at, const Grid& grid,
                        CaseSource& source) {
  const std::string path = input.text(at + "path", {}, "traces.h5 of an earlier run");
  if (!input.has(at + "sensors")) input.text(at + "sensors", {}, "names of its sensors");
  const auto sensors = input.texts(at + "sensors", {}, "whose series of pressure are played");
  if (input.has(at + "sensors") && sensors.empty())
    input.error(at + "sensors", "names no sensor, so nothing would be played");
  const bool reverse = input.boolean(at + "reverse", false, "last sample first");
  const double factor =
      input.number(at + "amplitude", {.default_value = 1, .meaning = "factor of the traces"});
  if (!source.is_pressure)
    input.error(at + "kind", "must be \"pressure\": that is what traces are");
  if (!grid.is_known || !input.has(at + "path") || !input.has(at + "sensors")) return;
  try {
    play(io::DatasetFile::open(input.resolve(path)), sensors, reverse, grid, source);
  } catch (const Error& error) {
    input.error(at + "path", error.what());
  }
  for (Signal& signal : source.signals) signal.amplitude = factor;
}

}  // namespace thalweg::sound
