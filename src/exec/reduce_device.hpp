// SPDX-License-Identifier: Apache-2.0
// The device half of reduce.hpp: one block per piece.
#pragma once

#include <cub/block/block_reduce.cuh>

#include "exec/array.hpp"
#include "exec/reduce.hpp"

namespace thalweg::exec::inline TW_HALF {

namespace detail {

template <class Combine, class T, class Pieces, class Body>
__global__ void __launch_bounds__(block_size)
    run_reduction(Pieces pieces, const Body body, T* results) {
  using Reduce = cub::BlockReduce<T, block_size>;
  T value{};
  for_each_point(pieces.piece(blockIdx.x), static_cast<int>(threadIdx.x), block_size,
                 [&](const auto& row, auto i) {
                   value = Combine()(value, static_cast<T>(row.call(body, i)));
                 });
  value = Reduce(*block_memory<typename Reduce::TempStorage>()).Reduce(value, Combine());
  if (threadIdx.x == 0) results[blockIdx.x] = value;
}

template <class Combine, class T, class Pieces, class Body>
void reduce_pieces(const DeviceExec& exec, const Pieces& pieces, const Body& body, T* results) {
  launch(exec, "reduction",
         {.blocks = grid_of(pieces.count()),
          .shared_bytes = sizeof(typename cub::BlockReduce<T, block_size>::TempStorage)},
         run_reduction<Combine, T, Pieces, Body>, pieces, body, results);
}

template <class T>
void set_to_zero(const DeviceExec& exec, T* value) {
  check(cudaMemsetAsync(value, 0, sizeof(T), exec.native()), "zeroing a result");
}

}  // namespace detail

/// Through pinned memory, kept between calls: a copy to other host memory would wait once more.
template <class T>
T value_at(const DeviceExec& exec, const T* value) {
  static_assert(std::is_trivially_copyable_v<T>);
  thread_local Array<T, 1, Space::pinned> copied({1}, Contents::undefined);
  T* const host = copied.view().data;
  copy_bytes(exec, host, value, sizeof(T));
  exec.wait();
  return *host;
}

}  // namespace thalweg::exec::inline TW_HALF
