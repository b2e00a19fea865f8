// SPDX-License-Identifier: Apache-2.0
// VTKHDF ImageData, version 1.0. The format is described in VTK's documentation, "VTKHDF File
// Format": a group /VTKHDF with attributes, and point data as datasets (z, y, x[, component]).
#include "base/error.hpp"
#include "io/fields/image.hpp"
#include "io/fields/vtk_root.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/output_file.hpp"

namespace thalweg::io {

namespace {

void write_grid(hid_t root, const ImageGrid& grid) {
  const auto& n = grid.points;
  const auto xyz = [](const std::array<double, 3>& zyx) {
    return std::vector<double>{zyx[2], zyx[1], zyx[0]};
  };
  hdf5::write_attribute(root, "WholeExtent",
                        std::vector<std::int64_t>{0, n[2] - 1, 0, n[1] - 1, 0, n[0] - 1});
  hdf5::write_attribute(root, "Origin", xyz(grid.origin));
  hdf5::write_attribute(root, "Spacing", xyz(grid.spacing));
  hdf5::write_attribute(root, "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
}

void write_field(OutputFile& out, hid_t group, const ImageGrid& grid, const ImageField& field) {
  std::vector<std::int64_t> extents{grid.points.begin(), grid.points.end()};
  if (field.components > 1) extents.push_back(field.components);
  const std::int64_t planes = field.plane_end - field.plane_begin;
  const auto wanted =
      static_cast<std::size_t>(planes * grid.points[1] * grid.points[2] * field.components);
  const auto write = [&](const auto& values) {
    TW_CHECK(values.size() == wanted, "a field has the values of its planes");
    return out.dataset(group, field.name, extents, field.plane_begin, planes, values.data());
  };
  const hdf5::Handle dataset = std::visit(write, field.values);
  if (!field.unit.empty()) out.step([&] { hdf5::write_attribute(dataset, "unit", field.unit); });
}

}  // namespace

void write_image(const std::filesystem::path& file, const transport::Communicator& comm,
                 const ImageGrid& grid, const std::vector<ImageField>& fields, double time,
                 std::int64_t step) {
  OutputFile out(file, comm);
  {
    hdf5::Handle root, points;
    out.step([&] {
      root = start_vtk(out.id(), "ImageData", time, step);
      write_grid(root, grid);
      points = hdf5::create_group(root, "PointData");
    });
    for (const ImageField& field : fields) write_field(out, points, grid, field);
  }
  out.commit();
}

}  // namespace thalweg::io
