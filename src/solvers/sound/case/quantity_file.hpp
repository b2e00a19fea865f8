// SPDX-License-Identifier: Apache-2.0
// Quantities of the medium from files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "io/case/case.hpp"
#include "solvers/sound/medium/quantity.hpp"

namespace thalweg::sound {

/// The values of a file: NumPy (.npy), or a dataset of an HDF5 or VTKHDF file. (z, y, x), of the
/// grid's extents. Throws InputError that says what is wrong with it.
Quantity file_quantity(const std::filesystem::path& file, const std::string& dataset,
                       const Grid& grid);

/// The file that KEY_file and KEY_dataset name; mistakes are the case's.
std::optional<Quantity> read_file_quantity(io::Case& input, const std::string& key,
                                           const Grid& grid);

}  // namespace thalweg::sound
