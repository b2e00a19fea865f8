// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/traces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "solvers/sound/case/record_names.hpp"

namespace thalweg::sound {

namespace {

bool has_record(const SensorGroup& group, const Record& record) {
  return std::find(group.records.begin(), group.records.end(), record) != group.records.end();
}

std::string dataset_of(const SensorGroup& group, const Record& record) {
  return group.name + "/" + record_name(record);
}

/// Where a sensor point is.
Vector place_of(std::int64_t number, const Parameters& p) {
  const auto on_grid = static_cast<std::int64_t>(p.sensors.points.size());
  if (number < on_grid) return p.grid.place(p.sensors.points[static_cast<std::size_t>(number)]);
  const auto& cells = p.sensors.places[static_cast<std::size_t>(number - on_grid)];
  Vector place{};
  for (std::size_t d = 0; d < static_cast<std::size_t>(p.grid.dimensions); ++d)
    place[d] = p.grid.origin[d] + cells[d] * p.grid.spacing[d];
  return place;
}

constexpr std::int64_t most_values = 1 << 20;  // in memory: series may be larger than that

/// From a value of a dataset on nothing is recorded (yet).
void clear_from(io::DatasetFile& file, const std::string& name, std::int64_t first) {
  const std::int64_t size = file.size(name);
  const std::vector<float> none(static_cast<std::size_t>(std::min(size, most_values)),
                                std::numeric_limits<float>::quiet_NaN());
  for (std::int64_t at = first; at < size; at += most_values)
    file.write(name, at, std::min(size, at + most_values), none.data());
}

}  // namespace

std::int64_t Traces::row_count() const {
  return std::max<std::int64_t>(0, p_.problem.steps - p_.sensors.first_step);
}

void Traces::open(const std::filesystem::path& file, bool resumed) {
  if (p_.groups.empty()) return;
  std::filesystem::path earlier = file;
  earlier += ".old";
  // An old one that is still there belongs to a restart that was stopped below.
  const bool stopped = std::filesystem::exists(earlier);
  if (!resumed || !(stopped || std::filesystem::exists(file))) return create(file);
  if (!stopped && fits(io::DatasetFile::open(file))) {
    file_ = io::DatasetFile::open_to_change(file);
    return;
  }
  // A run may be made longer at a restart, so its rows go into a new file.
  if (!stopped) std::filesystem::rename(file, earlier);
  create(file);
  take_rows_of(io::DatasetFile::open(earlier));
  std::filesystem::remove(earlier);
}

bool Traces::fits(const io::DatasetFile& file) const {
  for (const SensorGroup& group : p_.groups)
    for (const Record& record : group.records) {
      const std::string name = dataset_of(group, record);
      const auto count = static_cast<std::int64_t>(group.points.size());
      const bool series = record.statistic == Statistic::raw;
      const std::int64_t size = count * (series ? row_count() : 1);
      if (!file.has(name) || file.size(name) != size || file.extents(name).back() != count)
        return false;
    }
  return true;
}

void Traces::create(const std::filesystem::path& file) {
  file_ = io::DatasetFile::create(file);
  const std::int64_t rows = row_count();
  if (rows > 0) {
    std::vector<double> times;
    for (std::int64_t row = 0; row < rows; ++row)
      times.push_back(p_.problem.dt * static_cast<double>(p_.sensors.first_step + row));
    file_->create_floats("time", {rows}, {});
    file_->write("time", 0, rows, times.data());
    file_->set_text("time", "unit", "s");
  }
  file_->set_text("/", "step_size", fmt::format("{}", p_.problem.dt));
  file_->set_text("/", "first_step", fmt::format("{}", p_.sensors.first_step + 1));
  for (const SensorGroup& group : p_.groups) create_group(group);
}

void Traces::create_group(const SensorGroup& group) {
  file_->create_group(group.name);
  const auto count = static_cast<std::int64_t>(group.points.size());
  std::vector<std::int64_t> points;
  std::vector<double> coordinates;
  for (const std::int64_t number : group.points) {
    const Vector at = place_of(number, p_);
    points.push_back(p_.grid.nearest(at).value());
    coordinates.insert(coordinates.end(), at.begin(), at.begin() + p_.grid.dimensions);
  }
  file_->create_integers(group.name + "/points", {count}, {});
  file_->write(group.name + "/points", 0, count, points.data());
  file_->create_floats(group.name + "/coordinates", {count, p_.grid.dimensions}, {});
  file_->write(group.name + "/coordinates", 0, count * p_.grid.dimensions, coordinates.data());
  file_->set_text(group.name + "/coordinates", "unit", "m");
  for (const Record& record : group.records) {
    const std::string name = dataset_of(group, record);
    const bool series = record.statistic == Statistic::raw;
    if (series && row_count() == 0) continue;
    file_->create_floats(
        name, series ? std::vector<std::int64_t>{row_count(), count} : std::vector{count}, {});
    clear_from(*file_, name, 0);
    file_->set_text(name, "unit", unit_of(record.field));
  }
}

void Traces::take_rows_of(const io::DatasetFile& old) {
  for (const SensorGroup& group : p_.groups)
    for (const Record& record : group.records) {
      const std::string name = dataset_of(group, record);
      if (record.statistic != Statistic::raw || !old.has(name)) continue;
      const auto old_extents = old.extents(name), extents = file_->extents(name);
      if (old_extents[1] != extents[1]) continue;
      const std::int64_t size = std::min(old_extents[0], extents[0]) * extents[1];
      std::vector<float> values;
      for (std::int64_t at = 0; at < size; at += most_values) {
        const std::int64_t end = std::min(size, at + most_values);
        values.resize(static_cast<std::size_t>(end - at));
        old.read(name, at, end, values.data());
        file_->write(name, at, end, values.data());
      }
    }
}

void Traces::forget_after(std::int64_t steps) {
  if (!file_) return;
  const std::int64_t rows = std::max<std::int64_t>(0, steps - p_.sensors.first_step);
  for (const SensorGroup& group : p_.groups)
    for (const Record& record : group.records) {
      const bool series = record.statistic == Statistic::raw;
      if (series && row_count() == 0) continue;
      clear_from(*file_, dataset_of(group, record),
                 series ? rows * static_cast<std::int64_t>(group.points.size()) : 0);
    }
}

void Traces::write(Field field, std::int64_t first, std::int64_t rows, const float* values) {
  write_rows({field, Statistic::raw},
             {first, std::min(rows, row_count() - first), p_.sensors.size(), values});
}

void Traces::write(const Record& record, const std::vector<float>& values) {
  write_rows(record, {0, 1, p_.sensors.size(), values.data()});
}

void Traces::write_rows(const Record& record, const SeriesRows& rows) {
  if (!file_ || rows.count <= 0) return;
  for (const SensorGroup& group : p_.groups)
    if (has_record(group, record))
      rows.write(*file_, dataset_of(group, record), static_cast<std::int64_t>(group.points.size()),
                 [&](std::int64_t n) { return group.points[static_cast<std::size_t>(n)]; });
}

void Traces::flush() {
  if (file_) file_->flush();
}

}  // namespace thalweg::sound
