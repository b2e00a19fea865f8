// SPDX-License-Identifier: Apache-2.0
// Tables for keys that name a file.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <string>

namespace thalweg::testing {

/// A file with numbers in rows, as long as this lives.
class TableFile {
 public:
  TableFile(const char* name, const std::string& header, int rows,
            const std::function<std::string(int)>& row)
      : path_(std::filesystem::temp_directory_path() /
              ("thalweg-flow-" + std::to_string(getpid()) + name)) {
    std::ofstream out(path_);
    out << header << '\n';
    for (int n = 0; n < rows; ++n) out << row(n) << '\n';
  }
  ~TableFile() { std::filesystem::remove(path_); }
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;
  /// As the value of a key.
  std::string setting(const std::string& key) const { return key + "=\"" + path_.string() + "\""; }

 private:
  std::filesystem::path path_;
};

/// With commas, to all digits that count.
inline std::string joined(std::initializer_list<double> values) {
  std::string text;
  char number[32];
  for (const double value : values) {
    std::snprintf(number, sizeof number, "%s%.15g", text.empty() ? "" : ",", value);
    text += number;
  }
  return text;
}

}  // namespace thalweg::testing
