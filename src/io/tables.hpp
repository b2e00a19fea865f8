// SPDX-License-Identifier: Apache-2.0
// Tables as CSV: names in line 1, units in line 2, then numbers with all their digits.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace thalweg::io {

struct Column {
  std::string name;
  std::string unit;
};

/// A table that grows by rows while a run goes on; every row is on disk when append() returns.
class HistoryFile {
 public:
  /// Start a new file, or go on with an old one: rows whose first column (the step) is larger than
  /// last_step are cut off. Throws IoError.
  static HistoryFile create(const std::filesystem::path& file, const std::vector<Column>& columns);
  static HistoryFile resume(const std::filesystem::path& file, const std::vector<Column>& columns,
                            long long last_step);
  /// One number per column. Throws IoError.
  void append(const std::vector<double>& row);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  HistoryFile(const std::filesystem::path& file, const char* mode);
  void write(const std::string& text);

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// Write a whole table: one vector per column. Throws IoError.
void write_table(const std::filesystem::path& file, const std::vector<Column>& columns,
                 const std::vector<std::vector<double>>& values);

}  // namespace thalweg::io
