// SPDX-License-Identifier: Apache-2.0
// Slices of a multi-block grid as files of hexahedra (VTKHDF UnstructuredGrid 1.0): the cells,
// whole, that a plane across a coordinate axis cuts, or a layer of cells of one block.
#pragma once

#include "io/fields/blocks.hpp"
#include "io/fields/points.hpp"

namespace thalweg::io {

/// What this rank has of such cells.
struct BlockSlice {
  std::vector<std::int64_t> cells;       // among the cells of this rank's parts, rising
  std::vector<std::int64_t> identities;  // by block and place in it, as the order in files
  std::vector<double> corners;           // x, y, z of the 8 of each, in the order of VTK
};

/// The cells of a block with the same index along one of its own axes.
struct BlockLayer {
  int block = 0;         // in BlockLayout::blocks
  std::size_t axis = 2;  // 0, 1, 2: x, y, z of the block
  std::int64_t index = 0;
};
/// What of it this rank has, however the block is split. Not collective.
BlockSlice slice_of(const BlockLayout& layout, const BlockVertices& vertices,
                    const BlockLayer& layer);

/// A plane at x cuts cells whose corners lie from below or at x to above x: so faces in the plane
/// belong to the cells above them. axis: 0, 1, 2: x, y, z. Not collective.
BlockSlice slice_of(const BlockLayout& layout, const BlockVertices& vertices, std::size_t axis,
                    double position);

/// A field of this rank's parts in the cells of a slice.
PointValues values_in(const BlockSlice& slice, const BlockLayout& layout, const BlockField& field);

/// Write the cells of all ranks with their values. The bytes do not depend on which rank has which
/// parts. Collective; throws IoError on all ranks, UsageError where sizes do not fit.
void write_slice(const std::filesystem::path& file, const transport::Communicator& comm,
                 const BlockSlice& slice, const std::vector<PointValues>& values, double time,
                 std::int64_t step);

}  // namespace thalweg::io
