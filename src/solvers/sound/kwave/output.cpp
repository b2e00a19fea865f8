// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/output.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

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

bool is_grid_wide(Statistic statistic) {
  return statistic == Statistic::maximum_all || statistic == Statistic::minimum_all ||
         statistic == Statistic::final;
}

io::DatasetFile open_or_create(const std::string& file, bool goes_on) {
  return goes_on ? io::DatasetFile::open_to_change(file) : io::DatasetFile::create(file);
}

}  // namespace

std::string dataset_name(const Record& record) {
  const int c = component_of(record.field);
  std::string name = c < 0 ? "p" : fmt::format("u{}", "xyz"[c]);
  if (is_colocated(record.field)) name += "_non_staggered";
  const char* endings[] = {"", "_rms", "_max", "_min", "_max_all", "_min_all", "_final"};
  return name + endings[static_cast<int>(record.statistic)];
}

Output::Output(const Input& input, const Options& options, const std::vector<Record>& records,
               bool goes_on)
    : input_(input), options_(options), records_(records),
      rows_(std::max<std::int64_t>(0, input.problem.steps - options.first_step + 1)),
      file_(open_or_create(options.output, goes_on)) {
  if (!goes_on) create();
  for (const Record& record : records)
    if (!file_.has(dataset_name(record)))
      throw InputError(fmt::format(
          "{}: dataset \"{}\" is missing: a run can only go on with the arguments that it was "
          "started with. Remove the checkpoint to start anew",
          options.output, dataset_name(record)));
}

void Output::create() {
  const std::time_t now = std::time(nullptr);
  set_text("created_by", "kspaceFirstOrder-OMP v1.3");
  set_text("creation_date", fmt::format("{:%d/%m/%y, %H:%M:%S}", fmt::localtime(now)));
  set_text("file_description", input_.description);
  set_text("file_type", "output");
  set_text("major_version", "1");
  set_text("minor_version", "2");
  for (const Scalar& scalar : input_.scalars)
    write_scalar(file_, scalar.name, scalar.is_integer, scalar.value);
  write_scalar(file_, "t_index", true, 0);
  for (const Record& record : records_) create_record(record);
  if (options_.copy_sensor_mask) copy_mask();
}

void Output::create_floats(const std::string& name, const Extents& extents, Extents chunk) {
  // A step of more than 32 MiB is cut into chunks of 8 MiB.
  constexpr std::int64_t large = 8 << 20, piece = 2 << 20;
  if (chunk.back() > large) chunk.back() = piece;
  const bool empty = std::any_of(extents.begin(), extents.end(), [](auto n) { return n == 0; });
  file_.create_floats(name, extents, {.chunk = empty ? Extents{} : chunk, .gzip = options_.gzip});
  tag(file_, name, "float");
}

void Output::create_record(const Record& record) {
  const std::string name = dataset_name(record);
  const auto& n = input_.problem.points;
  const auto sensors = static_cast<std::int64_t>(input_.sensor_points.size());
  const bool raw = record.statistic == Statistic::raw;
  if (is_grid_wide(record.statistic))
    return create_floats(name, {n[2], n[1], n[0]}, {1, n[1], n[0]});
  if (input_.cuboids.empty())
    return create_floats(name, {1, raw ? rows_ : 1, sensors}, {1, 1, sensors});
  file_.create_group(name);
  for (std::size_t i = 0; i < input_.cuboids.size(); ++i) {
    const Cuboid& box = input_.cuboids[i];
    Extents extents{box.count(2), box.count(1), box.count(0)}, chunk = extents;
    if (raw) {
      extents.insert(extents.begin(), rows_);
      chunk.insert(chunk.begin(), 1);
    }
    create_floats(fmt::format("{}/{}", name, i + 1), extents, chunk);
  }
}

void Output::write_rows(const std::string& name, std::int64_t first, std::int64_t rows,
                        const float* values) {
  const auto width = static_cast<std::int64_t>(input_.sensor_points.size());
  if (input_.cuboids.empty()) {
    file_.write(name, first * width, (first + rows) * width, values);
    return;
  }
  std::int64_t at = 0;
  for (std::size_t i = 0; i < input_.cuboids.size(); ++i) {
    const std::int64_t size = input_.cuboids[i].size();
    const std::string part = fmt::format("{}/{}", name, i + 1);
    for (std::int64_t row = 0; row < rows; ++row)
      file_.write(part, (first + row) * size, (first + row + 1) * size, values + row * width + at);
    at += size;
  }
}

void Output::write(Field field, std::int64_t first, std::int64_t rows, const float* values) {
  const auto width = static_cast<std::int64_t>(input_.sensor_points.size());
  rows = std::min(rows, rows_ - first);
  if (rows <= 0) return;
  background_.add([this, name = dataset_name({field, Statistic::raw}), first, rows,
                   kept = std::vector<float>(values, values + rows * width)] {
    write_rows(name, first, rows, kept.data());
  });
}

void Output::write_statistic(const Record& record, const std::vector<float>& values,
                             std::int64_t begin) {
  const std::string name = dataset_name(record);
  if (!is_grid_wide(record.statistic)) return write_rows(name, 0, 1, values.data());
  file_.write(name, begin, begin + static_cast<std::int64_t>(values.size()), values.data());
}

void Output::copy_mask() {
  const bool corners = !input_.cuboids.empty();
  write_scalar(file_, "sensor_mask_type", true, corners ? 1 : 0);
  std::vector<std::int64_t> values;
  for (const Cuboid& box : input_.cuboids)
    for (const auto& corner : {box.first, box.last})
      for (const int i : corner) values.push_back(i + 1);
  if (!corners)
    for (const std::int64_t point : input_.sensor_points) values.push_back(point + 1);
  const auto count = static_cast<std::int64_t>(values.size());
  const std::string name = corners ? "sensor_mask_corners" : "sensor_mask_index";
  file_.create_integers(name, corners ? Extents{1, count / 6, 6} : Extents{1, 1, count}, {});
  file_.write(name, 0, count, values.data());
  tag(file_, name, "long");
}

void Output::set_steps(std::int64_t steps) { file_.write("t_index", 0, 1, &steps); }
void Output::set_text(const std::string& name, const std::string& text) {
  file_.set_text("/", name, text);
}

void Output::finish() {
  background_.finish();
  file_.flush();
}

void Output::close() { file_.close(); }

}  // namespace thalweg::sound::kwave
