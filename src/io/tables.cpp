// SPDX-License-Identifier: Apache-2.0
#include "io/tables.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "io/atomic_file.hpp"

namespace thalweg::io {

namespace {

std::string header(const std::vector<Column>& columns) {
  std::vector<std::string> names, units;
  for (const Column& column : columns) {
    names.push_back(column.name);
    units.push_back(column.unit);
  }
  return fmt::format("{}\n{}\n", fmt::join(names, ","), fmt::join(units, ","));
}

/// A whole number without exponent, anything else with as many digits as it takes to read it back.
std::string row_text(const std::vector<double>& row) {
  return fmt::format("{}\n", fmt::join(row, ","));
}

}  // namespace

HistoryFile::HistoryFile(const std::filesystem::path& file, const char* mode)
    : path_(file), file_(std::fopen(file.c_str(), mode)) {
  if (!file_) throw IoError(fmt::format("opening {} failed: {}", file.string(), std::strerror(errno)));
}

HistoryFile HistoryFile::create(const std::filesystem::path& file,
                                const std::vector<Column>& columns) {
  HistoryFile history(file, "w");
  history.write(header(columns));
  return history;
}

HistoryFile HistoryFile::resume(const std::filesystem::path& file,
                                const std::vector<Column>& columns, long long last_step) {
  std::ifstream in(file);
  std::string kept = header(columns), line;
  for (int n = 0; std::getline(in, line); ++n)
    if (n >= 2 && std::atof(line.c_str()) <= static_cast<double>(last_step)) kept += line + "\n";
  write_text(file, kept);
  return HistoryFile(file, "a");
}

void HistoryFile::append(const std::vector<double>& row) { write(row_text(row)); }

void HistoryFile::write(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size();
  if (!written || std::fflush(file_.get()) != 0)
    throw IoError(fmt::format("writing {} failed: {}", path_.string(), std::strerror(errno)));
}

void write_table(const std::filesystem::path& file, const std::vector<Column>& columns,
                 const std::vector<std::vector<double>>& values) {
  std::string text = header(columns);
  const std::size_t rows = values.empty() ? 0 : values.front().size();
  std::vector<double> row(values.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < values.size(); ++c) row[c] = values[c][r];
    text += row_text(row);
  }
  write_text(file, text);
}

}  // namespace thalweg::io
