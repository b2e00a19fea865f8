// SPDX-License-Identifier: Apache-2.0
// VTKHDF UnstructuredGrid, version 1.0, of one piece: a format that ParaView 5.11 reads. Described
// in VTK's documentation, "VTKHDF File Format".
#include <numeric>

#include "base/error.hpp"
#include "io/fields/points.hpp"
#include "io/fields/vtk_root.hpp"
#include "io/files/together.hpp"
#include "io/hdf5/output_file.hpp"
#include "io/parts/sorted_items.hpp"

namespace thalweg::io {

namespace {

using Indices = std::vector<std::int64_t>;

/// Corners of cells by the numbers of their points, and how many corners each has.
struct Cells {
  Share share;
  Indices corners;  // of this rank's share
  int of_each = 1;
};

void require_size(const PointValues& field, std::size_t count, const std::string& of) {
  const std::size_t size = std::visit([](const auto& v) { return v.size(); }, field.values);
  TW_CHECK(size == count * static_cast<std::size_t>(field.components),
           "\"" + field.name + "\" has values for every " + of);
}

/// VTK's numbers for cells of one and of three corners.
unsigned char vtk_type(int corners) { return corners == 1 ? 1 : 5; }

void require_sizes(const PointSet& set) {
  const std::size_t n = set.identities.size();
  TW_CHECK(set.places.size() == 3 * n, "each point has a place and an identity");
  TW_CHECK(set.triangles.size() == 3 * set.triangle_identities.size(),
           "each triangle has three corners and an identity");
  for (const std::int64_t corner : set.triangles)
    TW_CHECK(0 <= corner && corner < static_cast<std::int64_t>(n),
             "corners of triangles are points of the same rank");
  for (const PointValues& field : set.values) require_size(field, n, "point");
  for (const PointValues& field : set.triangle_values)
    require_size(field, set.triangle_identities.size(), "triangle");
}

/// Triangles in the order of their identities, or else every point by itself.
Cells cells_of(const PointSet& set, const SortedItems& points, const SortedItems& triangles) {
  if (triangles.share().total == 0) {
    Indices each(static_cast<std::size_t>(points.share().count));
    std::iota(each.begin(), each.end(), points.share().offset);
    return {points.share(), std::move(each), 1};
  }
  const Indices numbers = points.numbers();
  Indices corners;
  for (const std::int64_t corner : set.triangles)
    corners.push_back(numbers[static_cast<std::size_t>(corner)]);
  return {triangles.share(), triangles.sorted(std::span<const std::int64_t>(corners), 3), 3};
}

class Writer {
 public:
  Writer(OutputFile& out, const PointSet& set)
      : out_(out), set_(set), points_(out.comm(), set.identities),
        triangles_(out.comm(), set.triangle_identities) {}

  void write(double time, std::int64_t step) {
    hdf5::Handle at_points, of_triangles;
    out_.step([&] {
      root_ = start_vtk(out_.id(), "UnstructuredGrid", time, step);
      at_points = hdf5::create_group(root_, "PointData");
      if (!set_.triangle_values.empty()) of_triangles = hdf5::create_group(root_, "CellData");
    });
    write_cells(cells_of(set_, points_, triangles_));
    dataset(root_, "Points", points_, 3, points_.sorted(std::span(set_.places), 3));
    write_values(at_points, points_, set_.values);
    if (!set_.triangle_values.empty()) write_values(of_triangles, triangles_, set_.triangle_values);
  }

 private:
  template <class T>
  hdf5::Handle dataset(hid_t group, const std::string& name, const SortedItems& of, int components,
                       const std::vector<T>& values) {
    const Share& share = of.share();
    std::vector<std::int64_t> extents{share.total};
    if (components > 1) extents.push_back(components);
    return out_.dataset(group, name, extents, share.offset, share.count, values.data());
  }

  void write_values(hid_t group, const SortedItems& of, const std::vector<PointValues>& fields) {
    for (const PointValues& field : fields) {
      const auto write = [&](const auto& values) {
        return dataset(group, field.name, of, field.components,
                       of.sorted(std::span(values), field.components));
      };
      const hdf5::Handle made = std::visit(write, field.values);
      if (!field.unit.empty()) out_.step([&] { hdf5::write_attribute(made, "unit", field.unit); });
    }
    dataset(group, "identity", of, 1, of.identities());
  }

  /// A number of the whole piece.
  void one(const std::string& name, std::int64_t value) {
    out_.dataset(root_, name, {1}, 0, out_.comm().is_root() ? 1 : 0, &value);
  }

  void write_cells(const Cells& cells) {
    const auto& [share, corners, n] = cells;
    one("NumberOfPoints", points_.share().total);
    one("NumberOfCells", share.total);
    one("NumberOfConnectivityIds", share.total * n);
    out_.dataset(root_, "Connectivity", {share.total * n}, share.offset * n, share.count * n,
                 corners.data());
    const std::vector<unsigned char> types(static_cast<std::size_t>(share.count), vtk_type(n));
    out_.dataset(root_, "Types", {share.total}, share.offset, share.count, types.data());
    // Where the corners of each cell begin, and where those of the last one end.
    const bool last = out_.comm().rank() == out_.comm().size() - 1;
    Indices offsets;
    for (std::int64_t c = 0; c < share.count + (last ? 1 : 0); ++c)
      offsets.push_back((share.offset + c) * n);
    out_.dataset(root_, "Offsets", {share.total + 1}, share.offset,
                 static_cast<std::int64_t>(offsets.size()), offsets.data());
  }

  OutputFile& out_;
  const PointSet& set_;
  SortedItems points_, triangles_;
  hdf5::Handle root_;
};

}  // namespace

void write_points(const std::filesystem::path& file, const transport::Communicator& comm,
                  const PointSet& points, double time, std::int64_t step) {
  together(comm, [&] { require_sizes(points); });
  OutputFile out(file, comm);
  Writer(out, points).write(time, step);
  out.commit();
}

}  // namespace thalweg::io
