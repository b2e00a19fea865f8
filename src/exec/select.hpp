// SPDX-License-Identifier: Apache-2.0
// Compaction: the indices of what is to be kept, and values by index.
#pragma once

#include "exec/growable_array.hpp"
#include "exec/loops.hpp"
#include "exec/pool.hpp"
#include "exec/scan.hpp"
#include "exec/upload.hpp"

namespace thalweg::exec::inline TW_HALF {

namespace detail {

template <class N, class Keep>
struct FlagKept {
  Keep keep;
  View<N, 1> flag;
  TW_HD void operator()(N i) const { flag(i) = keep(i) ? 1 : 0; }
};

/// An index is kept where the number of those kept before it rises.
template <class N>
struct PlaceKept {
  View<const N, 1> kept_before;
  View<N, 1> kept;
  TW_HD void operator()(N i) const {
    if (kept_before(i + 1) > kept_before(i)) kept(kept_before(i)) = i;
  }
};

/// kept_before(i) = how many of the indices below i are kept; n + 1 values.
template <class N, class Keep>
void count_kept(const Exec& exec, N n, const Keep& keep, View<N, 1> kept_before) {
  const TemporaryArray<N> flag(exec, n);
  parallel_for(exec, n, FlagKept<N, Keep>{keep, flag.view()});
  exclusive_scan(exec, flag.view(), kept_before);
}

template <class T, class N>
struct Gather {
  View<const T, 1> from;
  View<const N, 1> index;
  View<T, 1> to;
  TW_HD void operator()(std::int64_t i) const { to(i) = from(index(i)); }
};

}  // namespace detail

/// kept = the indices i of 0 <= i < n for which keep(i) holds, in ascending order. N is int or
/// std::int64_t. Waits for exec, since the length of `kept` is a number on the host.
template <std::signed_integral N, Kernel Keep>
void select(const Exec& exec, N n, Keep keep, GrowableArray<N>& kept) {
  const TemporaryArray<N> kept_before(exec, std::int64_t{n} + 1);
  detail::count_kept(exec, n, keep, kept_before.view());
  const View<const N, 1> count{kept_before.data() + n, {1}};
  kept.resize(exec, downloaded(exec, count)[0]);
  parallel_for(exec, n, detail::PlaceKept<N>{kept_before.view(), kept.view()});
}

/// Select into a list of n values or more, in the order of exec and without waiting: the first
/// count(0) of them are set. Throws UsageError for a shorter list.
template <std::signed_integral N, Kernel Keep>
void select(const Exec& exec, N n, Keep keep, View<N, 1> kept, View<N, 1> count) {
  TW_CHECK(kept.extent[0] >= n && count.extent[0] >= 1,
           "no room for all that may be selected of " + std::to_string(n));
  const TemporaryArray<N> kept_before(exec, std::int64_t{n} + 1);
  detail::count_kept(exec, n, keep, kept_before.view());
  parallel_for(exec, n, detail::PlaceKept<N>{kept_before.view(), kept});
  copy_bytes(exec, count.data, kept_before.data() + n, sizeof(N));
}

/// to(i) = from(index(i)), for as many values as there are indices, in the order of exec. The lists
/// must not overlap. Throws UsageError for extents that differ.
template <class T, class N>
void gather(const Exec& exec, View<const T, 1> from, View<const N, 1> index, View<T, 1> to) {
  TW_CHECK(index.extent == to.extent, "gathered values and indices are not as many");
  parallel_for(exec, to.extent[0], detail::Gather<T, N>{from, index, to});
}

}  // namespace thalweg::exec::inline TW_HALF
