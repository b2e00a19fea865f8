// SPDX-License-Identifier: Apache-2.0
// The device half of reduce.hpp. CUB stands here alone: it makes nvcc several times slower.
#pragma once

#include <cub/block/block_reduce.cuh>

#include "exec/reduce.hpp"

namespace thalweg::exec::inline TW_HALF {

namespace detail {

struct Add {
  template <class T>
  TW_HD T operator()(T a, T b) const {
    return a + b;
  }
};
struct Larger {
  template <class T>
  TW_HD T operator()(T a, T b) const {
    return larger(a, b);
  }
};

template <class T, class Combine, class Body>
__global__ void __launch_bounds__(block_size)
    reduce_row_blocks(Box3 box, const Body body, T* partial) {
  using Reduce = cub::BlockReduce<T, block_size>;
  auto& storage = *block_memory<typename Reduce::TempStorage>();
  const int rows = box.extent(0) * box.extent(1);
  for (int r = static_cast<int>(blockIdx.x); r < rows; r += static_cast<int>(gridDim.x)) {
    const int k = box.lo[0] + r / box.extent(1), j = box.lo[1] + r % box.extent(1);
    T value{};
    for (int i = box.lo[2] + static_cast<int>(threadIdx.x); i < box.hi[2]; i += block_size)
      value = Combine()(value, body(k, j, i));
    value = Reduce(storage).Reduce(value, Combine());
    if (threadIdx.x == 0) partial[r] = value;
    __syncthreads();  // before the storage is used again
  }
}

/// Scratch of a reduction, kept between calls.
template <class T>
struct RowBuffers {
  Array<T, 1, Space::device> device;
  Array<T, 1, Space::pinned> host;
  void require(int rows) {
    if (device.size() >= static_cast<std::size_t>(rows)) return;
    device = Array<T, 1, Space::device>({rows});
    host = Array<T, 1, Space::pinned>({rows});
  }
};

template <class T, class Combine, class Body>
T reduce(const DeviceExec& exec, Box3 box, Body body) {
  if (box.empty()) return T{};
  thread_local RowBuffers<T> buffers;
  const int rows = box.extent(0) * box.extent(1);
  buffers.require(rows);
  T* partial = buffers.device.view().data;
  T* host = buffers.host.view().data;
  launch(exec, "reduction",
         {.blocks = static_cast<unsigned>(rows),
          .shared_bytes = sizeof(typename cub::BlockReduce<T, block_size>::TempStorage)},
         reduce_row_blocks<T, Combine, Body>, box, body, partial);
  copy_bytes(exec, host, partial, static_cast<std::size_t>(rows) * sizeof(T));
  exec.wait();
  T total{};
  for (int r = 0; r < rows; ++r) total = Combine()(total, host[r]);
  return total;
}

}  // namespace detail

template <class T, Kernel Body>
T parallel_sum(const DeviceExec& exec, Box3 box, Body body) {
  return detail::reduce<T, detail::Add>(exec, box, body);
}

template <Kernel Body>
auto parallel_max(const DeviceExec& exec, Box3 box, Body body) {
  return detail::reduce<decltype(body(0, 0, 0)), detail::Larger>(exec, box, body);
}

}  // namespace thalweg::exec::inline TW_HALF
