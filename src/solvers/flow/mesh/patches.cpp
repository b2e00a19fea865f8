// SPDX-License-Identifier: Apache-2.0
// Which faces have a condition.
#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "solvers/flow/mesh/mesh.hpp"

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

}  // namespace thalweg::flow
