// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/boundary/sector.hpp"

#include "solvers/flow/mesh/rigid_motion.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

/// The ghosts of a box, and how what the donor has is turned back.
TurnedGhosts turned_ghosts(const Mesh& mesh, const grid::GhostBox& box, std::size_t place) {
  TurnedGhosts ghosts;
  ghosts.place = static_cast<int>(place);
  for (std::size_t d = 0; d < 3; ++d) {
    ghosts.lower[d] = box.ghosts.lower[d];
    geometry::Vector along{};
    along[d] = 1;
    const geometry::Vector back = turned(along, mesh.turn_axis, -box.turn);
    for (std::size_t n = 0; n < 3; ++n) ghosts.rotation[n][d] = back[n];
  }
  return ghosts;
}

}  // namespace

std::optional<Sector> Sector::of(const Mesh& mesh, const grid::Ghosts& ghosts,
                                 const grid::BlockArena& arena) {
  if (!mesh.is_sector()) return std::nullopt;
  std::vector<exec::Box3> boxes;
  std::vector<TurnedGhosts> turned;
  for (const grid::GhostBox& box : ghosts.filled)
    for (std::size_t n = 0; n < arena.places().size(); ++n) {
      if (box.turn == 0 || arena.places()[n].block != box.block) continue;
      turned.push_back(turned_ghosts(mesh, box, n));
      boxes.push_back(
          {{0, 0, 0}, {box.ghosts.extent(0), box.ghosts.extent(1), box.ghosts.extent(2)}});
    }
  return Sector(boxes, turned);
}

}  // namespace thalweg::flow::inline TW_HALF
