// SPDX-License-Identifier: Apache-2.0
#include "transport/movements/halo_links.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>

#include "base/error.hpp"

namespace thalweg::transport {

std::vector<std::int64_t> points_of_box(const int (&extent)[3], const int (&lower)[3],
                                        const int (&upper)[3]) {
  std::vector<std::int64_t> points;
  for (std::int64_t z = lower[0]; z < upper[0]; ++z)
    for (std::int64_t y = lower[1]; y < upper[1]; ++y)
      for (std::int64_t x = lower[2]; x < upper[2]; ++x)
        points.push_back((z * extent[1] + y) * extent[2] + x);
  return points;
}

std::vector<std::int32_t> sorted_by_key(const std::vector<std::int64_t>& keys) {
  TW_CHECK(keys.size() < std::numeric_limits<std::int32_t>::max(), "a halo of 2^31 points or more");
  // A radix sort, digit by digit from the lowest.
  constexpr int bits = 11;
  constexpr std::int64_t digits = 1 << bits;
  std::vector<std::int32_t> order(keys.size()), sorted(keys.size());
  std::iota(order.begin(), order.end(), 0);
  const std::int64_t most = keys.empty() ? 0 : *std::max_element(keys.begin(), keys.end());
  for (int shift = 0; shift < 63 && (most >> shift) > 0; shift += bits) {
    const auto digit = [&](std::int32_t i) {
      return static_cast<std::size_t>((keys[static_cast<std::size_t>(i)] >> shift) & (digits - 1));
    };
    std::array<std::size_t, digits + 1> next{};
    for (const std::int32_t i : order) ++next[digit(i) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (const std::int32_t i : order) sorted[next[digit(i)]++] = i;
    order.swap(sorted);
  }
  return order;
}

namespace {

HaloSide side_of(int me, const std::vector<HaloLink>& links) {
  std::vector<const HaloLink*> list;
  for (const HaloLink& link : links)
    if (!link.points.empty()) list.push_back(&link);
  // This rank's own links last.
  const auto place = [me](const HaloLink* link) {
    return link->peer == me ? std::numeric_limits<int>::max() : link->peer;
  };
  std::stable_sort(list.begin(), list.end(),
                   [&](const HaloLink* a, const HaloLink* b) { return place(a) < place(b); });
  HaloSide side;
  for (const HaloLink* link : list) {
    const auto begin = static_cast<std::int64_t>(side.points.size());
    if (link->peer != me && (side.slots.empty() || side.slots.back().peer != link->peer))
      side.slots.push_back({link->peer, begin, 0});
    if (link->peer == me && side.own.count == 0) side.own = {me, begin, 0};
    HaloSlot& slot = link->peer == me ? side.own : side.slots.back();
    slot.count += static_cast<std::int64_t>(link->points.size());
    side.points.insert(side.points.end(), link->points.begin(), link->points.end());
  }
  if (side.own.count == 0) side.own = {me, static_cast<std::int64_t>(side.points.size()), 0};
  return side;
}

void check_points(const HaloSide& side, const char* which) {
  for (const std::int64_t point : side.points)
    TW_CHECK(point >= 0, std::string("a ") + which + " point of a halo has the negative index " +
                             std::to_string(point));
}

void check_filled_once(const HaloSide& receives) {
  const std::vector<std::int32_t> order = sorted_by_key(receives.points);
  const auto point = [&](std::size_t i) {
    return receives.points[static_cast<std::size_t>(order[i])];
  };
  for (std::size_t i = 1; i < order.size(); ++i)
    TW_CHECK(point(i) != point(i - 1),
             "the ghost point " + std::to_string(point(i)) + " of a halo would be filled twice");
}

}  // namespace

HaloLayout lay_out_halo(int me, const std::vector<HaloLink>& sends,
                        const std::vector<HaloLink>& receives) {
  HaloLayout layout{side_of(me, sends), side_of(me, receives)};
  check_points(layout.sends, "sent");
  check_points(layout.receives, "received");
  check_filled_once(layout.receives);
  TW_CHECK(layout.sends.own.count == layout.receives.own.count,
           "a rank's links to itself must have equally many points on both sides, not " +
               std::to_string(layout.sends.own.count) + " and " +
               std::to_string(layout.receives.own.count));
  return layout;
}

namespace {

/// Cuts the slot's points into tiles: at tile_points, and where an offset would pass 32 bits.
void add_tiles(const HaloSide& side, const HaloSlot& slot, HaloTiles& tiles) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  for (std::int64_t i = slot.begin; i < slot.begin + slot.count; ++i) {
    const std::int64_t point = side.points[static_cast<std::size_t>(i)];
    HaloTile* tile = tiles.tiles.empty() ? nullptr : &tiles.tiles.back();
    const bool fits = tile && tile->slot.begin == slot.begin && tile->length < tile_points &&
                      std::abs(point - tile->base) <= most;
    if (!fits) tile = &tiles.tiles.emplace_back(HaloTile{point, i, slot, 0});
    ++tile->length;
    tiles.offsets[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(point - tile->base);
  }
}

}  // namespace

HaloTiles tiles_of(const HaloSide& side) {
  HaloTiles tiles;
  tiles.offsets.resize(side.points.size());
  for (const HaloSlot& slot : side.slots) add_tiles(side, slot, tiles);
  // The end of a row of points and the beginning of the next lie side by side: tiles of opposite
  // faces, one behind the other, read their cache lines once.
  std::stable_sort(tiles.tiles.begin(), tiles.tiles.end(),
                   [](const HaloTile& a, const HaloTile& b) { return a.base < b.base; });
  tiles.message_tiles = static_cast<int>(tiles.tiles.size());
  add_tiles(side, side.own, tiles);
  return tiles;
}

std::vector<PointRun> runs_of(const HaloSide& side, const HaloSlot& slot) {
  std::vector<PointRun> runs;
  for (std::int64_t i = slot.begin; i < slot.begin + slot.count; ++i) {
    const std::int64_t point = side.points[static_cast<std::size_t>(i)];
    if (!runs.empty() && point == runs.back().first + runs.back().length)
      ++runs.back().length;
    else
      runs.push_back({point, 1});
  }
  return runs;
}

HaloSums sums_of(const HaloSide& sends) {
  std::vector<HaloPart> part_of(sends.points.size());
  const auto number = [&](const HaloSlot& slot, std::int32_t n) {
    for (std::int64_t i = 0; i < slot.count; ++i)
      part_of[static_cast<std::size_t>(slot.begin + i)] = {n, static_cast<std::int32_t>(i)};
  };
  std::int32_t n = 0;
  for (const HaloSlot& slot : sends.slots) number(slot, n++);
  number(sends.own, n);
  HaloSums sums;
  for (const std::int32_t i : sorted_by_key(sends.points)) {
    const std::int64_t point = sends.points[static_cast<std::size_t>(i)];
    if (sums.points.empty() || sums.points.back() != point) {
      sums.points.push_back(point);
      sums.begins.push_back(static_cast<std::int64_t>(sums.parts.size()));
    }
    sums.parts.push_back(part_of[static_cast<std::size_t>(i)]);
  }
  sums.begins.push_back(static_cast<std::int64_t>(sums.parts.size()));
  return sums;
}

}  // namespace thalweg::transport
