// SPDX-License-Identifier: Apache-2.0
#include "io/fields/vtk_cells.hpp"

#include "base/error.hpp"

namespace thalweg::io {

namespace {

/// VTK's numbers for vertices, triangles and hexahedra.
unsigned char vtk_type(int corners) { return corners == 1 ? 1 : corners == 3 ? 5 : 12; }

/// A number of the whole piece.
void one(OutputFile& out, hid_t root, const std::string& name, std::int64_t value) {
  out.dataset(root, name, {1}, 0, out.comm().is_root() ? 1 : 0, &value);
}

}  // namespace

void write_vtk_cells(OutputFile& out, hid_t root, const VtkCells& cells, std::int64_t points) {
  const auto& [share, corners, n] = cells;
  one(out, root, "NumberOfPoints", points);
  one(out, root, "NumberOfCells", share.total);
  one(out, root, "NumberOfConnectivityIds", share.total * n);
  out.dataset(root, "Connectivity", {share.total * n}, share.offset * n, share.count * n,
              corners.data());
  const std::vector<unsigned char> types(static_cast<std::size_t>(share.count), vtk_type(n));
  out.dataset(root, "Types", {share.total}, share.offset, share.count, types.data());
  // Where the corners of each cell begin, and where those of the last one end.
  const bool last = out.comm().rank() == out.comm().size() - 1;
  std::vector<std::int64_t> offsets;
  for (std::int64_t c = 0; c < share.count + (last ? 1 : 0); ++c)
    offsets.push_back((share.offset + c) * n);
  out.dataset(root, "Offsets", {share.total + 1}, share.offset,
              static_cast<std::int64_t>(offsets.size()), offsets.data());
}

void require_size(const PointValues& field, std::size_t count, const std::string& of) {
  const std::size_t size = std::visit([](const auto& v) { return v.size(); }, field.values);
  TW_CHECK(size == count * static_cast<std::size_t>(field.components),
           "\"" + field.name + "\" has values for every " + of);
}

void write_values(OutputFile& out, hid_t group, const SortedItems& of,
                  const std::vector<PointValues>& fields) {
  for (const PointValues& field : fields) {
    const auto write = [&](const auto& values) {
      return write_items(out, group, field.name, of, field.components,
                         of.sorted(std::span(values), field.components));
    };
    const hdf5::Handle made = std::visit(write, field.values);
    if (!field.unit.empty()) out.step([&] { hdf5::write_attribute(made, "unit", field.unit); });
  }
  write_items(out, group, "identity", of, 1, of.identities());
}

}  // namespace thalweg::io
