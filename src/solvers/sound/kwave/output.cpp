// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/output.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>

#include "base/error.hpp"

namespace thalweg::sound::kwave {

namespace {

void tag(io::DatasetFile& file, const std::string& name, const char* type) {
  file.set_text(name, "data_type", type);
  file.set_text(name, "domain_type", "real");
}

void write_scalar(io::DatasetFile& file, const std::string& name, bool is_integer, double value) {
  if (is_integer)
    file.create_integers(name, {1, 1, 1}, {});
  else
    file.create_floats(name, {1, 1, 1}, {});
  file.write(name, 0, 1, &value);
  tag(file, name, is_integer ? "long" : "float");
}

}  // namespace

void Output::create() {
  file_ = io::DatasetFile::create(options_.output);
  const std::time_t now = std::time(nullptr);
  set_text("created_by", "kspaceFirstOrder-OMP v1.3");
  set_text("creation_date", fmt::format("{:%d/%m/%y, %H:%M:%S}", fmt::localtime(now)));
  set_text("file_description", input_.description);
  set_text("file_type", "output");
  set_text("major_version", "1");
  set_text("minor_version", "2");
  for (const Scalar& scalar : input_.scalars)
    write_scalar(*file_, scalar.name, scalar.is_integer, scalar.value);
  write_scalar(*file_, "t_index", true, 0);
  for (const Record& record : records_) create_record(record);
  if (options_.copy_sensor_mask) copy_mask();
}

void Output::create_record(const Record& record) {
  if (!input_.cuboids.empty() && !is_grid_wide(record.statistic))
    file_->create_group(dataset_name(record));
  for (const OutputLayout& layout : layouts(record, input_, rows_)) {
    file_->create_floats(layout.name, layout.extents,
                         {.chunk = layout.chunk, .gzip = options_.gzip});
    tag(*file_, layout.name, "float");
  }
}

void Output::go_on(std::int64_t steps) {
  file_ = io::DatasetFile::open_to_change(options_.output);
  for (const Record& record : records_) require_record(record);
  std::int64_t written = 0;
  if (file_->has("t_index")) file_->read("t_index", 0, 1, &written);
  if (written < steps)
    throw InputError(fmt::format(
        "{}: it holds {} steps, but the checkpoint {}: they are not of the same run. Remove the "
        "checkpoint to start anew",
        options_.output, written, steps));
}

void Output::require_record(const Record& record) const {
  const auto fail = [&](const std::string& name, const std::string& text) {
    throw InputError(fmt::format(
        "{}: dataset \"{}\" {}: a run can only go on with the arguments that it was started with. "
        "Remove the checkpoint to start anew",
        options_.output, name, text));
  };
  for (const OutputLayout& layout : layouts(record, input_, rows_)) {
    if (!file_->has(layout.name)) fail(layout.name, "is missing");
    if (const auto found = file_->extents(layout.name); found != layout.extents)
      fail(layout.name, fmt::format("has the extents {}, not {}", found, layout.extents));
  }
}

void Output::write_rows(const Record& record, const SeriesRows& rows) {
  const auto datasets = layouts(record, input_, rows_);
  if (input_.cuboids.empty())  // without a copy: such rows may be as long as the grid is large
    return file_->write(datasets[0].name, rows.first * rows.width,
                        (rows.first + rows.count) * rows.width, rows.values);
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < input_.cuboids.size(); ++i) {
    const std::int64_t size = input_.cuboids[i].size();
    rows.write(*file_, datasets[i].name, size, [begin](std::int64_t n) { return begin + n; });
    begin += size;
  }
}

void Output::write(Field field, std::int64_t first, std::int64_t rows, const float* values) {
  rows = std::min(rows, rows_ - first);
  if (rows <= 0) return;
  background_.add(
      [this, field, first, rows, kept = std::vector<float>(values, values + rows * width())] {
        write_rows({field, Statistic::raw}, {first, rows, width(), kept.data()});
      });
}

void Output::write_statistic(const Record& record, const std::vector<float>& values,
                             std::int64_t begin) {
  background_.finish();  // HDF5 is for one thread at a time
  if (!is_grid_wide(record.statistic)) return write_rows(record, {0, 1, width(), values.data()});
  const auto end = begin + static_cast<std::int64_t>(values.size());
  file_->write(dataset_name(record), begin, end, values.data());
}

void Output::copy_mask() {
  const bool corners = !input_.cuboids.empty();
  write_scalar(*file_, "sensor_mask_type", true, corners ? 1 : 0);
  std::vector<std::int64_t> values;
  for (const Cuboid& box : input_.cuboids)
    for (const auto& corner : {box.first, box.last})
      for (const int i : corner) values.push_back(i + 1);
  if (!corners)
    for (const std::int64_t point : input_.sensor_points) values.push_back(point + 1);
  const auto count = static_cast<std::int64_t>(values.size());
  const std::string name = corners ? "sensor_mask_corners" : "sensor_mask_index";
  const std::vector<std::int64_t> rows{1, count / 6, 6}, line{1, 1, count};
  file_->create_integers(name, corners ? rows : line, {});
  file_->write(name, 0, count, values.data());
  tag(*file_, name, "long");
}

void Output::set_steps(std::int64_t steps) {
  background_.finish();
  file_->write("t_index", 0, 1, &steps);
}

void Output::set_text(const std::string& name, const std::string& text) {
  background_.finish();
  file_->set_text("/", name, text);
}

std::string Output::text(const std::string& name) {
  background_.finish();
  return file_->text("/", name);
}

void Output::finish() {
  background_.finish();
  file_->flush();
}

void Output::close() {
  background_.finish();
  file_->close();
}

}  // namespace thalweg::sound::kwave
