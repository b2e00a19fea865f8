// SPDX-License-Identifier: Apache-2.0
// Two devices in one process: whose memory, whose streams, and who reaches whom.
#include <string>

#include "tests/emulated/kernels.hpp"

namespace emulated::testing {
namespace {

/// Makes a device current until the end of the scope.
struct Use {
  int before = 0;
  explicit Use(int device) {
    require(cudaGetDevice(&before));
    require(cudaSetDevice(device));
  }
  ~Use() { cudaSetDevice(before); }
};

__global__ void store(int* to, int value) { *to = value; }

int* value_on(int device) {
  const Use use(device);
  int* data = nullptr;
  require(cudaMalloc(&data, 4));
  return data;
}

TEST(Devices, AreTwoWithAddressesAndMemoryOfTheirOwn) {
  int count = 0, found = -1;
  require(cudaGetDeviceCount(&count));
  ASSERT_EQ(count, 2);
  char address[32];
  require(cudaDeviceGetPCIBusId(address, sizeof address, 1));
  require(cudaDeviceGetByPCIBusId(&found, address));
  EXPECT_EQ(found, 1);
  EXPECT_EQ(cudaSetDevice(2), cudaErrorInvalidDevice);
  std::size_t before = 0, after = 0, total = 0;
  require(cudaMemGetInfo(&before, &total));
  value_on(1);
  require(cudaMemGetInfo(&after, &total));
  EXPECT_EQ(after, before);
}

TEST(Kernels, RunOnTheDeviceThatIsCurrent) {
  const OwnStream stream_of_0;
  const Use use(1);
  EXPECT_EQ(launch({1, 1}, stream_of_0, store, value_on(1), 1), cudaErrorInvalidResourceHandle);
}

TEST(Events, AreOfTheDeviceOfTheirStream) {
  cudaEvent_t event_of_0 = nullptr;
  require(cudaEventCreateWithFlags(&event_of_0, 0));
  {
    const Use use(1);
    const OwnStream stream_of_1;
    EXPECT_EQ(cudaEventRecord(event_of_0, stream_of_1), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamWaitEvent(stream_of_1, event_of_0), cudaSuccess);
  }
  require(cudaEventDestroy(event_of_0));
}

TEST(Copies, ReachBothDevices) {
  int *here = value_on(0), *there = value_on(1);
  require(launch({1, 1}, nullptr, store, here, 5));
  require(cudaMemcpyPeerAsync(there, 1, here, 0, 4, nullptr));
  int seen = 0;
  require(cudaMemcpyAsync(&seen, there, 4, cudaMemcpyDefault, nullptr));
  EXPECT_EQ(seen, 5);
  EXPECT_EQ(cudaMemcpyPeerAsync(there, 0, here, 1, 4, nullptr), cudaErrorInvalidValue);
}

// The last test: access stays enabled.
TEST(PeerAccess, OpensTheMemoryOfTheOtherDeviceToKernels) {
  int* there = value_on(1);
  const auto run = [&] {
    require(launch({1, 1}, nullptr, store, there, 5));
    require(cudaStreamSynchronize(nullptr));
  };
  EXPECT_DEATH(run(), "a kernel \\(.*\\) touched byte 0 of device memory of 4 bytes on device 1");
  int can = 0;
  require(cudaDeviceCanAccessPeer(&can, 0, 1));
  EXPECT_EQ(can, 1);
  require(cudaDeviceEnablePeerAccess(1, 0));
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
  run();
}

}  // namespace
}  // namespace emulated::testing
