// SPDX-License-Identifier: Apache-2.0
// Parallel loops over a range and over a box; blocks.hpp has those over several boxes. A body is a
// named struct of views and numbers (docs/design/named-functors.md); calls to it are independent of
// each other: that is asserted to the compiler, so overlapping writes are wrong code, not slow
// code.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "exec/launch.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Bodies are copied to the device byte by byte, so they hold views and numbers only.
template <class Body>
concept Kernel = std::is_trivially_copyable_v<Body>;

/// Fewer points than this run on the calling thread: starting a team costs about 2 us, the time
/// in which one core updates some thousand points.
inline constexpr std::int64_t serial_below = 4096;

/// body(i) for 0 <= i < n, in any order; i is of the type of n, int or std::int64_t.
template <std::signed_integral N, Kernel Body>
void parallel_for(const HostExec&, N n, Body body) {
  // `if` without `parallel` would switch the SIMD loop off, too.
#pragma omp parallel for simd schedule(static) firstprivate(body) if (parallel : n >= serial_below)
  for (N i = 0; i < n; ++i) body(i);
}

/// body(k, j, i) for every point of the box, in any order; rows along i are SIMD loops.
template <Kernel Body>
void parallel_for(const HostExec&, Box3 box, Body body) {
  if (box.empty()) return;
  const bool large =
      static_cast<std::int64_t>(box.extent(0)) * box.extent(1) * box.extent(2) >= serial_below;
  // firstprivate: a by-reference body would be reloaded from memory after every store.
  // collapse(2), not (3): collapsing the contiguous loop stops vectorisation (8x slower).
#pragma omp parallel for collapse(2) schedule(static) firstprivate(box, body) if (large)
  for (int k = box.lo[0]; k < box.hi[0]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j) {
#pragma omp simd
      for (int i = box.lo[2]; i < box.hi[2]; ++i) body(k, j, i);
    }
}

#ifdef TW_DEVICE_HALF
namespace detail {

/// So many blocks, in x. Throws UsageError for more than CUDA has.
inline unsigned grid_of(std::int64_t blocks) {
  TW_CHECK(blocks <= 0x7fffffff, "a loop over more than 2^38 points");
  return static_cast<unsigned>(blocks);
}

template <class N, class Body>
__global__ void __launch_bounds__(block_size) run_range(N n, const Body body) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (i < n) body(static_cast<N>(i));
}

// x covers the contiguous index, so that a warp reads consecutive addresses; z goes by stride,
// because a grid has at most 65535 blocks in z.
template <class Body>
__global__ void __launch_bounds__(block_size) run_box(Box3 box, const Body body) {
  const int i = box.lo[2] + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = box.lo[1] + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (i >= box.hi[2] || j >= box.hi[1]) return;
  for (int k = box.lo[0] + static_cast<int>(blockIdx.z); k < box.hi[0];
       k += static_cast<int>(gridDim.z))
    body(k, j, i);
}

inline constexpr int most_blocks_in_y_or_z = 65535;

inline unsigned blocks_for(int n, unsigned per_block) {
  return (static_cast<unsigned>(n) + per_block - 1) / per_block;
}

}  // namespace detail

template <std::signed_integral N, Kernel Body>
void parallel_for(const DeviceExec& exec, N n, Body body) {
  if (n <= 0) return;
  launch(exec, "parallel_for", {.blocks = detail::grid_of((std::int64_t{n} - 1) / block_size + 1)},
         detail::run_range<N, Body>, n, body);
}

template <Kernel Body>
void parallel_for(const DeviceExec& exec, Box3 box, Body body) {
  if (box.empty()) return;
  const dim3 threads = box.extent(2) >= 64 ? dim3(64, 2) : dim3(32, 4);
  // A grid has at most 65535 blocks in y, too, but a stride there would cost every kernel a loop:
  // boxes of more rows than that take several launches.
  const int most = detail::most_blocks_in_y_or_z * static_cast<int>(threads.y);
  const unsigned z = static_cast<unsigned>(std::min(box.extent(0), detail::most_blocks_in_y_or_z));
  for (Box3 part = box; part.lo[1] < box.hi[1]; part.lo.v[1] = part.hi[1]) {
    part.hi.v[1] = box.hi[1] - part.lo[1] <= most ? box.hi[1] : part.lo[1] + most;
    const dim3 blocks(detail::blocks_for(part.extent(2), threads.x),
                      detail::blocks_for(part.extent(1), threads.y), z);
    launch(exec, "parallel_for", {blocks, threads}, detail::run_box<Body>, part, body);
  }
}
#endif

}  // namespace thalweg::exec::inline TW_HALF
