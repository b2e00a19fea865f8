// SPDX-License-Identifier: Apache-2.0
#include "exec/scan.hpp"

#include "exec/chunks.hpp"
#include "exec/loops.hpp"
#include "exec/memory.hpp"
#include "exec/pool.hpp"
#ifdef TW_DEVICE_HALF
#include <cub/device/device_scan.cuh>
#endif

namespace thalweg::exec::inline TW_HALF {

namespace {

#ifdef TW_DEVICE_HALF

template <class T>
void scan(const DeviceExec& exec, const T* from, T* to, std::int64_t n) {
  check(cudaMemsetAsync(to, 0, sizeof(T), exec.native()), "scan");
  if (n == 0) return;
  std::size_t bytes = 0;
  check(cub::DeviceScan::InclusiveSum(nullptr, bytes, from, to + 1, n, exec.native()), "scan");
  const TemporaryArray<std::byte> scratch(exec, static_cast<std::int64_t>(bytes));
  check(cub::DeviceScan::InclusiveSum(scratch.data(), bytes, from, to + 1, n, exec.native()),
        "scan");
}

#else

/// Sums of chunks first, then the running sums of each from where it begins.
template <class T>
void scan(const HostExec& exec, const T* from, T* to, std::int64_t n) {
  const int chunks = n < serial_below ? 1 : threads();
  const TemporaryArray<T> sums(exec, chunks + 1);
  T* before = sums.data();
#pragma omp parallel for schedule(static) if (chunks > 1)
  for (int c = 0; c < chunks; ++c) {
    T sum = 0;
    const HostChunk chunk = host_chunk(n, c, chunks);
    for (std::int64_t i = chunk.begin; i < chunk.end; ++i) sum += from[i];
    before[c + 1] = sum;
  }
  before[0] = to[0] = 0;
  for (int c = 0; c < chunks; ++c) before[c + 1] += before[c];
#pragma omp parallel for schedule(static) if (chunks > 1)
  for (int c = 0; c < chunks; ++c) {
    T sum = before[c];
    const HostChunk chunk = host_chunk(n, c, chunks);
    for (std::int64_t i = chunk.begin; i < chunk.end; ++i) to[i + 1] = sum += from[i];
  }
}

#endif

template <class T>
void checked_scan(const Exec& exec, View<const T, 1> from, View<T, 1> to) {
  TW_CHECK(to.extent[0] == from.extent[0] + 1, "a scan of " + std::to_string(from.extent[0]) +
                                                   " values needs room for one more, not " +
                                                   std::to_string(to.extent[0]));
  scan(exec, from.data, to.data, from.extent[0]);
}

}  // namespace

void exclusive_scan(const Exec& exec, View<const int, 1> from, View<int, 1> to) {
  checked_scan(exec, from, to);
}
void exclusive_scan(const Exec& exec, View<const std::int64_t, 1> from, View<std::int64_t, 1> to) {
  checked_scan(exec, from, to);
}

}  // namespace thalweg::exec::inline TW_HALF
