// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/mesh.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace thalweg::flow {

using grid::index;

Patch whole_face(const grid::BlockGrid& blocks, int block, grid::Face face, std::string family) {
  grid::Box layer = blocks.cells(block);
  const std::size_t a = index(face.axis);
  (face.upper ? layer.lower[a] : layer.upper[a]) = face.upper ? layer.upper[a] - 1 : 1;
  return {block, face, layer, std::move(family)};
}

namespace {

bool is_crossed(const Mesh& mesh, grid::Face face) { return face.axis >= mesh.first_axis(); }

grid::Box layer_at(const Mesh& mesh, int block, grid::Face face) {
  return whole_face(mesh.blocks, block, face, "").cells;
}

/// visit(block, face) of all across which there is flow.
template <class Visit>
void for_each_face(const Mesh& mesh, Visit visit) {
  for (int b = 0; b < mesh.blocks.size(); ++b)
    for (int axis = mesh.first_axis(); axis < 3; ++axis)
      for (const bool upper : {false, true}) visit(b, grid::Face{axis, upper});
}

std::string text_of(const Mesh& mesh, const Patch& patch) {
  return "face " + grid::text_of(patch.face) + " of block \"" +
         mesh.blocks.block(patch.block).name + "\", cells " + grid::text_of(patch.cells) +
         " of z, y, x";
}

/// What is wrong with a patch, by those before it.
std::string faults_of(const Mesh& mesh, std::size_t number) {
  const Patch& patch = mesh.patches[number];
  std::string faults;
  if (patch.cells.empty() || !layer_at(mesh, patch.block, patch.face).contains(patch.cells))
    faults += text_of(mesh, patch) + ", of the family \"" + patch.family +
              "\": these cells are no part of the face\n";
  const auto shared = [&](const grid::Box& other) -> std::string {
    const grid::Box both = intersection(patch.cells, other);
    if (both.empty()) return "";
    return text_of(mesh, {patch.block, patch.face, both}) + ": belongs to the family \"" +
           patch.family + "\" and ";
  };
  for (std::size_t n = 0; n < number; ++n) {
    const Patch& other = mesh.patches[n];
    if (other.block != patch.block || other.face != patch.face) continue;
    if (const std::string text = shared(other.cells); !text.empty())
      faults += text + "to \"" + other.family + "\": one must go\n";
  }
  for (const grid::Connection& c : mesh.blocks.at(patch.block, patch.face))
    if (const std::string text = shared(c.patch); !text.empty())
      faults +=
          text + "is connected to block \"" + mesh.blocks.block(c.donor).name + "\": one must go\n";
  return faults;
}

}  // namespace

std::vector<std::string> Mesh::family_names() const {
  std::vector<std::string> names;
  for (const Patch& patch : patches)
    if (is_crossed(*this, patch.face) &&
        std::find(names.begin(), names.end(), patch.family) == names.end())
      names.push_back(patch.family);
  return names;
}

std::vector<Patch> faces_without_condition(const Mesh& mesh) {
  std::vector<Patch> bare;
  for_each_face(mesh, [&](int block, grid::Face face) {
    std::vector<grid::Box> covered;
    for (const grid::Connection& c : mesh.blocks.at(block, face)) covered.push_back(c.patch);
    for (const Patch& patch : mesh.patches)
      if (patch.block == block && patch.face == face) covered.push_back(patch.cells);
    for (const grid::Box& rest : difference(layer_at(mesh, block, face), covered))
      bare.push_back({block, face, rest});
  });
  return bare;
}

void require_conditions(const Mesh& mesh) {
  std::string faults;
  for (const Patch& bare : faces_without_condition(mesh))
    faults += text_of(mesh, bare) +
              ": has no family that could have a condition, and is connected to nothing\n";
  for (std::size_t n = 0; n < mesh.patches.size(); ++n)
    if (is_crossed(mesh, mesh.patches[n].face)) faults += faults_of(mesh, n);
  if (!faults.empty()) throw InputError(faults + "Nothing was run.");
}

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
