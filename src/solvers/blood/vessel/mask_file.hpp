// SPDX-License-Identifier: Apache-2.0
// Images of three dimensions, whatever format they are in.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "geometry/vector.hpp"

namespace thalweg::blood {

struct ImageFile {
  std::array<std::int64_t, 3> extents{};  // z, y, x
  geometry::Vector voxel_size{};          // x, y, z [m]; 0: the file does not say it
  /// The values [begin, end), x fastest.
  std::function<void(std::int64_t begin, std::int64_t end, double* values)> read;
};

/// NumPy (.npy), MRC (.mrc, .map, .rec, .st, .ccp4), HDF5 (.h5, .hdf5, .vtkhdf), of which `dataset`
/// is read. Throws InputError.
ImageFile open_image_file(const std::filesystem::path& file, const std::string& dataset);
/// Whether it holds datasets.
bool is_hdf5_name(const std::filesystem::path& file);

}  // namespace thalweg::blood
