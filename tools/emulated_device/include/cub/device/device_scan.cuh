// SPDX-License-Identifier: Apache-2.0
// CUB's scan over a list.
#pragma once

#include "cub/device/emulated_scratch.hpp"

namespace cub {

struct DeviceScan {
  /// to[i] = from[0] + ... + from[i] for i < n. Without scratch memory: only how much it takes.
  template <class T, class N>
  static cudaError_t InclusiveSum(void* scratch, std::size_t& bytes, const T* from, T* to, N n,
                                  cudaStream_t stream = nullptr) {
    if (!scratch) return bytes = emulated::scratch_bytes<T>(n), cudaSuccess;
    if (bytes < emulated::scratch_bytes<T>(n)) return cudaErrorInvalidValue;
    return emulated::run_once(stream, scan<T, N>, emulated::Scratch{scratch, bytes}, from, to, n);
  }

 private:
  template <class T, class N>
  static void scan(emulated::Scratch scratch, const T* from, T* to, N n) {
    scratch.overwrite(emulated::scratch_bytes<T>(n));
    T sum = 0;
    for (N i = 0; i < n; ++i) to[i] = sum += from[i];
  }
};

}  // namespace cub
