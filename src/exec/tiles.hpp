// SPDX-License-Identifier: Apache-2.0
// Blocks of work that share scratch memory: one CUDA block, or one CPU thread, per tile.
#pragma once

#include <type_traits>
#include <utility>

#include "exec/loops.hpp"
#include "exec/memory.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Rows of a loop within a tile: `length` points each, and one more where they have ends.
struct TileRows {
  int count = 0, length = 0;
  bool has_ends = false;

  TW_HD int points_of_row() const { return length + (has_ends ? 1 : 0); }
};

/// Handed to a tile body. Work inside a tile is written as for_each phases separated by barrier():
/// then one source is right both for a CUDA block and for one CPU thread.
class Team {
 public:
  TW_HD Team(int tile, char* scratch) : tile_(tile), scratch_(scratch) {}
  TW_HD int tile() const { return tile_; }
  /// body(i) for 0 <= i < n. On a device thread t runs i = t, t + block size, and so on.
  template <class Body>
  TW_HD void for_each(int n, Body body) const {
#ifdef TW_DEVICE_CODE
    for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x)) body(i);
#else
#pragma omp simd
    for (int i = 0; i < n; ++i) body(i);
#endif
  }
  /// As for_each(), of so few that a processor's compiler need not make vectors of them.
  template <class Body>
  TW_HD void for_few(int n, Body body) const {
#ifdef TW_DEVICE_CODE
    for_each(n, body);
#else
    for (int i = 0; i < n; ++i) body(i);
#endif
  }
  /// As for_each(), where many kernels have the same body beside others of their own.
  template <class Body>
  TW_HD_SHARED void for_each_shared(int n, Body body) const {
    for_each(n, body);
  }
  /// body(r, i) for every row 0 <= r < rows and 0 <= i < length; rows are SIMD loops.
  template <class Body>
  TW_HD void for_each_of_rows(int rows, int length, Body body) const {
#ifdef TW_DEVICE_CODE
    for (int n = static_cast<int>(threadIdx.x); n < rows * length;
         n += static_cast<int>(blockDim.x))
      body(n / length, n % length);
#else
    for (int r = 0; r < rows; ++r) {
#pragma omp simd
      for (int i = 0; i < length; ++i) body(r, i);
    }
#endif
  }
  /// As for_each_of_rows(), where many kernels have the same body beside others of their own.
  template <class Body>
  TW_HD_SHARED void for_each_of_rows_shared(int rows, int length, Body body) const {
    for_each_of_rows(rows, length, body);
  }
  /// make(s)(r, i) for every row r and point i of rows[s], for every s. Threads of a device go on
  /// from one of them to the next, in one copy of the code; a processor has a loop for each, with s
  /// as a constant.
  template <std::size_t sets, class Make>
  TW_HD void for_each_of_sets(const TileRows (&rows)[sets], const Make& make) const {
#ifdef TW_DEVICE_CODE
    int points = 0;
    TW_UNROLL
    for (std::size_t s = 0; s < sets; ++s) points += rows[s].count * rows[s].points_of_row();
    for (int n = static_cast<int>(threadIdx.x); n < points; n += static_cast<int>(blockDim.x)) {
      int set = 0, before = 0, passed = 0, length = rows[0].points_of_row();
      TW_UNROLL
      for (std::size_t s = 0; s + 1 < sets; ++s) {
        passed += rows[s].count * rows[s].points_of_row();
        if (n >= passed) {
          set = static_cast<int>(s) + 1;
          before = passed;
          length = rows[s + 1].points_of_row();
        }
      }
      make(set)((n - before) / length, (n - before) % length);
    }
#else
    for_each_set(rows, make, std::make_index_sequence<sets>{});
#endif
  }
  TW_HD void barrier() const {
#ifdef TW_DEVICE_CODE
    __syncthreads();
#endif
  }
  /// The tile's scratch memory as values of T, from a byte offset. Not cleared between tiles.
  template <class T>
  TW_HD T* scratch(std::size_t offset_bytes = 0) const {
    return reinterpret_cast<T*>(scratch_ + offset_bytes);
  }

 private:
#ifndef TW_DEVICE_CODE
  template <std::size_t sets, class Make, std::size_t... set>
  void for_each_set(const TileRows (&rows)[sets], const Make& make,
                    std::index_sequence<set...>) const {
    (for_each_of(rows[set], make(std::integral_constant<int, set>{})), ...);
  }
  /// A vector would hold nothing but the end of a row whose length is a multiple of it, so ends are
  /// a SIMD loop over the rows.
  template <class Body>
  void for_each_of(const TileRows& rows, Body body) const {
    for_each_of_rows(rows.count, rows.length, body);
    if (!rows.has_ends) return;
#pragma omp simd
    for (int r = 0; r < rows.count; ++r) body(r, rows.length);
  }
#endif

  int tile_;
  char* scratch_;
};

/// Whose scratch memory: each has its own, since tiles call libraries.
enum class ScratchUser { tile, library };

/// The calling thread's scratch memory, at least so many bytes, 64-byte aligned (huge pages where
/// large), kept until the thread ends or asks for more. Its pages lie near the thread.
char* thread_scratch(std::size_t bytes, ScratchUser user = ScratchUser::tile);

/// body(team) for 0 <= team.tile() < tiles, each with scratch_bytes of scratch memory.
template <Kernel Body>
void parallel_tiles(const HostExec&, int tiles, std::size_t scratch_bytes, Body body) {
#pragma omp parallel firstprivate(body) if (tiles > 1)
  {
    char* scratch = thread_scratch(scratch_bytes);
#pragma omp for schedule(static)
    for (int t = 0; t < tiles; ++t) body(Team(t, scratch));
  }
}

#ifdef TW_DEVICE_HALF
namespace detail {

template <class Body>
__global__ void run_tiles(const Body body) {
  body(Team(static_cast<int>(blockIdx.x), block_memory<char>()));
}

/// Threads of a block: what the body asks for, if it does.
template <class Body>
constexpr unsigned threads_of() {
  if constexpr (requires { Body::threads; })
    return Body::threads;
  else
    return block_size;
}

}  // namespace detail

template <Kernel Body>
void parallel_tiles(const DeviceExec& exec, int tiles, std::size_t scratch_bytes, Body body) {
  if (tiles <= 0) return;
  constexpr std::size_t without_asking = 48 * 1024;
  if (scratch_bytes > without_asking)
    check(cudaFuncSetAttribute(detail::run_tiles<Body>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(scratch_bytes)),
          "tile scratch memory");
  launch(exec, "parallel_tiles",
         {static_cast<unsigned>(tiles), detail::threads_of<Body>(), scratch_bytes},
         detail::run_tiles<Body>, body);
}
#endif

}  // namespace thalweg::exec::inline TW_HALF
