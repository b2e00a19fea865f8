// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/mask_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "io/files/mrc.hpp"
#include "io/files/npy.hpp"
#include "io/hdf5/dataset_file.hpp"

namespace thalweg::blood {

namespace {

bool ends_as(const std::filesystem::path& file, const std::vector<std::string>& endings) {
  return std::ranges::find(endings, file.extension().string()) != endings.end();
}

std::array<std::int64_t, 3> three_extents(const std::filesystem::path& file,
                                          const std::vector<std::int64_t>& found) {
  if (found.size() != 3)
    throw InputError(fmt::format("{} has extents ({}), expected are three, in the order (z, y, x)",
                                 file.string(), fmt::join(found, ", ")));
  return {found[0], found[1], found[2]};
}

ImageFile open_hdf5(const std::filesystem::path& file, const std::string& dataset) {
  const auto in = std::make_shared<io::DatasetFile>(io::DatasetFile::open(file));
  if (dataset.empty() || !in->has(dataset) || !in->is_number(dataset))
    throw InputError(fmt::format("{} holds no numbers in a dataset \"{}\": see geometry.dataset",
                                 file.string(), dataset));
  return {three_extents(file, in->extents(dataset)),
          {},
          [in, dataset](std::int64_t begin, std::int64_t end, double* values) {
            in->read(dataset, begin, end, values);
          }};
}

}  // namespace

bool is_hdf5_name(const std::filesystem::path& file) {
  return ends_as(file, {".h5", ".hdf5", ".vtkhdf"});
}

ImageFile open_image_file(const std::filesystem::path& file, const std::string& dataset) {
  if (is_hdf5_name(file)) return open_hdf5(file, dataset);
  if (ends_as(file, {".npy"})) {
    const auto in = std::make_shared<io::NpyFile>(file);
    return {three_extents(file, in->extents()),
            {},
            [in](std::int64_t begin, std::int64_t end, double* values) {
              in->read(begin, end, values);
            }};
  }
  if (ends_as(file, {".mrc", ".map", ".rec", ".st", ".ccp4"})) {
    const auto in = std::make_shared<io::MrcFile>(file);
    return {in->extents(), in->voxel_size(),
            [in](std::int64_t begin, std::int64_t end, double* values) {
              in->read(begin, end, values);
            }};
  }
  throw InputError(fmt::format("{}: images are read from files that end in .npy, .h5, .hdf5, "
                               ".vtkhdf, .mrc, .map, .rec, .st or .ccp4",
                               file.string()));
}

}  // namespace thalweg::blood
