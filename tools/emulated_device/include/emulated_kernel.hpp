// SPDX-License-Identifier: Apache-2.0
// Kernels as a C++ compiler sees them: their places in the grid, barriers, atomics and the launch.
// Included by cuda_runtime.h.
#pragma once

#include <atomic>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#define __global__
#define __host__
#define __device__
#define __launch_bounds__(...)

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};
struct uint3 {
  unsigned x, y, z;
};
// Outside a kernel: the only thread of the only block.
inline constinit thread_local uint3 threadIdx{0, 0, 0}, blockIdx{0, 0, 0};
inline constinit thread_local dim3 blockDim{}, gridDim{};

struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes = 0;
  cudaStream_t stream = nullptr;
};

namespace emulated {

/// A kernel that waits to be run: what one thread does, and its name for reports.
struct KernelCall {
  const void* function;
  const char* name;
  std::size_t argument_bytes;
  std::function<void()> thread;
};

/// Checks the launch as a device would, then gives it to its stream.
cudaError_t launch(const cudaLaunchConfig_t& config, KernelCall kernel);
cudaError_t allow_block_memory(const void* function, int bytes);
/// The memory that the threads of the running block share.
void* block_memory();
/// All threads of the running block meet here; returns at once outside a kernel.
void barrier();

}  // namespace emulated

template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(P...),
                               A&&... arguments) {
  // The arguments are copied here, at the launch, as a device does.
  const std::tuple<P...> values(std::forward<A>(arguments)...);
  return emulated::launch(*config, {reinterpret_cast<const void*>(kernel), __PRETTY_FUNCTION__,
                                    (sizeof(P) + ... + 0),
                                    [kernel, values] { std::apply(kernel, values); }});
}

template <class F>
cudaError_t cudaFuncSetAttribute(F* kernel, cudaFuncAttribute, int bytes) {
  return emulated::allow_block_memory(reinterpret_cast<const void*>(kernel), bytes);
}
template <class T>
cudaError_t cudaMalloc(T** memory, std::size_t bytes) {
  return cudaMalloc(reinterpret_cast<void**>(memory), bytes);
}

inline void __syncthreads() { emulated::barrier(); }
template <class T>
T atomicAdd(T* target, T value) {
  return std::atomic_ref<T>(*target).fetch_add(value);
}
/// Changes what is there only where it is `expected`; returns what was there.
template <class T>
T atomicCAS(T* target, T expected, T value) {
  std::atomic_ref<T>(*target).compare_exchange_strong(expected, value);
  return expected;
}
