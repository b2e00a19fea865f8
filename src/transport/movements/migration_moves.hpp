// SPDX-License-Identifier: Apache-2.0
// What Migration and MigrationPlan do (migration.hpp).
#pragma once

#include <algorithm>
#include <numeric>

#include "transport/movements/migration.hpp"

namespace thalweg::transport::inline TW_HALF {

namespace migration {

/// How many items each rank gets.
inline std::vector<std::int64_t> counts_of(const std::vector<int>& owners, int ranks,
                                           const std::string& name) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ranks));
  for (std::size_t i = 0; i < owners.size(); ++i) {
    TW_CHECK(0 <= owners[i] && owners[i] < ranks,
             "item " + std::to_string(i) + " of the migration \"" + name + "\" goes to rank " +
                 std::to_string(owners[i]) + "; there are " + std::to_string(ranks));
    ++counts[static_cast<std::size_t>(owners[i])];
  }
  return counts;
}

/// Items by owner, each owner's in their order; those of rank `me` last.
inline std::vector<std::int32_t> sorted_by_owner(const std::vector<int>& owners,
                                                 const std::vector<std::int64_t>& counts, int me) {
  std::vector<std::size_t> next(counts.size());
  std::size_t first = 0;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    next[r] = first;
    if (static_cast<int>(r) != me) first += static_cast<std::size_t>(counts[r]);
  }
  next[static_cast<std::size_t>(me)] = first;
  std::vector<std::int32_t> order(owners.size());
  for (std::size_t i = 0; i < owners.size(); ++i)
    order[next[static_cast<std::size_t>(owners[i])]++] = static_cast<std::int32_t>(i);
  return order;
}

}  // namespace migration

inline void Migration::start(const exec::Exec& exec, exec::View<const int, 1> owners) {
  migration::State& s = *state_;
  const int me = s.messages.rank();
  const std::vector<int> list = exec::downloaded(exec, owners);
  const auto counts = migration::counts_of(list, s.messages.size(), s.messages.name());
  s.order = exec::uploaded(migration::sorted_by_owner(list, counts, me));
  s.items = static_cast<std::int64_t>(list.size());
  s.own = counts[static_cast<std::size_t>(me)];
  ++s.count;
  s.messages.start_count(counts);
}

inline MigrationPlan Migration::finish() {
  migration::State& s = *state_;
  s.messages.finish_count();
  const auto& taken = s.messages.taken();
  s.arriving = std::accumulate(taken.begin(), taken.end(), std::int64_t{0});
  s.lower = std::accumulate(taken.begin(), taken.begin() + s.messages.rank(), std::int64_t{0});
  return MigrationPlan(state_);
}

template <class T>
void MigrationPlan::gather(const exec::Exec& exec, const std::int32_t* order, std::int64_t items,
                           const T* from, T* to, int per_item) {
  constexpr int values_of_tile = 512;
  const int group = std::max(1, values_of_tile / per_item);
  const auto tiles = static_cast<int>((items + group - 1) / group);
  exec::parallel_tiles(
      exec, tiles, 0,
      migration::GatherItems<T>{order, from, to, static_cast<int>(items), group, per_item});
}

template <class T>
void MigrationPlan::move(const exec::Exec& exec, const T* from, T* to, int per_item) const {
  static_assert(std::is_trivially_copyable_v<T>);
  TW_CHECK(per_item >= 1, "items have one value or more");
  migration::State& s = state();
  const std::int64_t leaving = s.items - s.own, coming = s.arriving - s.own;
  const std::int64_t item = per_item * static_cast<std::int64_t>(sizeof(T));
  auto* const packed = reinterpret_cast<T*>(s.packed.of(leaving * item));
  const std::int32_t* order = s.order.view().data;
  gather(exec, order, leaving, from, packed, per_item);
  T* const own = to + s.lower * per_item;
  if constexpr (exec::kernel_space == exec::Space::host) {
    s.messages.exchange(reinterpret_cast<const std::byte*>(packed),
                        reinterpret_cast<std::byte*>(to), item, s.own);
    gather(exec, order + leaving, s.own, from, own, per_item);
  } else {
    std::byte *const out = s.out.of(leaving * item), *const in = s.in.of(coming * item);
    exec::copy_bytes(exec, out, packed, static_cast<std::size_t>(leaving * item));
    exec.wait();
    gather(exec, order + leaving, s.own, from, own, per_item);
    s.messages.exchange(out, in, item, 0);
    const std::int64_t lower = s.lower * item;
    exec::copy_bytes(exec, to, in, static_cast<std::size_t>(lower));
    exec::copy_bytes(exec, own + s.own * per_item, in + lower,
                     static_cast<std::size_t>(coming * item - lower));
    exec.wait();
  }
}

template <class T>
void MigrationPlan::move(const exec::Exec& exec, exec::Array<T, 1>& field, int per_item) const {
  migration::State& s = state();
  TW_CHECK(static_cast<std::int64_t>(field.size()) == s.items * per_item,
           "a field of the migration \"" + s.messages.name() + "\" must have " +
               std::to_string(per_item) + " values for each of " + std::to_string(s.items) +
               " items, not " + std::to_string(field.size()));
  exec::Array<T, 1> moved({s.arriving * per_item}, exec::Contents::undefined);
  move(exec, field.view().data, moved.view().data, per_item);
  field = std::move(moved);
}

}  // namespace thalweg::transport::inline TW_HALF
