// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/openings/waveform_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "simulation/checks/text_table.hpp"

namespace thalweg::blood {

namespace {

using simulation::checks::TextTable;

std::string trimmed(const std::string& word) {
  const auto begin = word.find_first_not_of(" \t\""), end = word.find_last_not_of(" \t\"");
  return begin == std::string::npos ? "" : word.substr(begin, end - begin + 1);
}

std::string columns_wanted(const std::vector<GivenQuantity>& quantities) {
  std::string text;
  for (const GivenQuantity& quantity : quantities)
    text += fmt::format("{}\"time,{}\" [s, {}]", text.empty() ? "" : " or ", quantity.name,
                        quantity.unit);
  return text;
}

class TableReader {
 public:
  TableReader(io::Case& input, const std::string& path,
              const std::vector<GivenQuantity>& quantities)
      : input_(input), path_(path), key_(path + "table"), quantities_(quantities) {}

  std::optional<GivenWaveform> read() {
    const bool repeats =
        input_.boolean(path_ + "repeat", false, "the table begins anew where it ends");
    std::optional<TextTable> table = read_file();
    if (!table) return {};
    const std::optional<std::size_t> quantity = find_quantity(*table);
    if (!quantity || !times_are_right(*table)) return {};
    TimeTable wave{std::move(table->columns[0]), std::move(table->columns[1]), repeats};
    if (repeats && !closes(wave)) return {};
    return GivenWaveform{*quantity, Waveform(std::move(wave))};
  }

 private:
  std::optional<TextTable> read_file() {
    const std::size_t mistakes = input_.error_count();
    const std::string name = input_.text(key_, {}, "CSV file with a row per time");
    if (input_.error_count() != mistakes) return {};
    file_ = input_.resolve(name);
    if (!std::filesystem::is_regular_file(file_))
      return wrong(fmt::format("there is no file {}", file_.string())), std::nullopt;
    try {
      return simulation::checks::read_finite_table(file_);
    } catch (const InputError& error) {
      return wrong(error.what()), std::nullopt;
    }
  }

  std::optional<std::size_t> find_quantity(const TextTable& table) {
    const std::string wanted = columns_wanted(quantities_);
    if (table.columns.size() != 2 || table.names.size() != 2) {
      wrong(fmt::format("{} must have two columns under a line that names them, {}; it has {} "
                        "columns and {} names",
                        file_.string(), wanted, table.columns.size(), table.names.size()));
      return {};
    }
    for (std::size_t n = 0; n < quantities_.size(); ++n)
      if (trimmed(table.names[0]) == "time" && trimmed(table.names[1]) == quantities_[n].name)
        return units_are_right(table, quantities_[n]) ? std::optional(n) : std::nullopt;
    wrong(fmt::format("the columns of {} must be {}, not \"{},{}\"", file_.string(), wanted,
                      trimmed(table.names[0]), trimmed(table.names[1])));
    return {};
  }

  bool units_are_right(const TextTable& table, const GivenQuantity& quantity) {
    if (table.units.empty()) return true;
    const bool right = table.units.size() == 2 && trimmed(table.units[0]) == "s" &&
                       trimmed(table.units[1]) == quantity.unit;
    if (!right)
      wrong(fmt::format("the units of {} must be s and {}, not {}", file_.string(), quantity.unit,
                        io::joined(table.units, " and ")));
    return right;
  }

  bool times_are_right(const TextTable& table) {
    const std::vector<double>& times = table.columns[0];
    if (times.size() < 2)
      return wrong(fmt::format("{} must have two rows or more, not one", file_.string())), false;
    for (std::size_t n = 1; n < times.size(); ++n)
      if (times[n] <= times[n - 1])
        return wrong(fmt::format("the times of {} must increase from row to row; {:.10g} s follows "
                                 "{:.10g} s in row {} of the numbers",
                                 file_.string(), times[n], times[n - 1], n + 1)),
               false;
    return true;
  }

  bool closes(const TimeTable& wave) {
    const double first = wave.values.front(), last = wave.values.back();
    double most = 0;
    for (const double value : wave.values) most = std::max(most, std::abs(value));
    if (std::abs(first - last) <= 1e-6 * most) return true;
    wrong(fmt::format("{} must end with the value that it begins with, because it repeats: it "
                      "begins with {:.6g} and ends with {:.6g}",
                      file_.string(), first, last));
    return false;
  }

  void wrong(const std::string& what) { input_.error(key_, what); }

  io::Case& input_;
  const std::string path_, key_;
  const std::vector<GivenQuantity>& quantities_;
  std::filesystem::path file_;
};

Waveform read_cosine(io::Case& input, const std::string& path, const GivenQuantity& quantity) {
  const double mean =
      input.number(path + quantity.name, {.meaning = quantity.meaning, .unit = quantity.unit});
  const double amplitude = input.number(path + "amplitude", {.default_value = 0,
                                                             .minimum = 0,
                                                             .meaning = "of a cosine that is added",
                                                             .unit = quantity.unit});
  const double frequency =
      input.number(path + "frequency",
                   {.default_value = 0, .minimum = 0, .meaning = "of that cosine", .unit = "Hz"});
  const double phase =
      input.number(path + "phase",
                   {.default_value = 0, .meaning = "of that cosine at time 0", .unit = "degrees"});
  if (amplitude != 0 && frequency == 0)
    input.error(path + "frequency",
                "must be given for amplitude; what is constant belongs to " + quantity.name);
  return {mean, amplitude, frequency, phase / 180 * std::numbers::pi};
}

}  // namespace

std::optional<GivenWaveform> read_waveform(io::Case& input, const std::string& path,
                                           const std::vector<GivenQuantity>& quantities,
                                           const std::string& which) {
  std::optional<GivenWaveform> given;
  if (which == path + "table") given = TableReader(input, path, quantities).read();
  for (std::size_t n = 0; n < quantities.size(); ++n)
    if (which == path + quantities[n].name)
      given = GivenWaveform{n, read_cosine(input, path, quantities[n])};
  const double ramp =
      input.number(path + "ramp_time", {.default_value = 0,
                                        .minimum = 0,
                                        .meaning = "in which it rises from 0, as a half cosine",
                                        .unit = "s"});
  if (given) given->waveform.set_ramp(ramp);
  return given;
}

}  // namespace thalweg::blood
