// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/level/gathering.hpp"

#include <utility>

#include "grid/block_links.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

std::vector<grid::BlockPlace> behind(const grid::BlockArena& arena,
                                     std::vector<grid::BlockPlace> places) {
  for (grid::BlockPlace& place : places) place.origin += arena.behind();
  return places;
}

void add_points(std::vector<std::int64_t>& points, const grid::Box& box,
                const grid::BlockPlace& place) {
  grid::for_each_cell(box,
                      [&](const grid::Cell& c) { points.push_back(place.at(c[0], c[1], c[2])); });
}

/// A block's cells and the ghosts beyond its faces.
std::vector<grid::Box> with_ghosts(const grid::Box& cells, int first_axis) {
  std::vector<grid::Box> boxes{cells};
  for (std::size_t d = grid::index(first_axis); d < 3; ++d) {
    grid::Box below = cells, above = cells;
    below.lower[d] = -waiting_ghosts;
    below.upper[d] = 0;
    above.lower[d] = cells.upper[d];
    above.upper[d] = cells.upper[d] + waiting_ghosts;
    boxes.push_back(below);
    boxes.push_back(above);
  }
  return boxes;
}

}  // namespace

std::vector<exec::Box3> boxes_of(const std::vector<grid::BlockPlace>& places) {
  std::vector<exec::Box3> boxes;
  for (const grid::BlockPlace& place : places)
    boxes.push_back({{0, 0, 0}, {place.cells[0], place.cells[1], place.cells[2]}});
  return boxes;
}

WaitingBlocks::WaitingBlocks(const grid::BlockGrid& blocks, const LevelOwners& owners,
                             const grid::BlockArena& arena, int rank)
    : host_places_(behind(arena, waiting_arena(blocks, owners, rank).places())),
      places_(exec::uploaded(host_places_)), cells_(boxes_of(host_places_)) {}

GatheringLinks gathering_links(const grid::BlockGrid& blocks, const LevelOwners& owners,
                               const WaitingBlocks& waiting, const grid::BlockArena& arena,
                               int rank, int first_axis) {
  grid::PointsOfRanks to_gather, gathered, to_hand_back, handed_back;
  auto next = waiting.host_places().begin();  // in ascending order of blocks
  for (int b = 0; b < blocks.size(); ++b) {
    const int own = owners.own[grid::index(b)], above = owners.above[grid::index(b)];
    const grid::Box cells = blocks.cells(b);
    const std::vector<grid::Box> all = with_ghosts(cells, first_axis);
    if (above == rank) {
      add_points(to_gather[own], cells, *next);
      for (const grid::Box& box : all) add_points(handed_back[own], box, *next);
      ++next;
    }
    if (own == rank) {
      add_points(gathered[above], cells, arena.place(b));
      for (const grid::Box& box : all) add_points(to_hand_back[above], box, arena.place(b));
    }
  }
  return {grid::links_of(std::move(to_gather), std::move(gathered)),
          grid::links_of(std::move(to_hand_back), std::move(handed_back))};
}

}  // namespace thalweg::flow::inline TW_HALF
