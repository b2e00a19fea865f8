// SPDX-License-Identifier: Apache-2.0
// What a copy may return before: "API synchronization behavior" of the CUDA runtime's manual.
#include <cstring>
#include <string>

#include "emulated_device/counts.hpp"
#include "tests/emulated/kernels.hpp"

namespace emulated::testing {
namespace {

struct Pinned {
  int* value = nullptr;
  explicit Pinned(int v) {
    require(cudaMallocHost(reinterpret_cast<void**>(&value), 64));
    *value = v;
  }
  ~Pinned() { cudaFreeHost(value); }
};

TEST(Copies, ReadAPageableSourceBeforeTheyReturn) {
  const OwnStream stream;
  const DeviceValues<int> device(1);
  int source = 3;
  require(cudaMemcpyAsync(device.data(), &source, 4, cudaMemcpyDefault, stream));
  source = 4;
  require(cudaStreamSynchronize(stream));
  EXPECT_EQ(device.read(), std::vector<int>{3});
}

TEST(Copies, ReadAPinnedSourceWhenTheyAreDone) {
  const OwnStream stream;
  const DeviceValues<int> device(1);
  const Pinned source(3);
  require(cudaMemcpyAsync(device.data(), source.value, 4, cudaMemcpyDefault, stream));
  *source.value = 4;
  require(cudaStreamSynchronize(stream));
  EXPECT_EQ(device.read(), std::vector<int>{4});
}

TEST(Copies, CompleteAPageableTargetBeforeTheyReturn) {
  const OwnStream stream;
  const DeviceValues<int> device(std::vector<int>{7});
  int target = 0;
  require(cudaMemcpyAsync(&target, device.data(), 4, cudaMemcpyDefault, stream));
  EXPECT_EQ(target, 7);
}

TEST(Copies, LeaveAPinnedTargetUntilSomebodyWaits) {
  const OwnStream stream;
  const DeviceValues<int> device(std::vector<int>{7});
  const Pinned target(0);
  require(cudaMemcpyAsync(target.value, device.data(), 4, cudaMemcpyDefault, stream));
  EXPECT_EQ(*target.value, 0);
  require(cudaStreamSynchronize(stream));
  EXPECT_EQ(*target.value, 7);
}

TEST(Copies, WithoutAStreamCompletePinnedTargets) {
  const DeviceValues<int> device(std::vector<int>{7});
  const Pinned target(0);
  require(cudaMemcpy(target.value, device.data(), 4, cudaMemcpyDeviceToHost));
  EXPECT_EQ(*target.value, 7);
}

TEST(Copies, BetweenPlacesOfADeviceReturnAtOnce) {
  const DeviceValues<int> from(std::vector<int>{1}), to(std::vector<int>{2});
  const OwnStream stream;
  const Pinned seen(0);
  bool old_value_seen = false;
  for (int n = 0; n < 50 && !old_value_seen; ++n) {
    require(cudaMemset(to.data(), 0, 4));
    require(cudaStreamSynchronize(cudaStreamLegacy));
    require(cudaMemcpy(to.data(), from.data(), 4, cudaMemcpyDeviceToDevice));
    require(cudaMemcpyAsync(seen.value, to.data(), 4, cudaMemcpyDefault, stream));
    require(cudaStreamSynchronize(stream));
    old_value_seen = *seen.value == 0;
    require(cudaStreamSynchronize(cudaStreamLegacy));
  }
  EXPECT_TRUE(old_value_seen);
}

TEST(Copies, PastAnAllocationAreRefused) {
  const OwnStream stream;
  const DeviceValues<int> device(10);
  std::vector<int> host(20);
  const cudaError_t status =
      cudaMemcpyAsync(device.data() + 2, host.data(), 36, cudaMemcpyDefault, stream);
  EXPECT_EQ(status, cudaErrorInvalidValue);
  EXPECT_NE(std::string(cudaGetErrorString(status))
                .find("cudaMemcpyAsync of 36 bytes from byte 8 of device memory of 40 bytes"),
            std::string::npos)
      << cudaGetErrorString(status);
  EXPECT_EQ(cudaMemset(device.data(), 0, 41), cudaErrorInvalidValue);
}

TEST(Copies, OfAnotherKindThanTheirMemoryAreRefused) {
  const DeviceValues<int> device(1);
  int host = 0;
  EXPECT_EQ(cudaMemcpy(&host, device.data(), 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device.data(), &host, 4, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(&host, 0, 4), cudaErrorInvalidValue);
}

TEST(Copies, AreCountedByTheWayTheyGo) {
  const OwnStream stream;
  const DeviceValues<int> one(100), other(100);
  std::vector<int> host(100);
  const Pinned pinned(0);
  const Counts before = counts_now();
  require(cudaMemcpyAsync(one.data(), host.data(), 400, cudaMemcpyDefault, stream));
  require(cudaMemcpyAsync(other.data(), one.data(), 300, cudaMemcpyDefault, stream));
  require(cudaMemcpyAsync(pinned.value, other.data(), 20, cudaMemcpyDefault, stream));
  const Counts given = counts_now().since(before);
  EXPECT_EQ(given.waits, 0);
  require(cudaStreamSynchronize(stream));
  const Counts all = counts_now().since(before);
  EXPECT_EQ(all.bytes_to_device, 400);
  EXPECT_EQ(all.bytes_on_device, 300);
  EXPECT_EQ(all.bytes_to_host, 20);
  EXPECT_EQ(all.waits, 1);
  EXPECT_EQ(all.calls, 4);
  EXPECT_EQ(all.allocations + all.streams + all.events + all.launches, 0);
}

}  // namespace
}  // namespace emulated::testing
