// SPDX-License-Identifier: Apache-2.0
// Which points a halo moves between whom, and where they lie in packed messages. Everything here
// takes time linear in the points.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/space.hpp"

namespace thalweg::transport {

/// Points of a field, as linear indices into its array, that go to or come from one rank. Both
/// sides list them in the same order.
struct HaloLink {
  int peer = 0;
  std::vector<std::int64_t> points;
};

/// The linear indices of a box [lower, upper) in an array of extents (z, y, x), x fastest.
std::vector<std::int64_t> points_of_box(const int (&extent)[3], const int (&lower)[3],
                                        const int (&upper)[3]);

/// The points of one peer: [begin, begin + count) of HaloSide::points. A message of n fields begins
/// at n * begin in the packed buffer and holds field after field, count values each.
struct HaloSlot {
  int peer = 0;
  std::int64_t begin = 0, count = 0;
};

/// One side of a halo: peers ascending, each one's links behind each other; last what this rank
/// sends to itself, which is no message.
struct HaloSide {
  std::vector<std::int64_t> points;
  std::vector<HaloSlot> slots;  // of other ranks
  HaloSlot own;
};

struct HaloLayout {
  HaloSide sends, receives;
};

/// Throws UsageError if a point is negative, a ghost point is filled twice, or this rank's links to
/// itself do not match.
HaloLayout lay_out_halo(int me, const std::vector<HaloLink>& sends,
                        const std::vector<HaloLink>& receives);

/// Up to tile_points points of one slot: what a block of threads works on at a time.
struct HaloTile {
  std::int64_t base = 0;   // of the indices of its points, which are this plus an offset
  std::int64_t first = 0;  // place of its first point among the side's points
  HaloSlot slot;
  int length = 0;
};
inline constexpr int tile_points = 128;

/// A side's points with 32-bit offsets, because packing reads one for each value: first the tiles
/// of messages, then those of this rank's own slot.
struct HaloTiles {
  std::vector<HaloTile> tiles;
  std::vector<std::int32_t> offsets;
  int message_tiles = 0;
};
HaloTiles tiles_of(const HaloSide& side);

/// Points that follow each other.
struct PointRun {
  std::int64_t first = 0, length = 0;
};
std::vector<PointRun> runs_of(const HaloSide& side, const HaloSlot& slot);

/// One ghost value that is added to its owner: by number of the slot (own: the last) and its place
/// there.
struct HaloPart {
  std::int32_t slot = 0, place = 0;
};

/// Which parts are added to each point that this rank sends, in the order in which they are added:
/// by rank, this rank's own last, then by place. Parts of point t: [begins[t], begins[t + 1]).
struct HaloSums {
  std::vector<std::int64_t> points, begins;
  std::vector<HaloPart> parts;
};
HaloSums sums_of(const HaloSide& sends);

/// The numbers 0 .. keys.size()-1 sorted by their key (>= 0), equal keys in ascending order.
/// Throws UsageError for 2^31 keys or more.
std::vector<std::int32_t> sorted_by_key(const std::vector<std::int64_t>& keys);

}  // namespace thalweg::transport
