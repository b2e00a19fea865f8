// SPDX-License-Identifier: Apache-2.0
// The parts of one VTKHDF UnstructuredGrid: cells that have so many corners each, and what is known
// of items that are sorted by their identities.
#pragma once

#include "io/fields/points.hpp"
#include "io/hdf5/output_file.hpp"
#include "io/parts/sorted_items.hpp"

namespace thalweg::io {

/// Corners of cells by the numbers of their points. of_each: 1 (points by themselves), 3
/// (triangles) or 8 (hexahedra).
struct VtkCells {
  Share share;
  std::vector<std::int64_t> corners;  // of this rank's share
  int of_each = 1;
};

/// Write them into the group `root` of a file with so many points. Collective; throws IoError.
void write_vtk_cells(OutputFile& out, hid_t root, const VtkCells& cells, std::int64_t points);

/// Throws UsageError unless there is a value for each of so many.
void require_size(const PointValues& field, std::size_t count, const std::string& of);

/// A dataset of this rank's share of items. Collective; throws IoError.
template <class T>
hdf5::Handle write_items(OutputFile& out, hid_t group, const std::string& name,
                         const SortedItems& of, int components, const std::vector<T>& values) {
  const Share& share = of.share();
  std::vector<std::int64_t> extents{share.total};
  if (components > 1) extents.push_back(components);
  return out.dataset(group, name, extents, share.offset, share.count, values.data());
}

/// What is known of this rank's own items, and their identities. Collective; throws IoError.
void write_values(OutputFile& out, hid_t group, const SortedItems& of,
                  const std::vector<PointValues>& fields);

}  // namespace thalweg::io
