// SPDX-License-Identifier: Apache-2.0
// Arrays as NumPy saves them (numpy.save, format versions 1 to 3).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace thalweg::io {

/// An array of numbers in C order, whose values are read when they are asked for.
class NpyFile {
 public:
  /// Throws InputError that says what is wrong with the file.
  explicit NpyFile(std::filesystem::path file);
  const std::vector<std::int64_t>& extents() const { return extents_; }
  std::int64_t size() const;
  /// The values [begin, end) in C order, converted. Throws InputError.
  void read(std::int64_t begin, std::int64_t end, double* values) const;

 private:
  std::filesystem::path file_;
  std::vector<std::int64_t> extents_;
  std::string type_;        // "f8"
  std::int64_t start_ = 0;  // of the values in the file
};

}  // namespace thalweg::io
