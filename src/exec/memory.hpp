// SPDX-License-Identifier: Apache-2.0
// Allocation and copies by space; array.hpp and tiles.hpp build on it.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "exec/left_open.hpp"
#include "exec/stream.hpp"
#include "exec/view.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Host memory, 64-byte aligned; from 2 MiB up aligned to huge pages and marked for them.
/// Throws IoError that names the bytes asked for.
void* allocate_host(std::size_t bytes);

/// Memory of a space; nullptr for 0 bytes. Throws IoError or DeviceError.
inline void* allocate(Space space, std::size_t bytes) {
  if (bytes == 0) return nullptr;
#ifdef TW_DEVICE_HALF
  void* p = nullptr;
  const std::string call = "allocating " + std::to_string(bytes) + " bytes of device memory";
  if (space == Space::device) return check(cudaMalloc(&p, bytes), call.c_str()), p;
  if (space == Space::pinned) return check(cudaMallocHost(&p, bytes), call.c_str()), p;
#endif
  static_cast<void>(space);
  return allocate_host(bytes);
}

inline void deallocate(Space space, void* p) noexcept {
#ifdef TW_DEVICE_HALF
  if (space == Space::device && is_left_open(p)) return;
  if (space == Space::device) return static_cast<void>(cudaFree(p));
  if (space == Space::pinned) return static_cast<void>(cudaFreeHost(p));
#endif
  static_cast<void>(space);
  std::free(p);
}

#ifdef TW_DEVICE_HALF
/// What CUDA does without a stream may go on after its call, and our streams do not wait for it.
inline void finish_default_stream() {
  check(cudaStreamSynchronize(cudaStreamLegacy), "waiting for the default stream");
}
#endif

/// Copy bytes between any two spaces; asynchronous on a device.
inline void copy_bytes(const Exec& exec, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
#ifdef TW_DEVICE_HALF
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, exec.native()), "copy");
#else
  static_cast<void>(exec);
  std::memcpy(to, from, bytes);
#endif
}

/// Copy between views of equal extents in any two spaces; asynchronous on a device.
/// Throws UsageError if the extents differ.
template <class T, class U, int R, Space D, Space S>
void copy(const Exec& exec, View<T, R, D> to, View<U, R, S> from) {
  static_assert(std::is_same_v<T, std::remove_const_t<U>>);
  TW_CHECK(to.extent == from.extent, "copy between views of different extents");
  copy_bytes(exec, to.data, from.data, to.size() * sizeof(T));
}

}  // namespace thalweg::exec::inline TW_HALF
