// SPDX-License-Identifier: Apache-2.0
#include "io/grids/cgns_nodes.hpp"
#include "io/grids/structured_grid.hpp"

namespace thalweg::io {

StructuredGrid read_structured_grid(const std::filesystem::path& file) {
  const bool is_cgns = file.extension() == ".cgns" || cgns::form_of(file) != cgns::FileForm::other;
  return is_cgns ? read_cgns_grid(file) : read_plot3d_grid(file);
}

}  // namespace thalweg::io
