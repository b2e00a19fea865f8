// SPDX-License-Identifier: Apache-2.0
// A box of points that the ranks share, with what a naive exchange of its ghosts would deliver.
#pragma once

#include <array>
#include <cstring>
#include <type_traits>
#include <vector>

#include "transport/comm/communicator.hpp"
#include "transport/movements/halo_links.hpp"

namespace thalweg::transport::testing {

/// Seven bytes: an element type without alignment and of odd size.
struct Odd {
  std::array<unsigned char, 7> bytes;
};

template <class T>
T value_of(std::int64_t number) {
  T value{};
  if constexpr (std::is_arithmetic_v<T>)
    value = static_cast<T>(number % 100003);
  else
    std::memcpy(&value, &number, std::min(sizeof(value), sizeof(number)));
  return value;
}
template <class T>
bool same(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

struct SlabLinks {
  std::vector<HaloLink> sends, receives;
};

/// A rank's part of a periodic box, cut into uneven slabs along x, y or z, with ghost layers on all
/// sides: faces, edges and corners, from other ranks and from this rank itself.
class Slab {
 public:
  Slab(int rank, int ranks, int axis, int ghost, std::array<int, 3> inner)
      : rank_(rank), ranks_(ranks), axis_(axis), ghost_(ghost), inner_(inner), global_(inner) {
    const auto a = static_cast<std::size_t>(axis);
    // Rank r has one layer more where it is odd.
    inner_[a] += rank % 2;
    global_[a] = 0;
    for (int r = 0; r < ranks; ++r) {
      if (r < rank) first_[a] += inner[a] + r % 2;
      global_[a] += inner[a] + r % 2;
    }
    for (std::size_t d = 0; d < 3; ++d) extent_[d] = inner_[d] + 2 * ghost;
  }

  std::int64_t size() const {
    return static_cast<std::int64_t>(extent_[0]) * extent_[1] * extent_[2];
  }
  std::int64_t global_size() const {
    return static_cast<std::int64_t>(global_[0]) * global_[1] * global_[2];
  }
  const std::array<int, 3>& extent() const { return extent_; }

  /// visit(local number, global number of the point it stands for, whether it is no ghost).
  template <class Visit>
  void for_each(Visit visit) const {
    std::int64_t i = 0;
    for (int z = 0; z < extent_[0]; ++z)
      for (int y = 0; y < extent_[1]; ++y)
        for (int x = 0; x < extent_[2]; ++x, ++i) {
          const int local[3] = {z, y, x};
          std::int64_t number = 0;
          bool inner = true;
          for (std::size_t d = 0; d < 3; ++d) {
            const int g = (first_[d] + local[d] - ghost_ + 4 * global_[d]) % global_[d];
            number = number * global_[d] + g;
            inner = inner && local[d] >= ghost_ && local[d] < ghost_ + inner_[d];
          }
          visit(i, number, inner);
        }
  }

  /// 26 directions, each to the rank that owns the points there.
  SlabLinks links() const {
    SlabLinks links;
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (dz != 0 || dy != 0 || dx != 0) add_links({dz, dy, dx}, links);
    return links;
  }

  template <class T>
  std::vector<T> values(std::int64_t salt) const {
    std::vector<T> field(static_cast<std::size_t>(size()));
    for_each([&](std::int64_t i, std::int64_t number, bool inner) {
      field[static_cast<std::size_t>(i)] = value_of<T>(inner ? number * 3 + salt : -1);
    });
    return field;
  }
  /// Points that do not hold what values() has at the point they stand for.
  template <class T>
  std::int64_t wrong(const std::vector<T>& field, std::int64_t salt) const {
    std::int64_t wrong = 0;
    for_each([&](std::int64_t i, std::int64_t number, bool) {
      wrong += !same(field[static_cast<std::size_t>(i)], value_of<T>(number * 3 + salt));
    });
    return wrong;
  }

 private:
  void add_links(const std::array<int, 3>& d, SlabLinks& links) const {
    const int along = d[static_cast<std::size_t>(axis_)];
    int send_lo[3], send_hi[3], take_lo[3], take_hi[3], extent[3];
    for (std::size_t i = 0; i < 3; ++i) {
      const int g = ghost_, n = inner_[i];
      extent[i] = extent_[i];
      send_lo[i] = d[i] > 0 ? n : g;
      send_hi[i] = d[i] < 0 ? 2 * g : n + g;
      take_lo[i] = d[i] > 0 ? 0 : d[i] < 0 ? n + g : g;
      take_hi[i] = d[i] > 0 ? g : d[i] < 0 ? n + 2 * g : n + g;
    }
    links.sends.push_back(
        {(rank_ + along + ranks_) % ranks_, points_of_box(extent, send_lo, send_hi)});
    links.receives.push_back(
        {(rank_ - along + ranks_) % ranks_, points_of_box(extent, take_lo, take_hi)});
  }

  int rank_, ranks_, axis_, ghost_;
  std::array<int, 3> inner_, extent_{}, first_{}, global_;
};

}  // namespace thalweg::transport::testing
