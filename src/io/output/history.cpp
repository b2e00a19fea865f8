// SPDX-License-Identifier: Apache-2.0
#include "io/output/history.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

#include "base/error.hpp"
#include "io/files/together.hpp"

namespace thalweg::io {

namespace {

constexpr double no_step = -std::numeric_limits<double>::infinity();

std::string header_lines(const CsvHeader& header) {
  TW_CHECK(header.names.size() == header.units.size(), "each column has a name and a unit");
  std::string lines =
      fmt::format("{}\n{}\n", fmt::join(header.names, ","), fmt::join(header.units, ","));
  TW_CHECK(static_cast<std::size_t>(std::count(lines.begin(), lines.end(), ',')) ==
               2 * (header.names.size() - 1),
           "a name or unit in a CSV file holds no comma");
  return lines;
}

/// Each number with as many digits as it takes to read it back to the same bits. What is no number
/// has no sign.
std::string row_text(std::vector<double> row) {
  for (double& value : row)
    if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  return fmt::format("{}\n", fmt::join(row, ","));
}

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw IoError(fmt::format("reading {} failed", file.string()));
  return text.str();
}

/// The part of a table that stays: bytes, and the step of the last row in it.
struct KeptRows {
  std::size_t bytes = 0;
  double last_step = no_step;
};

KeptRows whole_rows(const std::string& text, std::size_t begin, std::size_t columns,
                    std::int64_t last_step) {
  KeptRows kept{begin};
  for (std::size_t end = 0; (end = text.find('\n', kept.bytes)) != std::string::npos;) {
    const auto row = text.begin() + static_cast<std::ptrdiff_t>(kept.bytes);
    const auto commas = std::count(row, text.begin() + static_cast<std::ptrdiff_t>(end), ',');
    const double step = std::strtod(text.c_str() + kept.bytes, nullptr);
    if (static_cast<std::size_t>(commas) + 1 != columns || step > static_cast<double>(last_step))
      break;
    kept = {end + 1, step};
  }
  return kept;
}

std::string first_lines(const std::string& text) {
  const std::size_t units = text.find('\n');
  return text.substr(0, units == std::string::npos ? units : text.find('\n', units + 1));
}

}  // namespace

History::History(const std::filesystem::path& file, const transport::Communicator& comm,
                 const CsvHeader& header, std::optional<Resumption> resumed)
    : file_(file), comm_(comm), columns_(header.names.size()), last_step_(no_step) {
  const std::string lines = header_lines(header);
  on_root(comm_, [&] {
    if (resumed && std::filesystem::exists(file_))
      resume(lines, *resumed);
    else
      start(lines);
  });
}

History::~History() = default;

void History::start(const std::string& lines) {
  write_text(file_, lines);
  go_on_at(static_cast<std::int64_t>(lines.size()));
}

void History::resume(const std::string& lines, const Resumption& at) {
  const std::string text = content(file_);
  const bool has_other_columns = text.compare(0, lines.size(), lines) != 0;
  if (has_other_columns && at.case_has_changed) return start(lines);
  if (has_other_columns)
    throw InputError(fmt::format("{}: its columns and units are\n{}\nbut this run writes\n{}",
                                 file_.string(), first_lines(text), first_lines(lines)));
  const KeptRows kept = whole_rows(text, lines.size(), columns_, at.step);
  last_step_ = kept.last_step;
  go_on_at(static_cast<std::int64_t>(kept.bytes));
}

void History::go_on_at(std::int64_t size) {
  out_.emplace(file_, O_WRONLY);
  size_ = size;
  cut_to_whole_rows();
}

void History::cut_to_whole_rows() {
  out_->cut(size_);
  out_->seek(size_);
}

void History::append(const std::vector<double>& values) {
  on_root(comm_, [&] { append_row(values); });
}

void History::append_row(const std::vector<double>& values) {
  TW_CHECK(values.size() == columns_, "a row has one number per column");
  if (values.front() <= last_step_) return;
  const std::string text = row_text(values);
  try {
    out_->write(text);
  } catch (const IoError&) {
    cut_to_whole_rows();
    throw;
  }
  size_ += static_cast<std::int64_t>(text.size());
  last_step_ = values.front();
}

void cut_rows_after(const std::filesystem::path& file, std::int64_t step) {
  const std::string text = content(file);
  const std::string header = first_lines(text);
  if (header.size() == text.size()) return;  // a kill cut the header short: there are no rows
  const auto names_end = header.begin() + static_cast<std::ptrdiff_t>(header.find('\n'));
  const auto columns = static_cast<std::size_t>(std::count(header.begin(), names_end, ',')) + 1;
  const KeptRows kept = whole_rows(text, header.size() + 1, columns, step);
  if (kept.bytes < text.size())
    Descriptor(file, O_WRONLY).cut(static_cast<std::int64_t>(kept.bytes));
}

void write_table(const std::filesystem::path& file, const transport::Communicator& comm,
                 const CsvHeader& header, const std::vector<std::vector<double>>& columns) {
  on_root(comm, [&] {
    std::string text = header_lines(header);
    TW_CHECK(columns.size() == header.names.size(), "a table has one vector per column");
    std::vector<double> row(columns.size());
    for (std::size_t r = 0; r < columns.front().size(); ++r) {
      for (std::size_t c = 0; c < columns.size(); ++c) row[c] = columns[c].at(r);
      text += row_text(row);
    }
    write_text(file, text);
  });
}

}  // namespace thalweg::io
