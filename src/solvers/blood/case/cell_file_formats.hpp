// SPDX-License-Identifier: Apache-2.0
// The formats that read_cell_file tells apart.
#pragma once

#include "solvers/blood/case/cell_file.hpp"

namespace thalweg::blood {

/// A line of names, one of units where there is one, and a line per cell.
std::vector<FiledCell> read_cell_table(const std::filesystem::path& file,
                                       const std::vector<std::string>& species);
/// Datasets of HDF5: centres (n, 3), and if there are species (n), axes (n, 3), orientations (n,
/// 4).
std::vector<FiledCell> read_cell_datasets(const std::filesystem::path& file, int species);
/// The field "cells" of a run: identities, centres and species.
std::vector<FiledCell> read_membrane_centres(const std::filesystem::path& file,
                                             const std::vector<int>& vertices);
/// Whether an HDF5 file is such a field.
bool is_membrane_file(const std::filesystem::path& file);

/// Throws InputError: orientation (w, x, y, z) is no quaternion of a turn, or axis 0.
Placement placement_of(const geometry::Vector& centre, const std::array<double, 4>& orientation);
Placement placement_of(const geometry::Vector& centre, const geometry::Vector& axis);

}  // namespace thalweg::blood
