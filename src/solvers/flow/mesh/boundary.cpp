// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/boundary.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

namespace {

bool is_in(const grid::Box& box, const grid::Cell& cell) {
  for (std::size_t d = 0; d < 3; ++d)
    if (cell[d] < box.lower[d] || cell[d] >= box.upper[d]) return false;
  return true;
}

/// The boundary faces of one block.
class BlockFaces {
 public:
  BlockFaces(const MeshLevel& mesh, const grid::BlockPlace& place, const grid::Ghosts& ghosts)
      : mesh_(mesh), place_(place), cells_(mesh.blocks.cells(place.block)) {
    for (const grid::GhostBox& box : ghosts.filled)
      if (box.block == place.block) filled_.push_back(box.ghosts);
    for (const grid::BlockBox& box : ghosts.open)
      if (box.block == place.block) open_.push_back(box.cells);
  }

  template <class Profiles>
  void append(const Patch& patch, const Boundary& boundary, int number, const Profiles& profile_of,
              std::vector<BoundaryFace>& faces) const {
    grid::for_each_cell(with_ghosts(patch), [&](const grid::Cell& cell) {
      if (!has_face(patch.face, cell)) return;
      faces.push_back(face_of(patch.face, cell, boundary, profile_of));
      faces.back().boundary = number;
    });
  }

 private:
  /// What of a patch the block has, and what lies beside it; it goes on beyond the whole block.
  grid::Box with_ghosts(const Patch& patch) const {
    constexpr int layers = 2;
    grid::Box reach = cells_, stretched = patch.cells;
    for (std::size_t d = 0; d < 3; ++d) {
      if (index(patch.face.axis) == d) continue;
      reach.lower[d] -= layers, reach.upper[d] += layers;
      const int begin = -mesh_.blocks.block(place_.block).first[d];
      if (patch.cells.lower[d] == begin) stretched.lower[d] -= layers;
      if (patch.cells.upper[d] == begin + mesh_.cells_of_whole(place_.block, d))
        stretched.upper[d] += layers;
    }
    return intersection(reach, stretched);
  }
  bool has_face(grid::Face face, const grid::Cell& cell) const {
    grid::Cell outside = cell;
    outside[index(face.axis)] += face.upper ? 1 : -1;
    const auto holds = [](const std::vector<grid::Box>& boxes, const grid::Cell& c) {
      return std::any_of(boxes.begin(), boxes.end(),
                         [&](const grid::Box& box) { return is_in(box, c); });
    };
    return (is_in(cells_, cell) || holds(filled_, cell)) && holds(open_, outside);
  }

  /// The face itself, or, beyond the whole block, the nearest that there is.
  grid::Cell nearest(const grid::Cell& cell) const {
    grid::Cell next = cell;
    for (std::size_t d = 0; d < 3; ++d) ++next[d];
    if (mesh_.has_vertex(place_.block, cell) && mesh_.has_vertex(place_.block, next)) return cell;
    grid::Cell inside = cell;
    for (std::size_t d = 0; d < 3; ++d)
      inside[d] = std::clamp(cell[d], cells_.lower[d], cells_.upper[d] - 1);
    return inside;
  }

  template <class Profiles>
  BoundaryFace face_of(grid::Face face, const grid::Cell& cell, const Boundary& boundary,
                       const Profiles& profile_of) const {
    const std::int64_t strides[3] = {place_.stride[0], place_.stride[1], 1};
    BoundaryFace f;
    f.cell = place_.at(cell[0], cell[1], cell[2]);
    f.inwards = (face.upper ? -1 : 1) * strides[face.axis];
    for (int side = 0; side < 2; ++side) f.along[side] = strides[(face.axis + 1 + side) % 3];
    f.face = f.cell + (face.upper ? strides[face.axis] : 0);
    f.axis = face.axis;
    f.is_upper = face.upper;
    f.is_of_ghost = !is_in(cells_, cell);
    const grid::Block& of = mesh_.blocks.block(place_.block);
    f.whole = of.whole;
    for (std::size_t d = 0; d < 3; ++d) f.whole_cell[d] = of.first[d] + cell[d];
    f.condition = boundary.condition;
    f.pressure = boundary.pressure;
    grid::Cell at = nearest(cell);
    at[index(face.axis)] += face.upper;
    const Vector area = face_area(mesh_, place_.block, face.axis, at);
    const Vector centre = face_centre(mesh_, place_.block, face.axis, at);
    const Vector velocity = velocity_at(centre, boundary, profile_of);
    for (std::size_t n = 0; n < 3; ++n) {
      f.centre[n] = centre[n];
      f.area[n] = face.upper ? area[n] : -area[n];
      f.velocity[n] = velocity[n];
    }
    return f;
  }

  template <class Profiles>
  static Vector velocity_at(const Vector& place, const Boundary& boundary,
                            const Profiles& profile_of) {
    if (boundary.profile == Profile::table) return boundary.table.at(place);
    const double factor =
        boundary.profile == Profile::uniform ? 1 : profile_of(boundary.family).factor(place);
    return geometry::plus({}, boundary.velocity, factor);
  }

  const MeshLevel& mesh_;
  const grid::BlockPlace& place_;
  grid::Box cells_;
  std::vector<grid::Box> filled_, open_;
};

}  // namespace

std::vector<BoundaryFace> boundary_faces(const MeshLevel& mesh, const grid::BlockArena& arena,
                                         const grid::Ghosts& ghosts,
                                         const std::vector<Boundary>& boundaries) {
  std::vector<ParabolicProfile> profiles;
  for (const Boundary& boundary : boundaries) profiles.emplace_back(*mesh.mesh, boundary.family);
  const auto number_of = [&](const std::string& family) {
    const auto at = std::find_if(boundaries.begin(), boundaries.end(),
                                 [&](const Boundary& b) { return b.family == family; });
    TW_CHECK(at != boundaries.end(), "the family '" + family + "' has no condition");
    return static_cast<std::size_t>(at - boundaries.begin());
  };
  const auto profile_of = [&](const std::string& family) -> const ParabolicProfile& {
    return profiles[number_of(family)];
  };
  std::vector<BoundaryFace> faces;
  for (const grid::BlockPlace& place : arena.places()) {
    const BlockFaces of_block(mesh, place, ghosts);
    for (const Patch& patch : mesh.patches(place.block)) {
      const std::size_t n = number_of(patch.family);
      of_block.append(patch, boundaries[n], static_cast<int>(n), profile_of, faces);
    }
  }
  return faces;
}

}  // namespace thalweg::flow
