// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/one_sided.hpp"

#include "grid/walk.hpp"

namespace thalweg::flow {

using grid::index, grid::onwards, grid::Standing;

namespace {

/// Whether the cells beside a face follow each other beyond its end as they do at the face, or none
/// does on either side.
/// a, b: the cells beside the face; `across` leads from a to b along an axis, `along` to its end.
struct End {
  int across, sense_across, along, sense_along;

  bool is_even(const grid::BlockGrid& grid, const Standing& a, const Standing& b) const {
    const auto beyond_a = onwards(grid, a, along, sense_along),
               beyond_b = onwards(grid, b, along, sense_along);
    if (!beyond_a || !beyond_b) return !beyond_a && !beyond_b;
    const auto to_b = onwards(grid, *beyond_a, across, sense_across),
               to_a = onwards(grid, *beyond_b, across, -sense_across);
    return to_b && to_a && to_b->is_at(*beyond_b) && to_a->is_at(*beyond_a);
  }
};

class OneSidedFinder {
 public:
  OneSidedFinder(const MeshLevel& mesh, const grid::BlockArena& arena, int place)
      : mesh_(mesh), place_(arena.places()[index(place)]), number_(place) {}

  int block() const { return place_.block; }
  void append(const grid::Connection& c, std::vector<OneSidedFace>& faces) const {
    grid::for_each_cell(c.patch, [&](const grid::Cell& cell) {
      OneSidedFace face = face_of(c, cell);
      bool is_one_sided = false;
      for (int side = 0; side < 2; ++side) {
        const int along = (c.face.axis + 1 + side) % 3;
        if (along < mesh_.mesh->first_axis()) continue;
        for (const int sense : {-1, 1}) {
          if (goes_on(c, cell, along, sense) || is_even(c, cell, along, sense)) continue;
          (sense > 0 ? face.above : face.below)[side] = 0;
          is_one_sided = true;
        }
      }
      if (is_one_sided) faces.push_back(face);
    });
  }

 private:
  /// Most do: the connection has the next cell, too.
  static bool goes_on(const grid::Connection& c, const grid::Cell& cell, int along, int sense) {
    const int next = cell[index(along)] + sense;
    return next >= c.patch.lower[index(along)] && next < c.patch.upper[index(along)];
  }
  bool is_even(const grid::Connection& c, const grid::Cell& cell, int along, int sense) const {
    const int out = c.face.upper ? 1 : -1;
    const Standing here{place_.block, cell};
    return End{c.face.axis, out, along, sense}.is_even(
        mesh_.blocks, here, *onwards(mesh_.blocks, here, c.face.axis, out));
  }
  OneSidedFace face_of(const grid::Connection& c, const grid::Cell& cell) const {
    const std::int64_t strides[3] = {place_.stride[0], place_.stride[1], 1};
    OneSidedFace face;
    face.axis = c.face.axis;
    face.is_upper = c.face.upper;
    face.step = strides[c.face.axis];
    face.place = number_;
    for (std::size_t d = 0; d < 3; ++d) face.at[d] = cell[d];
    face.at[c.face.axis] += c.face.upper;
    face.cell = place_.at(face.at[0], face.at[1], face.at[2]);
    for (int side = 0; side < 2; ++side)
      face.above[side] = face.below[side] = strides[(c.face.axis + 1 + side) % 3];
    return face;
  }

  const MeshLevel& mesh_;
  const grid::BlockPlace& place_;
  int number_;
};

}  // namespace

std::vector<OneSidedFace> one_sided_faces(const MeshLevel& mesh, const grid::BlockArena& arena) {
  std::vector<OneSidedFace> faces;
  for (int place = 0; place < static_cast<int>(arena.places().size()); ++place) {
    const OneSidedFinder finder(mesh, arena, place);
    for (int axis = mesh.mesh->first_axis(); axis < 3; ++axis)
      for (const bool upper : {false, true})
        for (const grid::Connection& c : mesh.blocks.at(finder.block(), {axis, upper}))
          finder.append(c, faces);
  }
  return faces;
}

}  // namespace thalweg::flow
