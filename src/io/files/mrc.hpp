// SPDX-License-Identifier: Apache-2.0
// Images of three dimensions as electron microscopes and tomographs save them: MRC2014 (A. Cheng
// and others, "MRC2014: Extensions to the MRC format header for electron cryo-microscopy and
// tomography", J. Struct. Biol. 192, 2015). Files ending in .mrc, .map, .rec, .st and .ccp4.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>

namespace thalweg::io {

/// A volume whose values are read when they are asked for.
class MrcFile {
 public:
  /// Throws InputError that says what is wrong with the file.
  explicit MrcFile(std::filesystem::path file);
  /// (z, y, x)
  const std::array<std::int64_t, 3>& extents() const { return extents_; }
  std::int64_t size() const { return extents_[0] * extents_[1] * extents_[2]; }
  /// Of a voxel, x, y, z [m]; 0 where the file does not say it.
  const std::array<double, 3>& voxel_size() const { return voxel_size_; }
  /// The values [begin, end) in the order (z, y, x), converted. Throws InputError.
  void read(std::int64_t begin, std::int64_t end, double* values) const;

 private:
  std::filesystem::path file_;
  std::array<std::int64_t, 3> extents_{};
  std::array<double, 3> voxel_size_{};
  int mode_ = 0;
  bool is_big_endian_ = false;
  std::int64_t start_ = 0;  // of the values in the file
};

}  // namespace thalweg::io
