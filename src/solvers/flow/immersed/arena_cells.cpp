// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/immersed/arena_cells.hpp"

#include <algorithm>
#include <optional>

#include "grid/walk.hpp"
#include "solvers/flow/mesh/metrics.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

namespace {

/// One cell on, and how far what lies there is from where it is seen.
bool step_on(const MeshLevel& mesh, int axis, int sign, grid::Standing& at, Vector& shift) {
  const int own_axis = at.map.axis[index(axis)];
  const bool own_upper = (at.map.sign[index(axis)] > 0) == (sign > 0);
  const auto next = grid::onwards(mesh.blocks, at, axis, sign);
  if (!next) return false;
  if (next->block != at.block || next->map != at.map) {
    grid::Cell own_face = at.cell, their_face = next->cell;
    own_face[index(own_axis)] += own_upper;
    const int their_axis = next->map.axis[index(axis)];
    const bool their_upper = (next->map.sign[index(axis)] > 0) != (sign > 0);
    their_face[index(their_axis)] += their_upper;
    shift = geometry::plus(shift, face_centre(mesh, at.block, own_axis, own_face));
    shift = geometry::plus(shift, face_centre(mesh, next->block, their_axis, their_face), -1);
  }
  at = *next;
  return true;
}

/// To where a cell of the first block's index space stands, and its shift; none at a boundary.
std::optional<std::pair<grid::Standing, Vector>> walked(const MeshLevel& mesh,
                                                        const grid::Standing& begin,
                                                        const grid::Cell& to,
                                                        const std::array<int, 3>& order) {
  std::pair<grid::Standing, Vector> way{begin, {}};
  for (const int axis : order) {
    const int steps = to[index(axis)] - begin.cell[index(axis)];
    for (int n = 0; n < std::abs(steps); ++n)
      if (!step_on(mesh, axis, steps > 0 ? 1 : -1, way.first, way.second)) return {};
  }
  return way;
}

}  // namespace

ArenaCells::ArenaCells(const MeshLevel& mesh, const grid::BlockArena& arena)
    : mesh_(mesh), cells_(static_cast<std::size_t>(arena.size())) {
  const int layers = arena.layers(), across_z = mesh.mesh->is_flat ? 0 : layers;
  for (const grid::BlockPlace& place : arena.places())
    grid::for_each_cell(
        {{-across_z, -layers, -layers},
         {place.cells[0] + across_z, place.cells[1] + layers, place.cells[2] + layers}},
        [&](const grid::Cell& c) {
          follow(place, c, cells_[static_cast<std::size_t>(place.at(c[0], c[1], c[2]))]);
        });
}

/// From the nearest cell of the block, along one axis after the other, in any order. Where orders
/// lead to different cells, at singular edges, there is none.
void ArenaCells::follow(const grid::BlockPlace& place, const grid::Cell& c, ArenaCell& to) {
  grid::Standing begin{place.block, c, {}};
  for (std::size_t d = 0; d < 3; ++d) begin.cell[d] = std::clamp(c[d], 0, place.cells[d] - 1);
  std::optional<grid::Standing> found;
  Vector shift{};
  std::array<int, 3> order{0, 1, 2};
  do {
    const auto way = walked(mesh_, begin, c, order);
    if (!way) continue;
    if (found && !found->is_at(way->first)) return;
    found = way->first;
    shift = way->second;
  } while (begin.cell != c && std::next_permutation(order.begin(), order.end()));
  if (found) to = {found->block, found->cell, cell_centre(mesh_, found->block, found->cell), shift};
}

std::array<Vector, 3> ArenaCells::edges(std::int64_t n) const {
  const ArenaCell& of = (*this)[n];
  std::array<Vector, 3> edges{};
  for (int axis = mesh_.mesh->first_axis(); axis < 3; ++axis) {
    grid::Cell upper = of.cell;
    ++upper[index(axis)];
    edges[index(axis)] = geometry::plus(face_centre(mesh_, of.block, axis, upper),
                                        face_centre(mesh_, of.block, axis, of.cell), -1);
  }
  return edges;
}

double ArenaCells::volume(std::int64_t n) const {
  return cell_volume(mesh_, (*this)[n].block, (*this)[n].cell);
}

}  // namespace thalweg::flow
