// SPDX-License-Identifier: Apache-2.0
// CUB's sort of keys with a value each.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "cub/device/emulated_scratch.hpp"

namespace cub {

struct DeviceRadixSort {
  /// Ascending and stable, from one pair of lists to another, by the bits [first, end) of the keys,
  /// which must be all of them here. Without scratch memory: only how much it takes.
  template <class K, class V, class N>
  static cudaError_t SortPairs(void* scratch, std::size_t& bytes, const K* keys, K* sorted_keys,
                               const V* values, V* sorted_values, N n, int first, int end,
                               cudaStream_t stream = nullptr) {
    if (first != 0 || end != 8 * static_cast<int>(sizeof(K))) return cudaErrorInvalidValue;
    if (!scratch) return bytes = emulated::scratch_bytes<K>(n), cudaSuccess;
    if (bytes < emulated::scratch_bytes<K>(n)) return cudaErrorInvalidValue;
    return emulated::run_once(stream, sort<K, V, N>, emulated::Scratch{scratch, bytes}, keys,
                              sorted_keys, values, sorted_values, n);
  }

 private:
  template <class K, class V, class N>
  static void sort(emulated::Scratch scratch, const K* keys, K* sorted_keys, const V* values,
                   V* sorted_values, N n) {
    scratch.overwrite(emulated::scratch_bytes<K>(n));
    std::vector<N> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), N{0});
    std::stable_sort(order.begin(), order.end(), [&](N a, N b) { return keys[a] < keys[b]; });
    for (N i = 0; i < n; ++i) {
      const N from = order[static_cast<std::size_t>(i)];
      sorted_keys[i] = keys[from];
      sorted_values[i] = values[from];
    }
  }
};

}  // namespace cub
