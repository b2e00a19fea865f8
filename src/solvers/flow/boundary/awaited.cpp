// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/boundary/awaited.hpp"

#include <algorithm>

namespace thalweg::flow {

using grid::index;

AwaitedGhosts awaited_ghosts(const grid::Ghosts& ghosts, const std::vector<int>& owners,
                             const grid::BlockArena& arena, int rank) {
  std::vector<int> number(owners.size(), -1);
  for (std::size_t n = 0; n < arena.places().size(); ++n)
    number[index(arena.places()[n].block)] = static_cast<int>(n);
  AwaitedGhosts awaited(arena.places().size());
  for (const grid::GhostBox& box : ghosts.filled)
    if (owners[index(box.block)] == rank && owners[index(box.donor)] != rank)
      awaited[index(number[index(box.block)])].push_back(box.ghosts);
  return awaited;
}

bool reaches(const grid::Box& cells, int reach, const std::vector<grid::Box>& awaited) {
  grid::Box wide = cells;
  for (std::size_t d = 0; d < 3; ++d) {
    wide.lower[d] -= reach;
    wide.upper[d] += reach;
  }
  return std::any_of(awaited.begin(), awaited.end(), [&](const grid::Box& ghosts) {
    return !grid::intersection(wide, ghosts).empty();
  });
}

AwaitingCells awaiting_cells(const grid::BlockArena& arena, const AwaitedGhosts& awaited) {
  AwaitingCells parts;
  for (std::size_t n = 0; n < arena.places().size(); ++n) {
    const grid::BlockPlace& place = arena.places()[n];
    const grid::Box all{{}, {place.cells[0], place.cells[1], place.cells[2]}};
    grid::Box inner = all;
    for (std::size_t d = 0; d < 3; ++d)
      for (const bool upper : {false, true}) {
        grid::Box beyond = all;
        beyond.lower[d] = upper ? all.upper[d] : -1;
        beyond.upper[d] = beyond.lower[d] + 1;
        if (!reaches(beyond, 0, awaited[n])) continue;
        upper ? --inner.upper[d] : ++inner.lower[d];
      }
    if (inner.empty()) inner = {};
    parts.inner.push_back(inner);
    for (const grid::Box& outer : grid::difference(all, inner)) {
      parts.outer.push_back(outer);
      parts.outer_places.push_back(place);
    }
  }
  return parts;
}

int awaiting_last(std::vector<BoundaryFace>& faces, const grid::BlockArena& arena,
                  const AwaitedGhosts& awaited) {
  std::vector<bool> is_awaited(static_cast<std::size_t>(arena.size()));
  for (std::size_t n = 0; n < awaited.size(); ++n)
    for (const grid::Box& ghosts : awaited[n])
      grid::for_each_cell(ghosts, [&](const grid::Cell& c) {
        const std::int64_t cell = arena.places()[n].at(c[0], c[1], c[2]);
        is_awaited[static_cast<std::size_t>(cell)] = true;
      });
  const auto others =
      std::stable_partition(faces.begin(), faces.end(), [&](const BoundaryFace& face) {
        return !is_awaited[static_cast<std::size_t>(face.cell)];
      });
  return static_cast<int>(others - faces.begin());
}

}  // namespace thalweg::flow
