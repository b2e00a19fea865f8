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
  const auto grid = folder_.block_grid();
  if (!has_block_grid_) io::write_block_grid(grid, comm_, layout, vertices());
  has_block_grid_ = true;
  io::write_blocks(folder_.block_field(field.name, step_), comm_, layout, grid.filename().string(),
                   field, time_, step_);
}

void FieldFiles::points(const std::string& name, const io::PointSet& points) {
  const auto file = folder_.field(name, step_);
  io::write_points(file, comm_, points, time_, step_);
  io::add_to_series(file, comm_, time_);
}

}  // namespace thalweg::simulation
