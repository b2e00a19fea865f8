// SPDX-License-Identifier: Apache-2.0
// Places of cells from files: tables that users write, and what runs leave.
// docs/howto/blood.md, "Cells from a file".
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "solvers/blood/case/cell_parameters.hpp"

namespace thalweg::blood {

struct FiledCell {
  int species = 0;
  Placement placement{};
  std::string where{};  // "line 3", "row 12": for messages
};

struct CellFile {
  std::vector<FiledCell> cells{};
  bool has_shapes = false;  // of membranes as they were
};

/// species: those of the case, in order. vertices: of a cell of each. Membranes as they were
/// (VTKHDF) come without their vertices: see read_shapes. Throws InputError that names the file and
/// the line, row or dataset.
CellFile read_cell_file(const std::filesystem::path& file, const std::vector<std::string>& species,
                        const std::vector<int>& vertices);

/// Gives placements, by species and in the order of read_cell_file, the vertices that the file has.
void read_shapes(const std::filesystem::path& file, const std::vector<int>& vertices,
                 std::vector<std::vector<Placement>>& placements);

}  // namespace thalweg::blood
