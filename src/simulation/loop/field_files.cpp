// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/field_files.hpp"

namespace thalweg::simulation {

void FieldFiles::write(Simulation& solver) {
  time_ = solver.time();
  step_ = solver.steps();
  solver.write_fields(*this);
}

void FieldFiles::image(const io::ImageGrid& grid, io::ImageField field) {
  const auto file = folder_.field(field.name, step_);
  std::vector<io::ImageField> fields;
  fields.push_back(std::move(field));  // an initialiser list would copy it
  io::write_image(file, comm_, grid, fields, time_, step_);
  io::add_to_series(file, comm_, time_);
}

void FieldFiles::blocks(const io::BlockLayout& layout,
                        const std::function<io::BlockVertices()>& vertices,
                        const io::BlockField& field) {
  const auto grid = folder_.block_grid(block_form_);
  const auto file = folder_.block_field(field.name, step_, block_form_);
  const bool is_cgns = block_form_ == io::BlockForm::cgns;
  const auto write_grid = is_cgns ? io::write_block_grid : io::write_hexahedron_grid;
  const auto write = is_cgns ? io::write_blocks : io::write_hexahedra;
  if (!has_block_grid_) write_grid(grid, comm_, layout, vertices());
  has_block_grid_ = true;
  write(file, comm_, layout, grid.filename().string(), field, time_, step_);
  if (!is_cgns) io::add_to_series(file, comm_, time_);
}

void FieldFiles::points(const std::string& name, const io::PointSet& points) {
  const auto file = folder_.field(name, step_);
  io::write_points(file, comm_, points, time_, step_);
  io::add_to_series(file, comm_, time_);
}

}  // namespace thalweg::simulation
