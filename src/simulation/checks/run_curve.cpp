// SPDX-License-Identifier: Apache-2.0
#include "simulation/checks/run_curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "simulation/checks/sensor_curve.hpp"
#include "simulation/checks/text_table.hpp"

namespace thalweg::simulation::checks {

namespace {

namespace fs = std::filesystem;

/// Column `name` against column `against`.
Curve columns_of(const TextTable& table, const fs::path& file, const std::string& name,
                 const std::string& against) {
  const auto number = [&](const std::string& wanted) {
    const auto at = std::find(table.names.begin(), table.names.end(), wanted);
    if (at == table.names.end())
      throw UndecidedCheck{fmt::format("{} has no column \"{}\"", file.string(), wanted)};
    return static_cast<std::size_t>(at - table.names.begin());
  };
  const std::size_t x = number(against), y = number(name);
  return {.x = table.columns[x],
          .y = table.columns[y],
          .x_unit = table.units[x],
          .y_unit = table.units[y]};
}

TextTable existing_table(const fs::path& file) {
  if (!fs::exists(file))
    throw UndecidedCheck{fmt::format("the run has not written {}", file.string())};
  try {
    return read_table_of_run(file);
  } catch (const InputError& error) {  // no rows, for one; the run is over, and keeps its report
    throw UndecidedCheck{error.what()};
  }
}

/// The steps at which a table was written, in order.
std::vector<std::int64_t> steps_of(const io::OutputFolder& folder, const std::string& group,
                                   const std::string& table) {
  std::vector<std::int64_t> steps;
  const fs::path first = folder.table(group, table, 0);
  if (!fs::exists(first.parent_path())) return steps;
  const std::string begin = table + "-";
  for (const auto& entry : fs::directory_iterator(first.parent_path())) {
    const std::string stem = entry.path().stem().string();
    const std::string digits = stem.starts_with(begin) ? stem.substr(begin.size()) : "";
    if (!digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos)
      steps.push_back(std::stoll(digits));
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

/// The step of a time: what history.csv says of it.
std::int64_t step_at(const io::OutputFolder& folder, double time) {
  const Curve steps =
      columns_of(existing_table(folder.history()), folder.history(), "step", "time");
  for (std::size_t row = 0; row < steps.x.size(); ++row)
    if (std::abs(steps.x[row] - time) <= 1e-9 * std::abs(time))
      return static_cast<std::int64_t>(steps.y[row]);
  throw UndecidedCheck{
      fmt::format("{} has no row at time {:.9g}", folder.history().string(), time)};
}

Curve table_curve(const Check& check, const io::OutputFolder& folder) {
  const std::string& name = check.quantity.group;
  const std::string group = check.quantity.table_group();
  const std::vector<std::int64_t> steps = steps_of(folder, group, name);
  if (steps.empty()) throw UndecidedCheck{fmt::format("the run has written no table \"{}\"", name)};
  const std::int64_t step = check.table_time ? step_at(folder, *check.table_time) : steps.back();
  const fs::path file = folder.table(group, name, step);
  const TextTable table = existing_table(file);
  return columns_of(table, file, check.quantity.column, table.names.at(0));
}

}  // namespace

Curve run_curve(const Check& check, const io::OutputFolder& folder) {
  switch (check.quantity.source) {
  case Quantity::Source::history:
    return columns_of(existing_table(folder.history()), folder.history(), check.quantity.column,
                      "time");
  case Quantity::Source::spectra:
  case Quantity::Source::statistics:
  case Quantity::Source::tables: return table_curve(check, folder);
  case Quantity::Source::traces: break;
  }
  return sensor_curve(check.quantity, check.sensor, folder.path() / "traces.h5");
}

}  // namespace thalweg::simulation::checks
