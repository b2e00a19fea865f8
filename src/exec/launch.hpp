// SPDX-License-Identifier: Apache-2.0
// The one place that launches kernels, and the memory that the threads of a block share. Device
// half only. The launch is an ordinary function of the runtime, so that nvcc and the emulated
// device (docs/design/emulated-device.md) compile the same text.
#pragma once

#include <type_traits>

#include "exec/stream.hpp"

#ifdef TW_DEVICE_HALF
namespace thalweg::exec::inline TW_HALF {

/// Threads per block of all kernels.
inline constexpr int block_size = 128;

/// So many blocks of so many threads, each block with shared_bytes of block_memory().
struct LaunchShape {
  dim3 blocks;
  dim3 threads = dim3(block_size);
  std::size_t shared_bytes = 0;
};

/// Gives the kernel to the stream of exec and returns at once. Throws DeviceError, which names
/// `what`, where the shape or the arguments are not possible.
template <class... P>
void launch(const DeviceExec& exec, const char* what, const LaunchShape& shape,
            void (*kernel)(P...), const std::type_identity_t<P>&... arguments) {
  cudaLaunchConfig_t config{};
  config.gridDim = shape.blocks;
  config.blockDim = shape.threads;
  config.dynamicSmemBytes = shape.shared_bytes;
  config.stream = exec.native();
  check(cudaLaunchKernelEx(&config, kernel, arguments...), what);
}

/// In a kernel: the memory that the threads of this block share, LaunchShape::shared_bytes long and
/// aligned to 16 bytes. Its contents are undefined when the block begins.
template <class T>
__device__ T* block_memory() {
#ifdef __CUDACC__
  extern __shared__ double2 shared[];
  return reinterpret_cast<T*>(shared);
#else
  return static_cast<T*>(emulated::block_memory());
#endif
}

}  // namespace thalweg::exec::inline TW_HALF
#endif
