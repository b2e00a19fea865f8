// SPDX-License-Identifier: Apache-2.0
// Blocks as VTKHDF UnstructuredGrid, version 1.0, which ParaView 5.11 reads: each block a partition
// of hexahedra with corners of its own. Described in VTK's documentation, "VTKHDF File Format".
// Beside it /blocks/NAME has the block's number and its cells (z, y, x), so that what was
// structured can be found again.
#include "io/fields/block_checks.hpp"
#include "io/fields/blocks.hpp"
#include "io/fields/hexahedra.hpp"
#include "io/fields/vtk_root.hpp"
#include "io/files/together.hpp"
#include "io/hdf5/output_file.hpp"

namespace thalweg::io {

namespace {

using Indices = std::vector<std::int64_t>;

constexpr unsigned char vtk_hexahedron = 12;

/// A value of each cell of this rank.
template <class T>
std::vector<T> numbers_of_blocks(const BlockLayout& layout) {
  std::vector<T> numbers;
  numbers.reserve(static_cast<std::size_t>(layout.size()));
  for (const BlockPart& part : layout.parts)
    numbers.insert(numbers.end(), static_cast<std::size_t>(part.size()),
                   static_cast<T>(part.whole));
  return numbers;
}

/// x, y, z of each corner side by side.
std::vector<double> places_of(const BlockVertices& vertices) {
  std::vector<double> places;
  places.reserve(3 * vertices.x.size());
  for (std::size_t n = 0; n < vertices.x.size(); ++n)
    places.insert(places.end(), {vertices.x[n], vertices.y[n], vertices.z[n]});
  return places;
}

/// Components side by side, where parts have one behind the other.
template <class T>
std::vector<T> by_cell(const BlockLayout& layout, const std::vector<T>& values, int components) {
  std::vector<T> all(values.size());
  std::int64_t first = 0;
  for (const BlockPart& part : layout.parts) {
    const std::int64_t size = part.size();
    for (std::int64_t c = 0; c < components; ++c)
      for (std::int64_t n = 0; n < size; ++n)
        all[static_cast<std::size_t>(first + n * components + c)] =
            values[static_cast<std::size_t>(first + c * size + n)];
    first += size * components;
  }
  return all;
}

/// Numbers that rank 0 writes, one for each block.
void of_blocks(OutputFile& out, hid_t root, const std::string& name, const Indices& begin,
               std::int64_t wide) {
  Indices values;
  for (std::size_t b = 0; b + 1 < begin.size(); ++b)
    values.push_back((begin[b + 1] - begin[b]) * wide);
  const auto count = static_cast<std::int64_t>(values.size());
  out.dataset(root, name, {count}, 0, out.comm().is_root() ? count : 0, values.data());
}

void describe_blocks(hid_t file, const BlockLayout& layout) {
  const hdf5::Handle group = hdf5::create_group(file, "blocks");
  std::int64_t number = 0;
  for (const auto& [name, cells] : layout.blocks) {
    const hdf5::Handle block = hdf5::create_group(group, name);
    hdf5::write_attribute(block, "number", Indices{number++});
    hdf5::write_attribute(block, "cells", Indices(cells.begin(), cells.end()));
  }
}

void write_cells(OutputFile& out, hid_t root, hid_t values, const BlockLayout& layout) {
  const Indices cells = beginnings(layout, 0), corners = beginnings(layout, 1);
  const std::int64_t total = cells.back();
  of_blocks(out, root, "NumberOfPoints", corners, 1);
  of_blocks(out, root, "NumberOfCells", cells, 1);
  of_blocks(out, root, "NumberOfConnectivityIds", cells, corners_of_cell);
  out.dataset(root, "Connectivity", {total * corners_of_cell}, rows_of(layout, 0, corners_of_cell),
              corners_of(layout).data());
  const auto [rows, starts] = offsets_of(layout);
  out.dataset(root, "Offsets", {total + static_cast<std::int64_t>(layout.blocks.size())}, rows,
              starts.data());
  const std::vector<unsigned char> types(static_cast<std::size_t>(layout.size()), vtk_hexahedron);
  out.dataset(root, "Types", {total}, rows_of(layout, 0), types.data());
  out.dataset(values, "block", {total}, rows_of(layout, 0),
              numbers_of_blocks<std::int64_t>(layout).data());
}

void link(hid_t group, const std::string& name, const std::string& file, const std::string& path) {
  hdf5::check(
      H5Lcreate_external(file.c_str(), path.c_str(), group, name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
      "linking " + file);
}

void link_grid(hid_t file, hid_t root, hid_t values, const std::string& grid) {
  for (const char* name : {"NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds", "Points",
                           "Connectivity", "Offsets", "Types"})
    link(root, name, grid, std::string("/VTKHDF/") + name);
  link(values, "block", grid, "/VTKHDF/CellData/block");
  link(file, "blocks", grid, "/blocks");
}

}  // namespace

void write_hexahedron_grid(const std::filesystem::path& file, const transport::Communicator& comm,
                           const BlockLayout& layout, const BlockVertices& vertices) {
  together(comm, [&] {
    require_names(layout);
    require_vertices(layout, vertices);
  });
  OutputFile out(file, comm);
  {
    hdf5::Handle root, values;
    out.step([&] {
      root = start_vtk(out.id(), "UnstructuredGrid", 0, 0);
      values = hdf5::create_group(root, "CellData");
      describe_blocks(out.id(), layout);
    });
    write_cells(out, root, values, layout);
    out.dataset(root, "Points", {beginnings(layout, 1).back(), 3}, rows_of(layout, 1),
                places_of(vertices).data());
  }
  out.commit();
}

void write_hexahedra(const std::filesystem::path& file, const transport::Communicator& comm,
                     const BlockLayout& layout, const std::string& grid, const BlockField& field,
                     double time, std::int64_t step) {
  together(comm, [&] {
    require_names(layout);
    require_values(layout, field);
  });
  OutputFile out(file, comm);
  {
    hdf5::Handle root, values;
    out.step([&] {
      root = start_vtk(out.id(), "UnstructuredGrid", time, step);
      values = hdf5::create_group(root, "CellData");
      link_grid(out.id(), root, values, grid);
    });
    Indices extents{layout.total()};
    if (field.components > 1) extents.push_back(field.components);
    const auto write = [&](const auto& parts) {
      const auto cells = by_cell(layout, parts, field.components);
      return out.dataset(values, field.name, extents, rows_of(layout, 0), cells.data());
    };
    const hdf5::Handle made = std::visit(write, field.values);
    if (!field.unit.empty()) out.step([&] { hdf5::write_attribute(made, "unit", field.unit); });
  }
  out.commit();
}

}  // namespace thalweg::io
