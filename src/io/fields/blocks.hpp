// SPDX-License-Identifier: Apache-2.0
// Fields of multi-block structured grids. As CGNS files: what ParaView, pyvista and the programs of
// the field open. Or as VTKHDF (UnstructuredGrid 1.0): hexahedra, a partition for each block. In
// either form the grid is a file of its own, to which those of the fields refer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "io/parts/block_layout.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::io {

/// The files that fields of blocks become.
enum class BlockForm { cgns, vtkhdf };

/// Corners of the cells of this rank's parts: a part of (z, y, x) cells has (z + 1, y + 1, x + 1)
/// of them, parts one behind the other. Where parts meet, both have the same.
struct BlockVertices {
  std::vector<double> x, y, z;
};

/// 1 or 3 values in each cell of this rank's parts: (component, z, y, x), parts one behind the
/// other.
struct BlockField {
  std::string name;
  std::string unit;
  int components = 1;
  std::variant<std::vector<float>, std::vector<double>> values;
};

/// Write the grid. Collective; throws IoError on all ranks, InputError for names of blocks that
/// CGNS cannot hold (empty, with a slash, above 32 characters, or twice the same), and UsageError
/// where sizes do not fit.
void write_block_grid(const std::filesystem::path& file, const transport::Communicator& comm,
                      const BlockLayout& layout, const BlockVertices& vertices);

/// Write a field on the grid in the file `grid` of the same folder. Both hold whole blocks, and
/// their bytes do not depend on which rank has which parts. Throws the same. Collective.
void write_blocks(const std::filesystem::path& file, const transport::Communicator& comm,
                  const BlockLayout& layout, const std::string& grid, const BlockField& field,
                  double time, std::int64_t step);

/// What the host holds at most of each cell of a rank in write_hexahedron_grid(): the places of
/// corners, of which a flat grid has a little more than two for each cell, and the numbers of the
/// cell's eight.
inline constexpr double hexahedron_bytes = 2.1 * 3 * sizeof(double) + 8 * sizeof(std::int64_t);

/// The same two as VTKHDF. Beside the field, files have the number of its block in each cell.
void write_hexahedron_grid(const std::filesystem::path& file, const transport::Communicator& comm,
                           const BlockLayout& layout, const BlockVertices& vertices);
void write_hexahedra(const std::filesystem::path& file, const transport::Communicator& comm,
                     const BlockLayout& layout, const std::string& grid, const BlockField& field,
                     double time, std::int64_t step);

}  // namespace thalweg::io
