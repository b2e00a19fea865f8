// SPDX-License-Identifier: Apache-2.0
// CUB's reduction over the threads of a block.
#pragma once

#include <cstring>

#include "cuda_runtime.h"

namespace cub {

/// T: trivially copyable; Threads: all threads of the block, a power of two.
template <class T, int Threads>
class BlockReduce {
 public:
  struct TempStorage {
    alignas(16) unsigned char slots[Threads * sizeof(T)];
  };
  explicit BlockReduce(TempStorage& storage) : slots_(storage.slots) {}

  /// The combination of all threads' values; defined in thread 0 only, as in CUB.
  template <class Combine>
  T Reduce(T value, Combine combine) {
    std::memcpy(slots_ + threadIdx.x * sizeof(T), &value, sizeof(T));
    __syncthreads();
    T result;
    std::memset(static_cast<void*>(&result), 0xff, sizeof result);
    if (threadIdx.x != 0) return result;
    T values[Threads];
    std::memcpy(static_cast<void*>(values), slots_, sizeof values);
    for (int half = Threads / 2; half > 0; half /= 2)
      for (int i = 0; i < half; ++i) values[i] = combine(values[i], values[i + half]);
    // Whoever uses the storage again without a barrier finds nothing there.
    std::memset(slots_, 0xff, sizeof values);
    return values[0];
  }

 private:
  unsigned char* slots_;
};

}  // namespace cub
