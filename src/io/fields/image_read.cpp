// SPDX-License-Identifier: Apache-2.0
// Fields from VTKHDF ImageData files, and from plain HDF5 files of other programs.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "io/fields/image.hpp"
#include "io/files/together.hpp"
#include "io/hdf5/hdf5.hpp"

namespace thalweg::io {

namespace {

/// A field in an open file.
struct Source {
  std::string file, name;
  hdf5::Handle in, dataset;
  std::vector<std::int64_t> extents;
  bool is_image = false;          // VTKHDF point data
  bool components_first = false;  // (3, z, y, x)

  std::array<std::int64_t, 3> points() const {
    const std::size_t z = components_first ? 1 : 0;
    return {extents[z], extents[z + 1], extents[z + 2]};
  }
};

std::string listed(std::vector<std::string> names) {
  constexpr std::size_t most = 10;
  if (names.empty()) return "none";
  if (names.size() > most) names.resize(most), names.push_back("...");
  return fmt::format("{}", fmt::join(names, ", "));
}

[[noreturn]] void refuse(const Source& source, const std::string& found) {
  throw InputError(fmt::format("{}: {}", source.file, found));
}

/// The path of the dataset, or InputError that lists what there is instead.
std::string locate(Source& source) {
  const std::string in_image = "VTKHDF/PointData/" + source.name;
  source.is_image = hdf5::exists(source.in, in_image);
  if (source.is_image) return in_image;
  if (!source.name.empty() && hdf5::exists(source.in, source.name)) return source.name;
  if (!hdf5::exists(source.in, "VTKHDF/PointData"))
    refuse(source, fmt::format("there is no dataset \"{}\"; datasets at the top of the file: {}",
                               source.name, listed(hdf5::names(source.in, H5O_TYPE_DATASET))));
  const hdf5::Handle points(H5Gopen2(source.in, "VTKHDF/PointData", H5P_DEFAULT), "point data");
  refuse(source, fmt::format("there is no point field \"{}\"; the file holds: {}", source.name,
                             listed(hdf5::names(points, H5O_TYPE_DATASET))));
}

void require_numbers(const Source& source) {
  const hdf5::Handle type(H5Dget_type(source.dataset), "type of " + source.name);
  const H5T_class_t kind = H5Tget_class(type);
  if (kind != H5T_FLOAT && kind != H5T_INTEGER)
    refuse(source, fmt::format("dataset \"{}\" holds {} values, expected are numbers", source.name,
                               hdf5::type_name(source.dataset)));
}

void require_extents(Source& source, int components) {
  const auto& n = source.extents;
  const bool scalar = components == 1;
  bool fits = n.size() == (scalar ? 3 : 4) && std::find(n.begin(), n.end(), 0) == n.end();
  if (fits && !scalar) {
    source.components_first = n[3] != components;
    fits = !source.components_first || (n[0] == components && !source.is_image);
  }
  if (!fits)
    refuse(source,
           fmt::format("dataset \"{}\" has extents ({}), expected are {}", source.name,
                       fmt::join(n, ", "),
                       scalar ? std::string("(z, y, x)")
                              : fmt::format("(z, y, x, {0}) or ({0}, z, y, x)", components)));
}

Source open_source(const std::filesystem::path& file, const transport::Communicator& comm,
                   const std::string& name, int components) {
  Source source{file.string(), name, hdf5::open_file(file, comm), {}, {}};
  together(comm, [&] {
    const std::string path = locate(source);
    const hid_t id = H5Dopen2(source.in, path.c_str(), H5P_DEFAULT);
    if (id < 0) refuse(source, fmt::format("\"{}\" is not a dataset", path));
    source.dataset = hdf5::Handle(id, path);
    source.extents = hdf5::extents(source.dataset);
    require_numbers(source);
    require_extents(source, components);
  });
  return source;
}

/// Reads what the action reads; where HDF5 cannot, the file is at fault.
void reading(const Source& source, const transport::Communicator& comm,
             const std::function<void()>& action) {
  together(comm, [&] {
    try {
      action();
    } catch (const IoError& error) {
      refuse(source, fmt::format("the file is damaged: {}", error.what()));
    }
  });
}

std::array<double, 3> zyx(const Source& source, hid_t root, const char* name) {
  const auto xyz = hdf5::read_numbers<double>(root, name);
  if (xyz.size() != 3)
    refuse(source,
           fmt::format("VTKHDF attribute {} has {} numbers, expected are 3", name, xyz.size()));
  return {xyz[2], xyz[1], xyz[0]};
}

void read_box(const Source& source, const hdf5::Box& box, double* values) {
  hdf5::for_each_piece(box, hdf5::piece_bytes / static_cast<std::int64_t>(sizeof(double)),
                       [&](const hdf5::Box& piece, std::int64_t at) {
                         hdf5::read_piece(source.dataset, piece, values + at);
                       });
}

/// (3, z, y, x) in the file: component by component, interleaved in memory.
void read_interleaved(const Source& source, hdf5::Box box, std::vector<double>& values) {
  const auto components = static_cast<std::size_t>(box.count[0]);
  std::vector<double> one(values.size() / components);
  box.count[0] = 1;
  for (std::size_t c = 0; c < components; ++c) {
    box.start[0] = static_cast<std::int64_t>(c);
    read_box(source, box, one.data());
    for (std::size_t i = 0; i < one.size(); ++i) values[components * i + c] = one[i];
  }
}

}  // namespace

ImageGrid read_image_grid(const std::filesystem::path& file, const transport::Communicator& comm,
                          const std::string& name, int components) {
  const Source source = open_source(file, comm, name, components);
  ImageGrid grid{source.points()};
  if (!source.is_image) return grid;
  reading(source, comm, [&] {
    const hdf5::Handle root(H5Gopen2(source.in, "VTKHDF", H5P_DEFAULT), "opening VTKHDF");
    grid.spacing = zyx(source, root, "Spacing");
    grid.origin = zyx(source, root, "Origin");
  });
  return grid;
}

ImageField read_image(const std::filesystem::path& file, const transport::Communicator& comm,
                      const std::string& name, std::int64_t plane_begin, std::int64_t plane_end,
                      int components) {
  const Source source = open_source(file, comm, name, components);
  const std::size_t z = source.components_first ? 1 : 0;
  hdf5::Box box{std::vector<std::int64_t>(source.extents.size(), 0), source.extents};
  box.start[z] = plane_begin;
  box.count[z] = plane_end - plane_begin;
  std::vector<double> values;
  std::string unit;
  reading(source, comm, [&] {
    TW_CHECK(0 <= plane_begin && plane_begin <= plane_end && plane_end <= source.extents[z],
             "planes of the grid are read");
    values.resize(static_cast<std::size_t>(box.size()));
    if (source.components_first)
      read_interleaved(source, box, values);
    else
      read_box(source, box, values.data());
    if (hdf5::has_attribute(source.dataset, "unit")) unit = hdf5::read_text(source.dataset, "unit");
  });
  return {name, unit, components, plane_begin, plane_end, std::move(values)};
}

}  // namespace thalweg::io
