// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/mesh.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace thalweg::flow {

using grid::index;

std::vector<std::string> Mesh::family_names() const {
  std::vector<std::string> names;
  for (int b = 0; b < blocks.size(); ++b)
    for (int axis = first_axis(); axis < 3; ++axis)
      for (const bool upper : {false, true}) {
        const std::string& name = family(b, {axis, upper});
        if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
          names.push_back(name);
      }
  return names;
}

grid::Cell MeshLevel::whole_vertex(int block, const grid::Cell& v) const {
  grid::Cell at{};
  for (std::size_t d = 0; d < 3; ++d) {
    const int factor = mesh->is_flat && d == 0 ? 1 : 1 << level;
    at[d] = factor * (blocks.block(block).first[d] + v[d]);
  }
  return at;
}

geometry::Vector MeshLevel::vertex(int block, const grid::Cell& v) const {
  return mesh->vertex(blocks.block(block).whole, whole_vertex(block, v));
}

bool MeshLevel::has_vertex(int block, const grid::Cell& v) const {
  const grid::Cell at = whole_vertex(block, v);
  const grid::Cell& cells = mesh->blocks.block(blocks.block(block).whole).cells;
  for (std::size_t d = 0; d < 3; ++d)
    if (at[d] < 0 || at[d] > cells[d]) return false;
  return true;
}

namespace {

int halved(int n) {
  TW_CHECK(n % 2 == 0, "a block of an odd number of cells has no coarser one");
  return n / 2;
}

/// A cell of a patch covers two fine ones along each halved axis.
grid::Connection halved(const grid::Connection& fine, int first_axis) {
  grid::Connection c = fine;
  for (int axis = first_axis; axis < 3; ++axis) {
    const std::size_t d = index(axis);
    if (axis == fine.face.axis) {
      c.patch.lower[d] = fine.face.upper ? halved(fine.patch.upper[d]) - 1 : 0;
      c.patch.upper[d] = c.patch.lower[d] + 1;
    } else {
      c.patch.lower[d] = halved(fine.patch.lower[d]);
      c.patch.upper[d] = halved(fine.patch.upper[d]);
    }
    // Against the donor's axis, cells 2 n and 2 n + 1 lie on shift - 2 n and one less.
    const int shift = fine.map.shift[d];
    c.map.shift[d] = fine.map.sign[d] > 0 ? halved(shift) : halved(shift - 1);
  }
  return c;
}

}  // namespace

MeshLevel coarsened(const MeshLevel& fine) {
  const int first_axis = fine.mesh->first_axis();
  std::vector<grid::Block> blocks = fine.blocks.blocks();
  for (grid::Block& block : blocks)
    for (int axis = first_axis; axis < 3; ++axis) {
      block.cells[index(axis)] = halved(block.cells[index(axis)]);
      block.first[index(axis)] = halved(block.first[index(axis)]);
    }
  std::vector<grid::Connection> connections;
  for (const grid::Connection& c : fine.blocks.connections())
    connections.push_back(halved(c, first_axis));
  return {fine.mesh, grid::BlockGrid(std::move(blocks), connections), fine.level + 1};
}

int most_levels(const grid::BlockGrid& blocks, bool is_flat, int fewest) {
  constexpr int enough = 16;
  int levels = enough;
  for (const grid::Block& block : blocks.blocks())
    for (std::size_t d = is_flat ? 1 : 0; d < 3; ++d) {
      int n = 1;
      for (int cells = block.cells[d]; cells % 2 == 0 && cells / 2 >= fewest; cells /= 2) ++n;
      levels = std::min(levels, n);
    }
  return levels;
}

}  // namespace thalweg::flow
