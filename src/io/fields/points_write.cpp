// SPDX-License-Identifier: Apache-2.0
// VTKHDF UnstructuredGrid, version 1.0, of one piece: a format that ParaView 5.11 reads. Described
// in VTK's documentation, "VTKHDF File Format".
#include <numeric>

#include "base/error.hpp"
#include "io/fields/points.hpp"
#include "io/fields/vtk_cells.hpp"
#include "io/fields/vtk_root.hpp"
#include "io/files/together.hpp"
#include "io/hdf5/output_file.hpp"
#include "io/parts/sorted_items.hpp"

namespace thalweg::io {

namespace {

using Indices = std::vector<std::int64_t>;

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
VtkCells cells_of(const PointSet& set, const SortedItems& points, const SortedItems& triangles) {
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
    write_vtk_cells(out_, root_, cells_of(set_, points_, triangles_), points_.share().total);
    write_items(out_, root_, "Points", points_, 3, points_.sorted(std::span(set_.places), 3));
    write_values(out_, at_points, points_, set_.values);
    if (!set_.triangle_values.empty())
      write_values(out_, of_triangles, triangles_, set_.triangle_values);
  }

 private:
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
