// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/output_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thalweg::sound::kwave {

namespace {

/// A step of more than 32 MiB is cut into chunks of 8 MiB.
OutputLayout output_layout(std::string name, std::vector<std::int64_t> extents,
                           std::vector<std::int64_t> chunk) {
  constexpr std::int64_t large = 8 << 20, piece = 2 << 20;  // values of 4 bytes
  if (chunk.back() > large) chunk.back() = piece;
  return {std::move(name), std::move(extents), std::move(chunk)};
}

OutputLayout cuboid_layout(const std::string& name, const Cuboid& box, bool raw,
                           std::int64_t rows) {
  std::vector<std::int64_t> extents{box.count(2), box.count(1), box.count(0)}, chunk = extents;
  if (raw) {
    extents.insert(extents.begin(), rows);
    chunk.insert(chunk.begin(), 1);
  }
  return output_layout(name, extents, chunk);
}

}  // namespace

std::string dataset_name(const Record& record) {
  const int c = component_of(record.field);
  std::string name = c < 0 ? "p" : fmt::format("u{}", "xyz"[c]);
  if (is_colocated(record.field)) name += "_non_staggered";
  const char* endings[] = {"", "_rms", "_max", "_min", "_max_all", "_min_all", "_final"};
  return name + endings[static_cast<int>(record.statistic)];
}

std::vector<Record> all_records(const Options& options, int dimensions) {
  std::vector<Record> records = options.pressure;
  for (int c = 0; c < dimensions; ++c) {
    for (const Statistic statistic : options.velocity)
      records.push_back({component(Field::velocity_x, c), statistic});
    if (options.colocated_velocity)
      records.push_back({component(Field::colocated_velocity_x, c), Statistic::raw});
  }
  return records;
}

std::int64_t row_count(const Input& input, const Options& options) {
  return std::max<std::int64_t>(0, input.problem.steps - options.first_step + 1);
}

std::vector<OutputLayout> layouts(const Record& record, const Input& input, std::int64_t rows) {
  const std::string name = dataset_name(record);
  const auto& n = input.problem.points;
  const auto sensors = static_cast<std::int64_t>(input.sensor_points.size());
  const bool raw = record.statistic == Statistic::raw;
  if (is_grid_wide(record.statistic))
    return {output_layout(name, {n[2], n[1], n[0]}, {1, n[1], n[0]})};
  if (input.cuboids.empty())
    return {output_layout(name, {1, raw ? rows : 1, sensors}, {1, 1, sensors})};
  std::vector<OutputLayout> all;
  for (const Cuboid& box : input.cuboids)
    all.push_back(cuboid_layout(fmt::format("{}/{}", name, all.size() + 1), box, raw, rows));
  return all;
}

double output_bytes(const std::vector<Record>& records, const Input& input, std::int64_t rows) {
  double bytes = 0;
  for (const Record& record : records)
    for (const OutputLayout& layout : layouts(record, input, rows)) {
      double values = 1;
      for (const std::int64_t n : layout.extents) values *= static_cast<double>(n);
      bytes += values * sizeof(float);
    }
  return bytes;
}

}  // namespace thalweg::sound::kwave
