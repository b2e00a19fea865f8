// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/table_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "simulation/checks/text_table.hpp"

namespace thalweg::flow {

namespace {

using simulation::checks::TextTable;

/// The finite numbers of a file that a key names.
std::optional<TextTable> read_file(io::Case& input, const std::string& key,
                                   const std::string& meaning) {
  const std::size_t mistakes = input.error_count();
  const std::string name = input.text(key, {}, meaning);
  if (input.error_count() != mistakes) return {};
  try {
    return simulation::checks::read_finite_table(input.resolve(name));
  } catch (const InputError& error) {
    input.error(key, error.what());
    return {};
  }
}

std::vector<double> different(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

/// Which columns of a table are places, and which velocities.
struct Columns {
  std::vector<std::size_t> places, axes;  // columns, and what they are of x, y, z
  std::array<std::optional<std::size_t>, 3> velocity;
};

std::optional<Columns> columns_of(const TextTable& table) {
  const std::string axes = "xyz";
  Columns columns;
  bool has_velocity = false;
  if (table.names.size() != table.columns.size()) return {};
  for (std::size_t n = 0; n < table.names.size(); ++n) {
    const std::string& name = table.names[n];
    const bool is_velocity = name.starts_with("velocity_");
    const std::size_t axis = axes.find(is_velocity ? name.substr(9) : name);
    if (axis == std::string::npos || name.size() != (is_velocity ? 10u : 1u)) return {};
    if (is_velocity) {
      columns.velocity[axis] = n;
      has_velocity = true;
    } else {
      columns.places.push_back(n);
      columns.axes.push_back(axis);
    }
  }
  const std::size_t places = columns.places.size();
  return has_velocity && (places == 1 || places == 2) ? std::optional(columns) : std::nullopt;
}

std::size_t place_in(const std::vector<double>& values, double value) {
  return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) -
                                  values.begin());
}

}  // namespace

std::optional<VelocityTable> read_velocity_table(io::Case& input, const std::string& key) {
  const auto table = read_file(input, key, "CSV file with velocities by place");
  if (!table) return {};
  const auto columns = columns_of(*table);
  if (!columns) {
    input.error(key, "must have a line of names, one or two of x, y, z and some of velocity_x, "
                     "velocity_y, velocity_z, above as many columns of numbers");
    return {};
  }
  const std::vector<double>& first = table->columns[columns->places[0]];
  VelocityTable::Coordinate a{columns->axes[0], different(first)}, b{0, {0}};
  if (columns->places.size() == 2)
    b = {columns->axes[1], different(table->columns[columns->places[1]])};
  std::vector<geometry::Vector> velocities(a.values.size() * b.values.size());
  std::vector<bool> is_given(velocities.size());
  for (std::size_t row = 0; row < first.size(); ++row) {
    const std::size_t m = columns->places.size() == 2
                              ? place_in(b.values, table->columns[columns->places[1]][row])
                              : 0;
    const std::size_t at = m * a.values.size() + place_in(a.values, first[row]);
    is_given[at] = true;
    for (std::size_t d = 0; d < 3; ++d)
      if (columns->velocity[d]) velocities[at][d] = table->columns[*columns->velocity[d]][row];
  }
  const auto given = static_cast<std::size_t>(std::count(is_given.begin(), is_given.end(), true));
  if (given != velocities.size() || given != first.size()) {
    input.error(key, fmt::format("must have one row for each of {} by {} places, and has {} rows, "
                                 "of {} places",
                                 a.values.size(), b.values.size(), first.size(), given));
    return {};
  }
  return VelocityTable(std::move(a), std::move(b), std::move(velocities));
}

namespace {

std::optional<Waveform> read_factors(io::Case& input, const std::string& at) {
  const std::string key = at + "factor_file";
  auto table = read_file(input, key, "CSV file with factors by time");
  const bool repeats = input.boolean(at + "repeat", false, "the table begins anew where it ends");
  if (!table) return {};
  const auto wrong = [&](const std::string& what) {
    input.error(key, what);
    return std::nullopt;
  };
  if (table->names != std::vector<std::string>{"time", "factor"} || table->columns.size() != 2)
    return wrong("must have two columns under the line \"time,factor\"");
  const std::vector<double>&times = table->columns[0], &values = table->columns[1];
  const bool is_rising =
      std::adjacent_find(times.begin(), times.end(), std::greater_equal<>()) == times.end();
  if (times.size() < 2 || !is_rising)
    return wrong("must have two rows or more, whose times increase");
  if (repeats && std::abs(values.front() - values.back()) > 1e-6)
    return wrong(fmt::format("must end with the factor that it begins with, because it repeats: it "
                             "begins with {:g} and ends with {:g}",
                             values.front(), values.back()));
  return Waveform(TimeTable{times, values, repeats});
}

}  // namespace

Waveform read_time_factor(io::Case& input, const std::string& at, const std::string& multiplied,
                          const Parameters& p) {
  Waveform factor(1, 0, 0, 0);
  for (const char* key : {"ramp", "factor_file"}) {
    if (!input.has(at + key)) continue;
    if (!p.step)
      input.error(at + key, "needs time.scheme = \"bdf2\": a steady flow has no time");
    else if (!input.has(multiplied))
      input.error(at + key, fmt::format("multiplies {}, which is not given", multiplied));
  }
  if (input.has(at + "factor_file"))
    if (const auto table = read_factors(input, at)) factor = *table;
  if (input.has(at + "ramp"))
    factor.set_ramp(input.number(
        at + "ramp", {.minimum = 0, .meaning = "in which it rises from 0", .unit = "time"}));
  return factor;
}

}  // namespace thalweg::flow
