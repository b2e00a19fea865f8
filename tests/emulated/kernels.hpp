// SPDX-License-Identifier: Apache-2.0
// Device memory, streams and launches for tests of the emulated device, without the layers above
// it.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

namespace emulated::testing {

inline void require(cudaError_t status) {
  ASSERT_EQ(status, cudaSuccess) << cudaGetErrorString(status);
}

/// So many values in device memory, until the end of the scope.
template <class T>
class DeviceValues {
 public:
  explicit DeviceValues(std::size_t count) : count_(count) {
    require(cudaMalloc(&data_, count * sizeof(T)));
  }
  explicit DeviceValues(const std::vector<T>& values) : DeviceValues(values.size()) {
    require(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
    require(cudaStreamSynchronize(cudaStreamLegacy));
  }
  ~DeviceValues() { cudaFree(data_); }
  DeviceValues(const DeviceValues&) = delete;
  DeviceValues& operator=(const DeviceValues&) = delete;
  T* data() const { return data_; }
  std::vector<T> read() const {
    std::vector<T> values(count_);
    require(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// A stream that the legacy stream does not wait for, until the end of the scope.
class OwnStream {
 public:
  explicit OwnStream(unsigned flags = cudaStreamNonBlocking) {
    require(cudaStreamCreateWithFlags(&stream_, flags));
  }
  ~OwnStream() { cudaStreamDestroy(stream_); }
  OwnStream(const OwnStream&) = delete;
  OwnStream& operator=(const OwnStream&) = delete;
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

struct Grid {
  dim3 blocks, threads;
  std::size_t shared_bytes = 0;
};

template <class... P, class... A>
cudaError_t launch(const Grid& grid, cudaStream_t stream, void (*kernel)(P...), A&&... arguments) {
  const cudaLaunchConfig_t config{grid.blocks, grid.threads, grid.shared_bytes, stream};
  return cudaLaunchKernelEx(&config, kernel, std::forward<A>(arguments)...);
}

}  // namespace emulated::testing
