// SPDX-License-Identifier: Apache-2.0
// Space set aside for a file that grows: the file system is asked for space before HDF5 is told to
// write, so that a full disk is met while the file is still whole.
#pragma once

#include <cstdint>
#include <filesystem>

#include "io/hdf5/hdf5.hpp"

namespace thalweg::io {

class SpaceAhead {
 public:
  /// Room for groups, headers, attributes and indices of chunks.
  static constexpr std::int64_t metadata_bytes = 1 << 20;

  explicit SpaceAhead(std::filesystem::path file) : file_(std::move(file)) {}
  /// Whether a file could be started. Throws IoError; then an old file is as it was.
  void probe() const;
  /// So many more bytes, and metadata, can be written to the open file. Throws IoError.
  void ensure(hid_t file, std::int64_t more);
  /// Give back what was not used. After the file was closed.
  void give_back();

 private:
  std::filesystem::path file_;
  std::int64_t reserved_ = 0;
};

}  // namespace thalweg::io
