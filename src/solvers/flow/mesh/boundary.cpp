// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/boundary.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/error.hpp"
#include "solvers/flow/mesh/line_widths.hpp"
#include "solvers/flow/mesh/metrics.hpp"
#include "solvers/flow/mesh/rigid_motion.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

Vector velocity_at(const Boundary& boundary, const ParabolicProfile& profile, const Vector& place) {
  if (boundary.profile == Profile::table) return boundary.table.at(place);
  const double factor = boundary.profile == Profile::uniform ? 1 : profile.factor(place);
  return geometry::plus({}, boundary.velocity, factor);
}

namespace {

/// The conditions by the names of families.
class ConditionsByFamily {
 public:
  ConditionsByFamily(const MeshLevel& mesh, const std::vector<Boundary>& boundaries)
      : boundaries_(boundaries) {
    for (const Boundary& boundary : boundaries) profiles_.emplace_back(*mesh.mesh, boundary.family);
  }
  /// Sets what holds at a face of a family.
  void set(BoundaryFace& face, const std::string& family, const Vector& place) const {
    const auto at = std::find_if(boundaries_.begin(), boundaries_.end(),
                                 [&](const Boundary& b) { return b.family == family; });
    TW_CHECK(at != boundaries_.end(), "the family '" + family + "' has no condition");
    face.boundary = static_cast<int>(at - boundaries_.begin());
    face.condition = at->condition;
    face.pressure = at->pressure;
    face.has_law = at->has_law;
    const Vector velocity = velocity_at(*at, profiles_[index(face.boundary)], place);
    for (std::size_t n = 0; n < 3; ++n) {
      face.centre[n] = place[n];
      face.velocity[n] = velocity[n];
    }
  }

 private:
  const std::vector<Boundary>& boundaries_;
  std::vector<ParabolicProfile> profiles_;
};

/// A face of a cell of any block of the level.
struct CellFace {
  int block;
  grid::Cell cell;
  grid::Face face;
};

/// Patches by block, made when they are first asked for.
class PatchesByBlock {
 public:
  explicit PatchesByBlock(const MeshLevel& mesh) : mesh_(mesh) {}
  const std::vector<Patch>& of(int block) {
    const auto at = found_.find(block);
    return at != found_.end() ? at->second
                              : found_.emplace(block, mesh_.patches(block)).first->second;
  }

 private:
  const MeshLevel& mesh_;
  std::map<int, std::vector<Patch>> found_;
};

/// The boundary faces of one block, and those of the ghosts beside its faces.
class BlockFaces {
 public:
  BlockFaces(const MeshLevel& mesh, const grid::BlockPlace& place,
             const ConditionsByFamily& conditions, PatchesByBlock& patches)
      : mesh_(mesh), place_(place), conditions_(conditions), patches_(patches) {}

  void append_own(std::vector<BoundaryFace>& faces) const {
    for (const Patch& patch : patches_.of(place_.block))
      grid::for_each_cell(
          intersection(patch.cells, mesh_.blocks.cells(place_.block)), [&](const grid::Cell& cell) {
            faces.push_back(face_of(cell, patch.face, {place_.block, cell, patch.face}, patch));
          });
  }

  /// Beyond an edge of the block where a neighbour's cell, which is a ghost here, has a face at a
  /// boundary.
  void append_of_ghosts(const grid::Ghosts& ghosts, std::vector<BoundaryFace>& faces) const {
    for (const grid::BlockBox& open : ghosts.open)
      if (open.block == place_.block && axes_outside(open.cells.lower) == 2)
        grid::for_each_cell(open.cells, [&](const grid::Cell& outside) {
          for (int axis = mesh_.mesh->first_axis(); axis < 3; ++axis)
            append_before(outside, axis, ghosts, faces);
        });
  }

 private:
  /// Along how many axes a cell lies outside of the block.
  int axes_outside(const grid::Cell& cell) const {
    int count = 0;
    for (int axis = 0; axis < 3; ++axis) count += sense_outside(cell, axis) != 0;
    return count;
  }
  int sense_outside(const grid::Cell& cell, int axis) const {
    const int at = cell[index(axis)];
    return at < 0 ? -1 : at >= place_.cells[axis] ? 1 : 0;
  }

  /// The face between a ghost that nothing leads to and the one before it along an axis, if that
  /// lies beside the block.
  void append_before(const grid::Cell& outside, int axis, const grid::Ghosts& ghosts,
                     std::vector<BoundaryFace>& faces) const {
    const int sense = sense_outside(outside, axis);
    grid::Cell cell = outside;
    cell[index(axis)] -= sense;
    if (sense == 0 || sense_outside(cell, axis) != 0) return;
    for (const grid::GhostBox& box : ghosts.filled) {
      if (box.block != place_.block || !box.ghosts.contains(cell)) continue;
      const int donor_axis = box.map.axis[index(axis)];
      const bool is_upper = sense * box.map.sign[index(axis)] > 0;
      const CellFace there{box.donor, box.map(cell), {donor_axis, is_upper}};
      for (const Patch& patch : patches_.of(box.donor))
        if (patch.face == there.face && patch.cells.contains(there.cell))
          faces.push_back(turned_back(face_of(cell, {axis, sense > 0}, there, patch), box.turn));
    }
  }

  /// In sectors: what a ghost's donor has, where it is seen from the block.
  BoundaryFace turned_back(BoundaryFace face, double turn) const {
    if (turn == 0) return face;
    const int axis = mesh_.mesh->turn_axis;
    const RigidMotion back{.angle = -turn, .axis = axis, .centre = mesh_.mesh->turn_centre};
    const Vector area = flow::turned(std::to_array(face.area), axis, -turn),
                 velocity = flow::turned(std::to_array(face.velocity), axis, -turn),
                 centre = back(std::to_array(face.centre));
    for (std::size_t n = 0; n < 3; ++n) {
      face.area[n] = area[n];
      face.velocity[n] = velocity[n];
      face.centre[n] = centre[n];
    }
    return face;
  }

  /// there: where its vertices are.
  BoundaryFace face_of(const grid::Cell& cell, grid::Face face, const CellFace& there,
                       const Patch& patch) const {
    const std::int64_t strides[3] = {place_.stride[0], place_.stride[1], 1};
    BoundaryFace f;
    f.cell = place_.at(cell[0], cell[1], cell[2]);
    f.inwards = (face.upper ? -1 : 1) * strides[face.axis];
    for (int side = 0; side < 2; ++side) f.along[side] = strides[(face.axis + 1 + side) % 3];
    f.axis = face.axis;
    f.is_upper = face.upper;
    f.is_of_ghost = axes_outside(cell) > 0;
    const grid::Block& of = mesh_.blocks.block(place_.block);
    f.whole = of.whole;
    for (std::size_t d = 0; d < 3; ++d) f.whole_cell[d] = of.first[d] + cell[d];
    grid::Cell at = there.cell;
    at[index(there.face.axis)] += there.face.upper;
    const Vector area = face_area(mesh_, there.block, there.face.axis, at);
    for (std::size_t n = 0; n < 3; ++n) f.area[n] = there.face.upper ? area[n] : -area[n];
    f.onwards = onwards(there);
    conditions_.set(f, patch.family, face_centre(mesh_, there.block, there.face.axis, at));
    return f;
  }

  /// Exactly a half where the cells are even.
  double onwards(const CellFace& there) const {
    const auto [axis, is_upper] = there.face;
    grid::Cell inside = there.cell;
    const int last = mesh_.blocks.block(there.block).cells[index(axis)] - 1;
    inside[index(axis)] = std::clamp(inside[index(axis)] + (is_upper ? -1 : 1), 0, last);
    const double own = cell_width(mesh_, there.block, axis, there.cell),
                 next = cell_width(mesh_, there.block, axis, inside);
    return is_as_wide(own, next) ? 0.5 : own / (own + next);
  }

  const MeshLevel& mesh_;
  const grid::BlockPlace& place_;
  const ConditionsByFamily& conditions_;
  PatchesByBlock& patches_;
};

}  // namespace

std::vector<BoundaryFace> boundary_faces(const MeshLevel& mesh, const grid::BlockArena& arena,
                                         const grid::Ghosts& ghosts,
                                         const std::vector<Boundary>& boundaries) {
  const ConditionsByFamily conditions(mesh, boundaries);
  PatchesByBlock patches(mesh);
  std::vector<BoundaryFace> faces;
  for (const grid::BlockPlace& place : arena.places()) {
    const BlockFaces of_block(mesh, place, conditions, patches);
    of_block.append_own(faces);
    of_block.append_of_ghosts(ghosts, faces);
  }
  return faces;
}

}  // namespace thalweg::flow
