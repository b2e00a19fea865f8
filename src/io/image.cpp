// SPDX-License-Identifier: Apache-2.0
// VTKHDF ImageData, version 1.0: https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html
#include "io/image.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "io/atomic_file.hpp"
#include "io/hdf5.hpp"

namespace thalweg::io {

namespace {

constexpr std::int64_t metadata_bytes = 1 << 16;

hdf5::Slab slab_of(const ImageGrid& grid, const ImageField& field) {
  hdf5::Slab slab;
  for (const std::int64_t n : grid.points) slab.global.push_back(static_cast<hsize_t>(n));
  if (field.components > 1) slab.global.push_back(static_cast<hsize_t>(field.components));
  slab.offset = static_cast<hsize_t>(field.plane_begin);
  slab.count = static_cast<hsize_t>(field.plane_end - field.plane_begin);
  return slab;
}

std::int64_t file_bytes(const ImageGrid& grid, const std::vector<ImageField>& fields) {
  std::int64_t bytes = metadata_bytes;
  for (const ImageField& field : fields) {
    const std::int64_t width = std::holds_alternative<std::vector<float>>(field.values) ? 4 : 8;
    bytes += grid.points[0] * grid.points[1] * grid.points[2] * field.components * width;
  }
  return bytes;
}

void write_grid(hid_t root, const ImageGrid& grid) {
  const auto& n = grid.points;
  hdf5::write_attribute(root, "Version", std::vector<std::int64_t>{1, 0});
  hdf5::write_attribute(root, "Type", std::string("ImageData"));
  hdf5::write_attribute(root, "WholeExtent",
                        std::vector<std::int64_t>{0, n[2] - 1, 0, n[1] - 1, 0, n[0] - 1});
  const auto xyz = [](const std::array<double, 3>& zyx) {
    return std::vector<double>{zyx[2], zyx[1], zyx[0]};
  };
  hdf5::write_attribute(root, "Origin", xyz(grid.origin));
  hdf5::write_attribute(root, "Spacing", xyz(grid.spacing));
  hdf5::write_attribute(root, "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
}

/// Where a field is in a file: VTKHDF point data, or a dataset of that name at the top.
struct Found {
  std::string path;
  std::vector<hsize_t> extents;
  bool components_first = false;
};

Found find_field(hid_t file, const std::string& name, const std::string& file_name) {
  Found found;
  found.path = hdf5::exists(file, "VTKHDF/PointData/" + name) ? "VTKHDF/PointData/" + name : name;
  if (!hdf5::exists(file, found.path))
    throw InputError(fmt::format("{}: there is no dataset \"{}\", neither at the top nor in "
                                 "VTKHDF/PointData; name the one that holds the field",
                                 file_name, name));
  found.extents = hdf5::extents(file, found.path);
  const auto& n = found.extents;
  found.components_first = n.size() == 4 && n[0] == 3 && n[3] != 3;
  if (n.size() != 4 || (n[3] != 3 && n[0] != 3))
    throw InputError(fmt::format("{}: dataset \"{}\" has extents ({}); a vector field has "
                                 "(z, y, x, 3) or (3, z, y, x)",
                                 file_name, name, fmt::join(n, ", ")));
  return found;
}

hdf5::Handle open_for_reading(const std::filesystem::path& file,
                              const transport::Communicator& comm) {
  hdf5::silence();
  if (!std::filesystem::is_regular_file(file))
    throw InputError(fmt::format("{}: there is no such file", file.string()));
  if (H5Fis_hdf5(file.c_str()) <= 0)
    throw InputError(fmt::format("{}: this is not an HDF5 file", file.string()));
  try {
    return hdf5::open_file(file, comm);
  } catch (const IoError& error) {
    throw InputError(fmt::format("{}: cannot be opened, it may be cut off ({})", file.string(),
                                 error.what()));
  }
}

}  // namespace

void write_image(const std::filesystem::path& file, const transport::Communicator& comm,
                 const ImageGrid& grid, const std::vector<ImageField>& fields, double time,
                 std::int64_t step) {
  const auto temporary = temporary_name(file);
  reserve_space(temporary, file_bytes(grid, fields), comm);
  together(comm, [&] {
    const hdf5::Handle out = hdf5::create_file(temporary, comm);
    const hdf5::Handle root(H5Gcreate2(out, "VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                            "creating VTKHDF");
    write_grid(root, grid);
    hdf5::write_attribute(root, "time", std::vector<double>{time});
    hdf5::write_attribute(root, "step", std::vector<std::int64_t>{step});
    const hdf5::Handle data(H5Gcreate2(root, "PointData", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                            "creating PointData");
    for (const ImageField& field : fields) {
      std::visit([&](const auto& v) { hdf5::write_slab(data, field.name, slab_of(grid, field), v.data()); },
                 field.values);
      const hdf5::Handle dataset(H5Dopen2(data, field.name.c_str(), H5P_DEFAULT), field.name);
      hdf5::write_attribute(dataset, "unit", field.unit);
    }
  });
  commit_file(temporary, file, comm);
}

ImageGrid read_image_grid(const std::filesystem::path& file, const transport::Communicator& comm,
                          const std::string& name) {
  const hdf5::Handle in = open_for_reading(file, comm);
  const Found found = find_field(in, name, file.string());
  ImageGrid grid;
  for (std::size_t d = 0; d < 3; ++d) {
    grid.points[d] = static_cast<std::int64_t>(found.extents[d + (found.components_first ? 1 : 0)]);
    grid.spacing[d] = 1;
  }
  if (!hdf5::exists(in, "VTKHDF")) return grid;
  const hdf5::Handle root(H5Gopen2(in, "VTKHDF", H5P_DEFAULT), "opening VTKHDF");
  const auto spacing = hdf5::read_numbers(root, "Spacing"), origin = hdf5::read_numbers(root, "Origin");
  for (std::size_t d = 0; d < 3; ++d) {
    grid.spacing[d] = spacing[2 - d];
    grid.origin[d] = origin[2 - d];
  }
  return grid;
}

ImageField read_image(const std::filesystem::path& file, const transport::Communicator& comm,
                      const std::string& name, std::int64_t plane_begin, std::int64_t plane_end) {
  const hdf5::Handle in = open_for_reading(file, comm);
  const Found found = find_field(in, name, file.string());
  const auto& n = found.extents;
  const auto planes = static_cast<std::size_t>(plane_end - plane_begin);
  const std::size_t plane = found.components_first ? n[2] * n[3] : n[1] * n[2];
  std::vector<double> values(planes * plane * 3);
  const hdf5::Slab slab{n, static_cast<hsize_t>(plane_begin), planes};
  if (!found.components_first) {
    hdf5::read_slab(in, found.path, slab, values.data());
  } else {
    // Component by component: a slab of the second dimension, then interleaved.
    const hdf5::Handle dataset(H5Dopen2(in, found.path.c_str(), H5P_DEFAULT), "opening " + name);
    const hdf5::Handle space(H5Dget_space(dataset), name);
    std::vector<double> component(planes * plane);
    for (hsize_t c = 0; c < 3; ++c) {
      const hsize_t start[4] = {c, slab.offset, 0, 0}, count[4] = {1, slab.count, n[2], n[3]};
      const hdf5::Handle memory(H5Screate_simple(4, count, nullptr), name);
      hdf5::check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, count, nullptr), name);
      hdf5::check(H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, component.data()),
                  "reading " + name);
      for (std::size_t i = 0; i < component.size(); ++i) values[3 * i + c] = component[i];
    }
  }
  return {name, "", 3, plane_begin, plane_end, std::move(values)};
}

}  // namespace thalweg::io
