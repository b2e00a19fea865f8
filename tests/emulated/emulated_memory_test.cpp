// SPDX-License-Identifier: Apache-2.0
// Device memory is closed to the host, ends where it ends, is gone when it is released, and is not
// without limit. The environment gives the device 1 MiB.
#include <sys/mman.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <thread>

#include "tests/emulated/kernels.hpp"

// Reports name these functions, so they must be neither inlined nor hidden.
namespace careless {
[[gnu::noinline]] double* owner() {
  double* data = nullptr;
  emulated::testing::require(cudaMalloc(&data, 100 * sizeof(double)));
  return data;
}
[[gnu::noinline]] double reader(const volatile double* data) { return *data + 1; }
[[gnu::noinline]] void writer(volatile double* data) { *data = 1; }
}  // namespace careless

namespace emulated::testing {
namespace {

constexpr std::size_t device_bytes = 1 << 20;

TEST(HostCode, MayNotReadDeviceMemory) {
  const double* data = careless::owner();
  EXPECT_DEATH(std::printf("%g", careless::reader(data + 3)),
               "code of the host touched device memory: byte 24 of device memory of 800 bytes on "
               "device 0, allocated from\n *careless::owner(.*\n)*.*by\n *careless::reader");
}

TEST(HostCode, MayNotWriteDeviceMemory) {
  double* data = careless::owner();
  EXPECT_DEATH(careless::writer(data),
               "code of the host touched device memory: byte 0 of device memory");
}

TEST(HostCode, MayNotUseReleasedMemory) {
  double* data = careless::owner();
  require(cudaFree(data));
  EXPECT_DEATH(careless::writer(data + 1), "byte 8 of released device memory of 800 bytes");
  EXPECT_DEATH(cudaFree(data), "cudaFree of what is not the begin of living device memory");
}

TEST(HostCode, MeetsNoOtherMemoryWhereReleasedOneWas) {
  double* first = careless::owner();
  require(cudaFree(first));
  for (int n = 0; n < 50; ++n) EXPECT_NE(careless::owner(), first);
}

__global__ void let_go_on(std::atomic<bool>* may_go_on, std::thread* other) {
  *may_go_on = true;
  may_go_on->notify_all();
  other->join();
}

bool has_protection_keys() {
  const int key = pkey_alloc(0, 0);
  if (key >= 0) pkey_free(key);
  return key >= 0;
}

TEST(ProtectionKeys, CloseTheMemoryToOtherThreadsWhileTheDeviceWorks) {
  if (!has_protection_keys()) return;  // nothing is promised then
  double* data = careless::owner();
  const auto run = [&] {
    std::atomic<bool> may_write = false;
    std::thread other([&] {  // of before: a thread begins with the rights of the one that makes it
      may_write.wait(false);
      careless::writer(data);
    });
    require(launch({1, 1}, nullptr, let_go_on, &may_write, &other));
    require(cudaStreamSynchronize(nullptr));
  };
  EXPECT_DEATH(run(), "touched byte 0 of device memory of 800 bytes(.*\n)*.*careless::writer");
}

__global__ void write_at(double* data, std::ptrdiff_t at) { data[at] = 1; }

TEST(Kernels, MayNotRunPastAnAllocation) {
  double* data = careless::owner();
  const auto run = [&](std::ptrdiff_t at) {
    require(launch({1, 1}, nullptr, write_at, data, at));
    require(cudaStreamSynchronize(nullptr));
  };
  EXPECT_DEATH(run(100), "a kernel \\(double.*\\) touched 0 bytes past the end of device memory");
  EXPECT_DEATH(run(107), "touched 56 bytes past the end of device memory of 800 bytes");
  EXPECT_DEATH(
      {
        run(-1);
        cudaFree(data);
      },
      "something was written beside");
}

TEST(Kernels, MayNotUseReleasedMemory) {
  double* data = careless::owner();
  require(cudaFree(data));
  const auto run = [&] {
    require(launch({1, 1}, nullptr, write_at, data, std::ptrdiff_t{2}));
    require(cudaStreamSynchronize(nullptr));
  };
  EXPECT_DEATH(run(), "a kernel \\(.*\\) touched byte 16 of released device memory");
}

TEST(Allocations, OfOddSizesKeepWhatIsBehindThem) {
  char* data = nullptr;
  require(cudaMalloc(&data, 13));
  const auto fill = [&](std::size_t bytes) {
    return launch(
        {1, 1}, nullptr, +[](char* to, std::size_t n) { std::memset(to, 1, n); }, data, bytes);
  };
  require(fill(13));
  require(cudaFree(data));
  require(cudaMalloc(&data, 13));
  require(fill(14));
  EXPECT_DEATH(cudaFree(data), "something was written beside");
}

TEST(Allocations, BeginWithNaN) {
  const DeviceValues<double> doubles(1000);
  const DeviceValues<float> floats(7);
  for (const double v : doubles.read()) EXPECT_TRUE(std::isnan(v));
  for (const float v : floats.read()) EXPECT_TRUE(std::isnan(v));
}

TEST(Allocations, EndWhereTheDeviceEnds) {
  std::size_t before = 0, after = 0, total = 0;
  require(cudaMemGetInfo(&before, &total));
  EXPECT_EQ(total, device_bytes);
  void *large = nullptr, *more = nullptr;
  require(cudaMalloc(&large, before - 1000));
  require(cudaMemGetInfo(&after, &total));
  EXPECT_EQ(after, 1000u);
  const cudaError_t status = cudaMalloc(&more, 1001);
  EXPECT_EQ(status, cudaErrorMemoryAllocation);
  EXPECT_STREQ(cudaGetErrorString(status),
               "out of memory (emulated device: 1001 bytes asked for, 1000 of 1048576 are free)");
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(more, nullptr);
  require(cudaFree(large));
  require(cudaMalloc(&more, before));
  require(cudaFree(more));
}

TEST(Allocations, OfNoBytesAreNull) {
  void* memory = &memory;
  require(cudaMalloc(&memory, 0));
  EXPECT_EQ(memory, nullptr);
  require(cudaFree(nullptr));
}

TEST(PinnedMemory, IsOpenToTheHostAndKeepsItsBorders) {
  void* memory = nullptr;
  require(cudaMallocHost(&memory, 100));
  auto* bytes = static_cast<char*>(memory);
  std::memset(bytes, 0, 100);
  bytes[100] = 0;
  EXPECT_DEATH(cudaFreeHost(memory), "something was written beside");
  bytes[100] = static_cast<char>(0xff);
  require(cudaFreeHost(memory));
}

}  // namespace
}  // namespace emulated::testing
