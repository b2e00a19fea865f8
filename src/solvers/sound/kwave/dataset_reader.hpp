// SPDX-License-Identifier: Apache-2.0
// The datasets of an input file, checked as they are read.
#pragma once

#include <memory>

#include "io/hdf5/dataset_file.hpp"
#include "solvers/sound/problem/problem.hpp"

namespace thalweg::sound::kwave {

/// What the values of a medium must be.
enum class Sign { any, not_negative, positive };

/// Everything throws InputError "FILE: dataset "NAME" ..." where the file does not hold what is
/// asked for.
class DatasetReader {
 public:
  explicit DatasetReader(const std::filesystem::path& file);

  bool has(const std::string& name) const { return file_->has(name); }
  std::string description() const;
  /// One finite number.
  double number(const std::string& name) const;
  double positive(const std::string& name) const;
  double not_negative(const std::string& name) const;
  std::int64_t integer(const std::string& name, std::int64_t least, std::int64_t most) const;
  /// A source flag: the number of its samples in time, 0 for none; absent: 0.
  std::int64_t flag(const std::string& name) const;
  std::vector<std::int64_t> integers(const std::string& name) const;
  /// Indices from 1 to `most`, as indices from 0.
  std::vector<std::int64_t> indices(const std::string& name, std::int64_t most) const;
  /// Finite numbers, `count` of them (any number where it is negative).
  std::vector<float> floats(const std::string& name, std::int64_t count) const;
  /// One value, or one for each of `points` points, which are checked when they are read.
  Quantity medium(const std::string& name, std::int64_t points, Sign sign) const;

  [[noreturn]] void fail(const std::string& dataset, const std::string& text) const;

 private:
  void require(const std::string& name) const;
  void require_version() const;
  std::shared_ptr<const io::DatasetFile> file_;
};

}  // namespace thalweg::sound::kwave
