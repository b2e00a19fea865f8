// SPDX-License-Identifier: Apache-2.0
#include "app/predict/measured_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>

#include "base/diagnostics.hpp"
#include "base/error.hpp"
#include "base/split.hpp"

namespace thalweg::app {

namespace {

constexpr std::array columns{"machine",        "operation", "nodes",   "route",
                             "implementation", "bytes",     "seconds", "valid"};
enum Column { machine, operation, nodes, route, implementation, bytes, seconds, valid, count };

template <typename Value>
std::optional<Value> number(const std::string& text) {
  Value value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string> cells_of(const std::string& line) {
  constexpr const char* blanks = " \t";
  std::vector<std::string> cells = split(line, ',');
  for (std::string& cell : cells) {
    cell.erase(cell.find_last_not_of(blanks) + 1);
    cell.erase(0, cell.find_first_not_of(blanks));
  }
  return cells;
}

/// Reads one table; collects what is wrong with it.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : file_(file.string()), in_(file) {
    if (!in_) throw InputError(file_ + ": there is no such file, or it cannot be read");
  }

  std::vector<CollectiveRow> read() {
    std::string line;
    while (std::getline(in_, line)) {
      ++number_;
      if (line.ends_with('\r')) line.pop_back();
      if (line.empty() || line[0] == '#') continue;
      const std::vector<std::string> cells = cells_of(line);
      if (width_ == 0)
        take_header(cells);
      else if (cells.size() != width_)
        mistake("row", line, fmt::format("{} cells are expected, as in the header", width_));
      else
        take(cells);
    }
    if (width_ == 0) mistake("header", "nothing", "a line with the columns' names is expected");
    mistakes_.throw_if_any();
    return rows_;
  }

 private:
  void mistake(const std::string& key, const std::string& found, const std::string& expected) {
    Mistake mistake;
    mistake.place.source = file_;
    mistake.place.line = number_;
    mistake.key = key;
    mistake.found = found;
    mistake.expected = expected;
    mistakes_.add(mistake);
  }

  void take_header(const std::vector<std::string>& cells) {
    width_ = cells.size();
    for (std::size_t c = 0; c < count; ++c) {
      const auto found = std::find(cells.begin(), cells.end(), columns[c]);
      if (found != cells.end())
        place_[c] = static_cast<std::size_t>(found - cells.begin());
      else if (c != valid)
        mistake("header", fmt::format("{}", fmt::join(cells, ",")),
                fmt::format("the column \"{}\" is missing.{}", columns[c],
                            did_you_mean(columns[c], cells)));
    }
    mistakes_.throw_if_any();
  }

  /// A number of at least `least` from a column, or a mistake. What is no number (nan) is not less.
  template <typename Value>
  std::optional<Value> number_in(const std::vector<std::string>& cells, Column column, Value least,
                                 const char* expected) {
    const std::string& text = cells[*place_[column]];
    const auto value = number<Value>(text);
    if (value && !(*value < least)) return value;
    mistake(columns[column], text, expected);
    return std::nullopt;
  }

  void take(const std::vector<std::string>& cells) {
    if (place_[valid]) {
      const std::string& flag = cells[*place_[valid]];
      if (flag != "0" && flag != "1") return mistake("valid", flag, "must be 0 or 1");
      if (flag == "0") return;
    }
    constexpr double least_time = std::numeric_limits<double>::min();
    const auto n = number_in<int>(cells, nodes, 1, "must be a number of nodes, at least 1");
    const auto b = number_in<std::int64_t>(cells, bytes, 0, "must be a size in bytes, at least 0");
    const auto s = number_in<double>(cells, seconds, least_time, "must be a time > 0 (s)");
    if (!n || !b || !s || !std::isfinite(*s)) return;
    rows_.push_back({cells[*place_[machine]], cells[*place_[operation]], cells[*place_[route]],
                     cells[*place_[implementation]], *n, *b, *s});
  }

  std::string file_;
  std::ifstream in_;
  int number_ = 0;
  std::size_t width_ = 0;
  std::array<std::optional<std::size_t>, count> place_;
  std::vector<CollectiveRow> rows_;
  Diagnostics mistakes_;
};

}  // namespace

std::vector<CollectiveRow> read_collectives(const std::filesystem::path& file) {
  return Reader(file).read();
}

}  // namespace thalweg::app
