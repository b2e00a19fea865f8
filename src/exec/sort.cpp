// SPDX-License-Identifier: Apache-2.0
#include "exec/sort.hpp"

#include <array>
#include <utility>

#include "exec/chunks.hpp"
#include "exec/loops.hpp"
#include "exec/memory.hpp"
#include "exec/pool.hpp"
#ifdef TW_DEVICE_HALF
#include <cub/device/device_radix_sort.cuh>
#endif

namespace thalweg::exec::inline TW_HALF {

namespace {

template <class K, class V>
struct Pairs {
  K* keys;
  V* values;
};

#ifdef TW_DEVICE_HALF

/// Sorts `pairs` into `sorted`; true where the result lies there.
template <class K, class V>
bool sort_pairs(const DeviceExec& exec, Pairs<K, V> pairs, Pairs<K, V> sorted, std::int64_t n) {
  std::size_t bytes = 0;
  const auto sort = [&](void* scratch) {
    check(cub::DeviceRadixSort::SortPairs(scratch, bytes, pairs.keys, sorted.keys, pairs.values,
                                          sorted.values, n, 0, 8 * static_cast<int>(sizeof(K)),
                                          exec.native()),
          "sort");
  };
  sort(nullptr);
  const TemporaryArray<std::byte> scratch(exec, static_cast<std::int64_t>(bytes));
  sort(scratch.data());
  return true;
}

#else

constexpr int digits = 256;
using Histogram = std::array<std::int64_t, digits>;

/// One byte of a key. The sign bit is turned over, so that negative keys come first.
template <class K>
int digit(K key, int shift) {
  using Bits = std::make_unsigned_t<K>;
  constexpr Bits sign = Bits{1} << (8 * sizeof(K) - 1);
  return static_cast<int>((static_cast<Bits>(key) ^ sign) >> shift & (digits - 1));
}

/// How many keys of each chunk have each digit.
template <class K>
void count_digits(const K* keys, std::int64_t n, int shift, View<Histogram, 1> counts) {
  const std::int64_t chunks = counts.extent[0];
#pragma omp parallel for schedule(static) if (chunks > 1)
  for (std::int64_t c = 0; c < chunks; ++c) {
    Histogram count{};
    const HostChunk chunk = host_chunk(n, c, chunks);
    for (std::int64_t i = chunk.begin; i < chunk.end; ++i)
      ++count[static_cast<std::size_t>(digit(keys[i], shift))];
    counts(c) = count;
  }
}

/// Turns counts into places: all keys with a lower digit come before, and those with the same one
/// in an earlier chunk. False where all keys have the same digit, so that nothing moves.
bool place_digits(View<Histogram, 1> counts, std::int64_t n) {
  std::int64_t before = 0;
  for (std::size_t d = 0; d < digits; ++d) {
    const std::int64_t first = before;
    for (std::int64_t c = 0; c < counts.extent[0]; ++c)
      before += std::exchange(counts(c)[d], before);
    if (before - first == n) return false;
  }
  return true;
}

template <class K, class V>
void move_by_digit(Pairs<K, V> from, Pairs<K, V> to, std::int64_t n, int shift,
                   View<Histogram, 1> places) {
  const std::int64_t chunks = places.extent[0];
#pragma omp parallel for schedule(static) if (chunks > 1)
  for (std::int64_t c = 0; c < chunks; ++c) {
    Histogram place = places(c);
    const HostChunk chunk = host_chunk(n, c, chunks);
    for (std::int64_t i = chunk.begin; i < chunk.end; ++i) {
      const std::int64_t at = place[static_cast<std::size_t>(digit(from.keys[i], shift))]++;
      to.keys[at] = from.keys[i];
      to.values[at] = from.values[i];
    }
  }
}

/// A radix sort, byte by byte from the lowest; true where the result lies in `other`.
template <class K, class V>
bool sort_pairs(const HostExec& exec, Pairs<K, V> pairs, Pairs<K, V> other, std::int64_t n) {
  const TemporaryArray<Histogram> counts(exec, n < serial_below ? 1 : threads());
  bool moved = false;
  for (int shift = 0; shift < 8 * static_cast<int>(sizeof(K)); shift += 8) {
    count_digits(pairs.keys, n, shift, counts.view());
    if (!place_digits(counts.view(), n)) continue;
    move_by_digit(pairs, other, n, shift, counts.view());
    std::swap(pairs, other);
    moved = !moved;
  }
  return moved;
}

#endif

template <class K, class V>
void checked_sort(const Exec& exec, View<K, 1> keys, View<V, 1> values) {
  TW_CHECK(keys.extent == values.extent, "sorting needs as many values as keys");
  const std::int64_t n = keys.extent[0];
  if (n < 2) return;
  const TemporaryArray<K> other_keys(exec, n);
  const TemporaryArray<V> other_values(exec, n);
  if (!sort_pairs<K, V>(exec, {keys.data, values.data}, {other_keys.data(), other_values.data()},
                        n))
    return;
  copy(exec, keys, other_keys.view());
  copy(exec, values, other_values.view());
}

}  // namespace

void sort_by_key(const Exec& exec, View<int, 1> keys, View<int, 1> values) {
  checked_sort(exec, keys, values);
}
void sort_by_key(const Exec& exec, View<std::int64_t, 1> keys, View<int, 1> values) {
  checked_sort(exec, keys, values);
}
void sort_by_key(const Exec& exec, View<std::int64_t, 1> keys, View<std::int64_t, 1> values) {
  checked_sort(exec, keys, values);
}

}  // namespace thalweg::exec::inline TW_HALF
