// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/quantity_file.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "io/files/npy.hpp"
#include "io/hdf5/dataset_file.hpp"

namespace thalweg::sound {

namespace {

/// (z, y, x), without the axes that the grid lacks.
std::vector<std::int64_t> extents_of(const Grid& grid) {
  std::vector<std::int64_t> extents;
  for (int d = grid.dimensions - 1; d >= 0; --d)
    extents.push_back(grid.points[static_cast<std::size_t>(d)]);
  return extents;
}

[[noreturn]] void refuse_extents(const std::string& file, const std::vector<std::int64_t>& found,
                                 const std::vector<std::int64_t>& expected) {
  const std::vector<std::int64_t> reversed(expected.rbegin(), expected.rend());
  const char* order = expected.size() == 3 ? "(z, y, x)" : expected.size() == 2 ? "(y, x)" : "(x)";
  throw InputError(fmt::format("{} has extents ({}), the grid has ({}) in the order {}{}", file,
                               fmt::join(found, ", "), fmt::join(expected, ", "), order,
                               found == reversed ? ": turn its axes round" : ""));
}

Quantity from_npy(const std::filesystem::path& file, const Grid& grid) {
  const auto array = std::make_shared<io::NpyFile>(file);
  if (array->extents() != extents_of(grid))
    refuse_extents(file.string(), array->extents(), extents_of(grid));
  return {0, [array](std::int64_t begin, std::int64_t end, double* values) {
            array->read(begin, end, values);
          }};
}

Quantity from_hdf5(const std::filesystem::path& file, const std::string& dataset,
                   const Grid& grid) {
  const auto in = std::make_shared<io::DatasetFile>(io::DatasetFile::open(file));
  const std::string in_image = "VTKHDF/PointData/" + dataset;
  const std::string name = in->has(in_image) ? in_image : dataset;
  if (name.empty() || !in->has(name) || !in->is_number(name))
    throw InputError(
        fmt::format("{} holds no numbers in a dataset \"{}\"", file.string(), dataset));
  std::vector<std::int64_t> found = in->extents(name);
  while (found.size() > static_cast<std::size_t>(grid.dimensions) && found.front() == 1)
    found.erase(found.begin());
  if (found != extents_of(grid)) refuse_extents(file.string(), found, extents_of(grid));
  return {0, [in, name](std::int64_t begin, std::int64_t end, double* values) {
            in->read(name, begin, end, values);
          }};
}

}  // namespace

Quantity file_quantity(const std::filesystem::path& file, const std::string& dataset,
                       const Grid& grid) {
  return file.extension() == ".npy" ? from_npy(file, grid) : from_hdf5(file, dataset, grid);
}

std::optional<Quantity> read_file_quantity(io::Case& input, const std::string& key,
                                           const Grid& grid) {
  const std::string file_key = key + "_file";
  if (!input.has(file_key)) return {};
  const auto file = input.resolve(
      input.text(file_key, {}, "NumPy (.npy), HDF5 or VTKHDF file of the values (z, y, x)"));
  std::string dataset;
  if (file.extension() != ".npy")
    dataset = input.text(key + "_dataset", key.substr(key.rfind('.') + 1), "dataset in the file");
  try {
    return file_quantity(file, dataset, grid);
  } catch (const Error& error) {
    input.error(file_key, error.what());
    return {};
  }
}

}  // namespace thalweg::sound
