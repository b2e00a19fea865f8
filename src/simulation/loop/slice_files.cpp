// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/slice_files.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::simulation {

namespace {

/// Points [begin, end) of a rank's part of an image, (z, y, x).
struct Part {
  std::array<std::int64_t, 3> begin{}, end{};
};

/// The values of `part`, in which z counts from the rank's first plane on.
template <class Real>
std::vector<Real> values_of(const std::vector<Real>& values, const io::ImageGrid& grid,
                            int components, const Part& part) {
  std::vector<Real> cut;
  for (std::int64_t z = part.begin[0]; z < part.end[0]; ++z)
    for (std::int64_t y = part.begin[1]; y < part.end[1]; ++y) {
      const auto row = values.begin() + (z * grid.points[1] + y) * grid.points[2] * components;
      cut.insert(cut.end(), row + part.begin[2] * components, row + part.end[2] * components);
    }
  return cut;
}

}  // namespace

void SliceFiles::take(const io::ImageGrid& grid, const io::ImageField& field) {
  const std::size_t d = 2 - slice_.axis;  // (z, y, x)
  const auto count = static_cast<double>(grid.points[d]);
  const double nearest = std::round((slice_.position - grid.origin[d]) / grid.spacing[d]);
  const auto plane = static_cast<std::int64_t>(nearest - count * std::floor(nearest / count));

  Part part{{0, 0, 0}, {field.plane_end - field.plane_begin, grid.points[1], grid.points[2]}};
  part.begin[d] = plane - (d == 0 ? field.plane_begin : 0);
  part.end[d] = part.begin[d] + 1;
  const bool has_plane = d != 0 || (plane >= field.plane_begin && plane < field.plane_end);
  if (!has_plane) part = {};

  grid_ = grid;
  grid_.points[d] = 1;
  grid_.origin[d] += static_cast<double>(plane) * grid.spacing[d];
  io::ImageField cut = {field.name,        field.unit,      field.components,
                        field.plane_begin, field.plane_end, {}};
  if (d == 0) {
    cut.plane_begin = 0;
    cut.plane_end = has_plane ? 1 : 0;
  }
  std::visit([&](const auto& v) { cut.values = values_of(v, grid, field.components, part); },
             field.values);
  fields_.push_back(std::move(cut));
}

void SliceFiles::take(const io::BlockLayout& layout,
                      const std::function<io::BlockVertices()>& vertices,
                      const io::BlockField& field) {
  if (!cells_)
    cells_ = slice_.layer ? io::slice_of(layout, vertices(), *slice_.layer)
                          : io::slice_of(layout, vertices(), slice_.axis, slice_.position);
  values_.push_back(io::values_in(*cells_, layout, field));
}

void SliceFiles::write(double time, std::int64_t step) {
  const auto file = folder_.slice(slice_.name, step);
  if (cells_)
    io::write_slice(file, comm_, *cells_, values_, time, step);
  else
    io::write_image(file, comm_, grid_, fields_, time, step);
  io::add_to_series(file, comm_, time);
  fields_.clear();
  values_.clear();
}

}  // namespace thalweg::simulation
