// SPDX-License-Identifier: Apache-2.0
#include "grid/block_arena.hpp"

#include <utility>

#include "base/error.hpp"
#include "grid/block_links.hpp"

namespace thalweg::grid {

namespace {

/// Values: cell (k, j, 0) of every row begins a vector.
constexpr std::int64_t row_alignment = 8;

std::int64_t rounded_up(std::int64_t n, std::int64_t multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

}  // namespace

BlockArena::BlockArena(const BlockGrid& grid, const std::vector<int>& owners, int rank, int layers,
                       std::int64_t more)
    : number_(index(grid.size()), -1), more_(more), layers_(layers) {
  TW_CHECK(owners.size() == number_.size(), "one owner per block");
  constexpr std::int64_t alignment = 64;
  const std::int64_t before_row = rounded_up(layers, row_alignment);
  for (int block = 0; block < grid.size(); ++block) {
    if (owners[index(block)] != rank) continue;
    const Cell cells = grid.block(block).cells;
    BlockPlace place{block, {cells[0], cells[1], cells[2]}, 0, {0, 0}};
    place.stride[1] = rounded_up(cells[2] + 2 * layers, row_alignment);
    place.stride[0] = place.stride[1] * (cells[1] + 2 * layers);
    place.origin = size_ + before_row + layers * (place.stride[0] + place.stride[1]);
    const std::int64_t end = size_ + before_row + place.stride[0] * (cells[0] + 2 * layers);
    size_ = rounded_up(end, alignment);
    number_[index(block)] = static_cast<int>(places_.size());
    places_.push_back(place);
  }
}

const BlockPlace& BlockArena::place(int block) const {
  const bool own = 0 <= block && index(block) < number_.size() && number_[index(block)] >= 0;
  TW_CHECK(own, "block number " + std::to_string(block) + " is not this rank's");
  return places_[index(number_[index(block)])];
}

BlockLinks links_of(PointsOfRanks to, PointsOfRanks from) {
  BlockLinks links;
  for (auto& [peer, points] : to) links.sends.push_back({peer, std::move(points)});
  for (auto& [peer, points] : from) links.receives.push_back({peer, std::move(points)});
  return links;
}

BlockLinks links_of(const Ghosts& ghosts, const std::vector<int>& owners, const BlockArena& arena,
                    int rank) {
  PointsOfRanks to, from;  // both sides go through the same boxes
  for (const GhostBox& box : ghosts.filled) {
    const int source = owners[index(box.donor)], dest = owners[index(box.block)];
    if (source == rank) {
      const BlockPlace& place = arena.place(box.donor);
      auto& points = to[dest];
      for_each_cell(box.ghosts, [&](const Cell& ghost) {
        const Cell c = box.map(ghost);
        points.push_back(place.at(c[0], c[1], c[2]));
      });
    }
    if (dest == rank) {
      const BlockPlace& place = arena.place(box.block);
      auto& points = from[source];
      for_each_cell(box.ghosts,
                    [&](const Cell& c) { points.push_back(place.at(c[0], c[1], c[2])); });
    }
  }
  return links_of(std::move(to), std::move(from));
}

}  // namespace thalweg::grid
