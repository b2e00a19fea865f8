// SPDX-License-Identifier: Apache-2.0
#include "io/fields/block_slice.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "base/error.hpp"
#include "io/fields/block_checks.hpp"
#include "io/fields/hexahedra.hpp"
#include "io/fields/vtk_cells.hpp"
#include "io/fields/vtk_root.hpp"
#include "io/files/together.hpp"

namespace thalweg::io {

using Extents = std::array<std::int64_t, 3>;

namespace {

using Corners = std::array<std::array<double, 3>, corners_of_cell>;  // x, y, z of each

/// first: the first corner of the part among those of the rank; extents: of its corners.
Corners places_at(const BlockVertices& vertices, std::int64_t first, const Extents& extents,
                  const Extents& cell) {
  Corners places{};
  std::size_t next = 0;
  for (const std::int64_t corner : corners_at(extents, cell)) {
    const auto v = static_cast<std::size_t>(first + corner);
    places[next++] = {vertices.x[v], vertices.y[v], vertices.z[v]};
  }
  return places;
}

bool are_cut(const Corners& corners, std::size_t axis, double position) {
  const auto [least, largest] =
      std::minmax_element(corners.begin(), corners.end(),
                          [&](const auto& a, const auto& b) { return a[axis] < b[axis]; });
  return (*least)[axis] <= position && position < (*largest)[axis];
}

/// The cells of this rank that are taken: is_taken(whole, cell, corners), by the number of the
/// whole block and the cell's place in it, (z, y, x).
template <class IsTaken>
BlockSlice cells_where(const BlockLayout& layout, const BlockVertices& vertices, IsTaken is_taken) {
  const std::vector<std::int64_t> begin = beginnings(layout, 0);
  BlockSlice slice;
  std::int64_t number = 0, first_corner = 0;
  for (const BlockPart& part : layout.parts) {
    const Extents extents = with_corners(part.cells);
    const auto whole = static_cast<std::size_t>(part.whole);
    const Extents& n = layout.blocks[whole].cells;
    for_each_cell(part.cells, [&](const Extents& cell) {
      const std::int64_t own = number++;
      const Corners corners = places_at(vertices, first_corner, extents, cell);
      const Extents at{part.first[0] + cell[0], part.first[1] + cell[1], part.first[2] + cell[2]};
      if (!is_taken(part.whole, at, corners)) return;
      slice.cells.push_back(own);
      slice.identities.push_back(begin[whole] + (at[0] * n[1] + at[1]) * n[2] + at[2]);
      for (const auto& place : corners)
        slice.corners.insert(slice.corners.end(), place.begin(), place.end());
    });
    first_corner += product(extents);
  }
  return slice;
}

}  // namespace

BlockSlice slice_of(const BlockLayout& layout, const BlockVertices& vertices,
                    const BlockLayer& layer) {
  return cells_where(layout, vertices, [&](int whole, const Extents& cell, const Corners&) {
    return whole == layer.block && cell[2 - layer.axis] == layer.index;
  });
}

BlockSlice slice_of(const BlockLayout& layout, const BlockVertices& vertices, std::size_t axis,
                    double position) {
  return cells_where(layout, vertices, [&](int, const Extents&, const Corners& corners) {
    return are_cut(corners, axis, position);
  });
}

PointValues values_in(const BlockSlice& slice, const BlockLayout& layout, const BlockField& field) {
  require_values(layout, field);
  PointValues taken{field.name, field.unit, field.components, {}};
  std::visit(
      [&](const auto& values) {
        std::decay_t<decltype(values)> picked;
        auto next = slice.cells.begin();
        std::int64_t first = 0;  // cells of the parts before
        for (const BlockPart& part : layout.parts) {
          const std::int64_t size = part.size();
          for (; next != slice.cells.end() && *next < first + size; ++next)
            for (std::int64_t c = 0; c < field.components; ++c)
              picked.push_back(values[static_cast<std::size_t>(first * field.components + c * size +
                                                               *next - first)]);
          first += size;
        }
        taken.values = std::move(picked);
      },
      field.values);
  return taken;
}

void write_slice(const std::filesystem::path& file, const transport::Communicator& comm,
                 const BlockSlice& slice, const std::vector<PointValues>& values, double time,
                 std::int64_t step) {
  together(comm, [&] {
    TW_CHECK(slice.corners.size() == 24 * slice.identities.size(), "cells have eight corners");
    for (const PointValues& field : values) require_size(field, slice.identities.size(), "cell");
  });
  OutputFile out(file, comm);
  {
    const SortedItems cells(comm, slice.identities);
    const Share& share = cells.share();
    hdf5::Handle root, of_cells;
    out.step([&] {
      root = start_vtk(out.id(), "UnstructuredGrid", time, step);
      of_cells = hdf5::create_group(root, "CellData");
    });
    std::vector<std::int64_t> corners(static_cast<std::size_t>(share.count * corners_of_cell));
    std::iota(corners.begin(), corners.end(), share.offset * corners_of_cell);
    write_vtk_cells(out, root, {share, std::move(corners), corners_of_cell},
                    share.total * corners_of_cell);
    const std::vector<double> places = cells.sorted(std::span(slice.corners), 24);
    out.dataset(root, "Points", {share.total * corners_of_cell, 3}, share.offset * corners_of_cell,
                share.count * corners_of_cell, places.data());
    write_values(out, of_cells, cells, values);
  }
  out.commit();
}

}  // namespace thalweg::io
