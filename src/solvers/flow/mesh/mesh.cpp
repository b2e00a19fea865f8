// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/mesh.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace thalweg::flow {

using grid::index;

grid::Cell MeshLevel::whole_vertex(int block, const grid::Cell& v) const {
  grid::Cell at{};
  for (std::size_t d = 0; d < 3; ++d)
    at[d] = cells_along(d) * (blocks.block(block).first[d] + v[d]);
  return at;
}

std::vector<Patch> MeshLevel::patches(int block) const {
  const grid::Block& part = blocks.block(block);
  std::vector<Patch> own;
  for (const Patch& whole : mesh->patches) {
    if (whole.block != part.whole || whole.face.axis < mesh->first_axis()) continue;
    Patch& patch = own.emplace_back(whole);
    patch.block = block;
    for (std::size_t d = 0; d < 3; ++d) {
      // One thick at the face: the upper end there need not be a multiple.
      patch.cells.lower[d] = whole.cells.lower[d] / cells_along(d) - part.first[d];
      patch.cells.upper[d] = (whole.cells.upper[d] - 1) / cells_along(d) + 1 - part.first[d];
    }
  }
  return own;
}

geometry::Vector MeshLevel::vertex(int block, const grid::Cell& v) const {
  return mesh->vertex(blocks.block(block).whole, whole_vertex(block, v));
}

bool Mesh::is_sector() const {
  const std::vector<grid::Connection> all = blocks.connections();
  return std::any_of(all.begin(), all.end(), [](const grid::Connection& c) { return c.turn != 0; });
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

namespace {

/// How often a number can be halved.
int halvings(int n) {
  constexpr int enough = 16;
  int count = 0;
  for (; n % 2 == 0 && count < enough; n /= 2) ++count;
  return count;
}

/// Along the axes of a face, how often both ends can be halved.
int halvings(const grid::Box& patch, grid::Face face, int first_axis) {
  int least = halvings(0);
  for (int axis = first_axis; axis < 3; ++axis)
    if (axis != face.axis)
      for (const int end : {patch.lower[index(axis)], patch.upper[index(axis)]})
        least = std::min(least, halvings(end));
  return least;
}

}  // namespace

int most_levels(const Mesh& mesh, int fewest) {
  int times = halvings(0);
  for (const grid::Block& block : mesh.blocks.blocks())
    for (int axis = mesh.first_axis(); axis < 3; ++axis) {
      const int cells = block.cells[index(axis)];
      int most = 0;
      while (most < halvings(cells) && (cells >> (most + 1)) >= fewest) ++most;
      times = std::min(times, most);
    }
  for (const grid::Connection& c : mesh.blocks.connections())
    times = std::min(times, halvings(c.patch, c.face, mesh.first_axis()));
  for (const Patch& patch : mesh.patches)
    times = std::min(times, halvings(patch.cells, patch.face, mesh.first_axis()));
  return times + 1;
}

}  // namespace thalweg::flow
