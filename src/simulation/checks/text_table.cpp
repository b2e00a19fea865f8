// SPDX-License-Identifier: Apache-2.0
#include "simulation/checks/text_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "base/diagnostics_text.hpp"
#include "base/error.hpp"
#include "base/split.hpp"

namespace thalweg::simulation::checks {

namespace {

std::vector<std::string> words_of(const std::string& line) {
  const std::string between = line.find(',') == std::string::npos ? " \t\r" : ",\r";
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < line.size();) {
    const std::size_t end = std::min(line.find_first_of(between, begin), line.size());
    if (end > begin) words.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::optional<double> number_of(const std::string& word) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  while (*end == ' ' || *end == '\t') ++end;
  if (end == word.c_str() || *end != '\0') return {};
  return value;
}

/// The numbers of a row, or the number of the first word that is none.
struct Row {
  std::vector<double> values{};
  std::optional<std::size_t> wrong{};
};

Row row_of(const std::vector<std::string>& words) {
  Row row;
  for (const std::string& word : words) {
    const auto value = number_of(word);
    if (!value && !row.wrong) row.wrong = row.values.size();
    row.values.push_back(value.value_or(0));
  }
  return row;
}

enum class Headings { may_be, must_be };
enum class Numbers { any, finite };

class TableReader {
 public:
  TableReader(const std::filesystem::path& file, Headings headings, Numbers numbers)
      : file_(file), headings_(headings), numbers_(numbers) {}

  TextTable read() {
    std::ifstream in(file_);
    if (!in) throw InputError(fmt::format("{} cannot be opened", file_.string()));
    if (headings_ == Headings::must_be) take_headings(in);
    for (std::string line; std::getline(in, line);) {
      ++line_;
      const std::vector<std::string> words = words_of(line.substr(0, line.find('#')));
      if (!words.empty()) take(words);
    }
    if (table_.columns.empty())
      throw InputError(fmt::format("{} holds no rows of numbers", file_.string()));
    return std::move(table_);
  }

 private:
  void take_headings(std::ifstream& in) {
    std::string line;
    for (std::vector<std::string>* heading : {&table_.names, &table_.units})
      if (++line_; std::getline(in, line)) {
        if (line.ends_with('\r')) line.pop_back();
        *heading = split(line, ',');
      }
    if (table_.names.size() != table_.units.size())
      fail(fmt::format("{} units for {} names", table_.units.size(), table_.names.size()));
  }

  void take(const std::vector<std::string>& words) {
    const Row row = row_of(words);
    const bool is_heading = headings_ == Headings::may_be && row.wrong && table_.columns.empty() &&
                            table_.units.empty();
    if (is_heading) {
      (table_.names.empty() ? table_.names : table_.units) = words;
      return;
    }
    if (row.wrong) fail(fmt::format("\"{}\" is no number", printable(words[*row.wrong])));
    if (numbers_ == Numbers::finite) check_finite(words, row);
    if (table_.columns.empty()) table_.columns.resize(row.values.size());
    if (headings_ == Headings::must_be && row.values.size() != table_.names.size())
      fail(fmt::format("{} numbers for {} names", row.values.size(), table_.names.size()));
    if (table_.columns.size() != row.values.size())
      fail(fmt::format("{} numbers, but {} in the rows before", row.values.size(),
                       table_.columns.size()));
    for (std::size_t c = 0; c < row.values.size(); ++c) table_.columns[c].push_back(row.values[c]);
  }

  void check_finite(const std::vector<std::string>& words, const Row& row) const {
    for (std::size_t n = 0; n < words.size(); ++n)
      if (!std::isfinite(row.values[n]))
        fail(fmt::format("\"{}\" is no finite number", printable(words[n])));
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", file_.string(), line_, what));
  }

  std::filesystem::path file_;
  Headings headings_;
  Numbers numbers_;
  TextTable table_;
  int line_ = 0;
};

}  // namespace

TextTable read_text_table(const std::filesystem::path& file) {
  return TableReader(file, Headings::may_be, Numbers::any).read();
}

TextTable read_finite_table(const std::filesystem::path& file) {
  return TableReader(file, Headings::may_be, Numbers::finite).read();
}

TextTable read_table_of_run(const std::filesystem::path& file) {
  return TableReader(file, Headings::must_be, Numbers::any).read();
}

}  // namespace thalweg::simulation::checks
