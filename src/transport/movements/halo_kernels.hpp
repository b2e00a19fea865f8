// SPDX-License-Identifier: Apache-2.0
// The kernels of a halo. A tile of points of one field is one block of threads with a thread per
// value: neighbouring threads touch neighbouring places of the packed buffer, and of the field
// where its points follow each other.
#pragma once

#include "exec/tiles.hpp"
#include "transport/movements/halo_fields.hpp"
#include "transport/movements/halo_links.hpp"

namespace thalweg::transport::inline TW_HALF {

namespace halo {

/// Where the values of a field of a slot begin in a packed buffer of `count` fields.
template <class T>
TW_HD T* packed_at(T* buffer, const HaloSlot& slot, int field, int count) {
  return buffer + slot.begin * count + slot.count * field;
}

/// Copies points between fields and their packed form. Team tile: tile * fields + field, so that
/// the indices of a tile are still near when its next field comes.
template <class T, bool Pack>
struct MovePoints {
  const HaloTile* tiles;
  const std::int32_t* offsets;
  HaloFields<T> fields;
  T* buffer;

  TW_HD void operator()(const exec::Team& team) const {
    const int number = team.tile() / fields.count, field = team.tile() - number * fields.count;
    const HaloTile tile = tiles[number];
    T* at = fields.at[field] + tile.base;
    T* packed = packed_at(buffer, tile.slot, field, fields.count) + (tile.first - tile.slot.begin);
    const std::int32_t* offset = offsets + tile.first;
    team.for_each(tile.length, [=](int i) {
      if constexpr (Pack)
        packed[i] = at[offset[i]];
      else
        at[offset[i]] = packed[i];
    });
  }
};

/// Copies what this rank sends to itself from the points to their ghosts. Tiles as in MovePoints;
/// sources are the points in the order of the ghosts.
template <class T>
struct CopyOwnPoints {
  const HaloTile* tiles;
  const std::int32_t* offsets;
  const std::int64_t* sources;
  HaloFields<T> fields;

  TW_HD void operator()(const exec::Team& team) const {
    const int number = team.tile() / fields.count, field = team.tile() - number * fields.count;
    const HaloTile tile = tiles[number];
    T* ghosts = fields.at[field] + tile.base;
    const T* from = fields.at[field];
    const std::int32_t* offset = offsets + tile.first;
    const std::int64_t* source = sources + (tile.first - tile.slot.begin);
    team.for_each(tile.length, [=](int i) { ghosts[offset[i]] = from[source[i]]; });
  }
};

/// What the reverse exchange can add.
template <class T>
concept Addable = requires(T& sum, const T& part) {
  sum += part;
};

/// point += its parts, in the order of HaloSums. Team tile: field * tile_count + tile.
template <Addable T>
struct AddParts {
  const std::int64_t* points;
  const std::int64_t* begins;
  const HaloPart* parts;
  const HaloSlot* slots;
  int tile_count, point_count;
  HaloFields<T> fields;
  const T* buffer;

  TW_HD void operator()(const exec::Team& team) const {
    const int field = team.tile() / tile_count;
    const int first = (team.tile() - field * tile_count) * tile_points;
    const int left = point_count - first;
    const AddParts& self = *this;
    team.for_each(left < tile_points ? left : tile_points,
                  [&self, field, first](int i) { self.add(field, first + i); });
  }

 private:
  TW_HD void add(int field, int target) const {
    T& value = fields.at[field][points[target]];
    T sum = value;
    for (std::int64_t p = begins[target]; p < begins[target + 1]; ++p)
      sum += packed_at(buffer, slots[parts[p].slot], field, fields.count)[parts[p].place];
    value = sum;
  }
};

}  // namespace halo

}  // namespace thalweg::transport::inline TW_HALF
