// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>

#include "base/diagnostics_text.hpp"
#include "base/error.hpp"
#include "io/case/value.hpp"
#include "solvers/blood/case/cell_file_formats.hpp"

namespace thalweg::blood {

namespace {

using Words = std::vector<std::string>;

/// What a run's table of cells has beside places: of no use here.
const Words left_out{"cell", "area_strain", "volume_strain", "deformation", "inclination"};
const Words place_names{"x", "y", "z"}, axis_names{"axis_x", "axis_y", "axis_z"},
    orientation_names{"orientation_w", "orientation_x", "orientation_y", "orientation_z"};

std::string trimmed_word(const std::string& word) {
  const auto begin = word.find_first_not_of(" \t\r\""), end = word.find_last_not_of(" \t\r\"");
  return begin == std::string::npos ? "" : word.substr(begin, end - begin + 1);
}

Words split_at_commas(const std::string& line) {
  Words words;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    words.push_back(trimmed_word(line.substr(begin, end - begin)));
    if (end == line.size()) return words;
    begin = end + 1;
  }
}

std::optional<double> number_in(const std::string& word) {
  double value = 0;
  const char* first = word.data() + (word.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(first, word.data() + word.size(), value);
  if (word.empty() || error != std::errc{} || end != word.data() + word.size()) return {};
  return value;
}

class CellTableReader {
 public:
  CellTableReader(const std::filesystem::path& file, const Words& species)
      : file_(file), species_(species) {}

  std::vector<FiledCell> read() {
    std::ifstream in(file_);
    if (!in) throw InputError(fmt::format("{} cannot be opened", file_.string()));
    for (std::string line; std::getline(in, line);) {
      ++line_;
      line = line.substr(0, line.find('#'));
      if (!trimmed_word(line).empty()) take(split_at_commas(line));
    }
    if (column_.empty()) throw InputError(fmt::format("{} is empty", file_.string()));
    return std::move(cells_);
  }

 private:
  void take(const Words& words) {
    if (column_.empty()) return take_names(words);
    const bool may_be_units = cells_.empty() && !had_units_;
    had_units_ = true;
    if (words.size() != columns_)
      fail(fmt::format("has {} values, but the first line names {} columns", words.size(),
                       columns_));
    if (may_be_units && !number_in(words[column_.at("x")])) return take_units(words);
    add_cell(words);
  }

  void take_names(const Words& words) {
    columns_ = words.size();
    for (std::size_t c = 0; c < words.size(); ++c) {
      const bool is_known = has(place_names, words[c]) || has(axis_names, words[c]) ||
                            has(orientation_names, words[c]) || has(left_out, words[c]) ||
                            words[c] == "species";
      if (!is_known)
        fail(fmt::format("\"{}\" is no column of cells: they are species, {}, and {} or {}",
                         printable(words[c]), io::joined(place_names, ", "),
                         io::joined(axis_names, ", "), io::joined(orientation_names, ", ")));
      if (!column_.emplace(words[c], c).second) fail(fmt::format("\"{}\" stands twice", words[c]));
    }
    require(place_names);
    has_axis_ = require_all_or_none(axis_names);
    has_orientation_ = require_all_or_none(orientation_names);
    if (has_axis_ && has_orientation_)
      fail("names an axis and an orientation: one of the two says how cells lie");
    if (!column_.contains("species") && species_.size() > 1)
      fail(fmt::format("has no column \"species\", but the case has {}", species_.size()));
  }

  static bool has(const Words& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  }

  void require(const Words& names) {
    for (const std::string& name : names)
      if (!column_.contains(name)) fail(fmt::format("has no column \"{}\"", name));
  }
  bool require_all_or_none(const Words& names) {
    const bool is_there = std::ranges::any_of(
        names, [this](const std::string& name) { return column_.contains(name); });
    if (is_there) require(names);
    return is_there;
  }

  void take_units(const Words& words) {
    for (const std::string& name : place_names)
      if (const std::string& unit = words[column_.at(name)]; unit != "m")
        fail(fmt::format("\"{}\" stands where a number or the unit of {}, m, should",
                         printable(unit), name));
  }

  template <std::size_t n>
  std::array<double, n> values_of(const Words& words, const Words& names) const {
    std::array<double, n> values{};
    for (std::size_t d = 0; d < n; ++d) {
      const std::string& word = words[column_.at(names[d])];
      const auto value = number_in(word);
      if (!value || !std::isfinite(*value))
        fail(fmt::format("\"{}\" is no finite number, for {}", printable(word), names[d]));
      values[d] = *value;
    }
    return values;
  }

  int species_of(const Words& words) const {
    if (!column_.contains("species")) return 0;
    const std::string& word = words[column_.at("species")];
    if (const auto at = std::ranges::find(species_, word); at != species_.end())
      return static_cast<int>(at - species_.begin());
    const auto number = number_in(word);
    const auto count = static_cast<double>(species_.size());
    if (number && *number == std::floor(*number) && *number >= 0 && *number < count)
      return static_cast<int>(*number);
    fail(fmt::format("there is no species \"{}\": the case has {}, or 0 to {}", printable(word),
                     io::joined(species_, ", "), species_.size() - 1));
  }

  void add_cell(const Words& words) {
    FiledCell cell;
    cell.species = species_of(words);
    cell.where = fmt::format("line {}", line_);
    const geometry::Vector centre = values_of<3>(words, place_names);
    cell.placement.centre = centre;
    try {
      if (has_orientation_)
        cell.placement = placement_of(centre, values_of<4>(words, orientation_names));
      if (has_axis_) cell.placement = placement_of(centre, values_of<3>(words, axis_names));
    } catch (const InputError& error) {
      if (std::string(error.what()).starts_with(file_.string())) throw;
      fail(error.what());
    }
    cells_.push_back(std::move(cell));
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", file_.string(), line_, what));
  }

  const std::filesystem::path& file_;
  const Words& species_;
  int line_ = 0;
  std::map<std::string, std::size_t> column_;
  std::size_t columns_ = 0;
  bool has_axis_ = false, has_orientation_ = false, had_units_ = false;
  std::vector<FiledCell> cells_;
};

}  // namespace

std::vector<FiledCell> read_cell_table(const std::filesystem::path& file,
                                       const std::vector<std::string>& species) {
  return CellTableReader(file, species).read();
}

}  // namespace thalweg::blood
