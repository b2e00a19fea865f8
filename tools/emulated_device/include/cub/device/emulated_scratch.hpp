// SPDX-License-Identifier: Apache-2.0
// What the stand-ins for CUB's calls over whole lists share: each is one kernel of one thread, and
// fills the scratch memory that it asked for, so that too little of it or a second use shows.
#pragma once

#include <cstddef>
#include <cstring>

#include "cuda_runtime.h"

namespace emulated {

/// How much a call over n values asks for: more than nothing, as CUB does.
template <class T>
std::size_t scratch_bytes(long long n) {
  return sizeof(T) * (static_cast<std::size_t>(n) / 128 + 1);
}

struct Scratch {
  void* data;
  std::size_t bytes;
  void overwrite(std::size_t needed) const { std::memset(data, 0xff, needed); }
};

template <class... P, class... A>
cudaError_t run_once(cudaStream_t stream, void (*kernel)(P...), A... arguments) {
  cudaLaunchConfig_t config{};
  config.stream = stream;
  return cudaLaunchKernelEx(&config, kernel, arguments...);
}

}  // namespace emulated
