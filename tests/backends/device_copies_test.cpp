// SPDX-License-Identifier: Apache-2.0
// Device memory and copies as code sees them that does not know CUDA.
#include "exec/device_copies.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "exec/device_info.hpp"

namespace thalweg::exec {
namespace {

class DeviceCopiesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no CUDA device can be used by this process";
    select_device(0);
  }
};

TEST_F(DeviceCopiesTest, BuffersKeepWhatIsWritten) {
  std::vector<unsigned char> sent(100003), received(sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<unsigned char>(i * 7);
  const auto buffer = make_device_buffer(sent.size());
  buffer->write(sent.data(), sent.size());
  buffer->read(received.data(), received.size());
  EXPECT_EQ(received, sent);
}

TEST_F(DeviceCopiesTest, EveryKindOfMemoryIsCopiedBothWays) {
  constexpr std::int64_t largest = 16 << 20;
  for (const HostMemory kind :
       {HostMemory::pageable, HostMemory::pinned, HostMemory::mapped, HostMemory::write_combined}) {
    const auto copies = make_device_copies(kind, largest);
    for (const CopyWay way : {CopyWay::to_device, CopyWay::to_host, CopyWay::both})
      for (const std::int64_t bytes : {std::int64_t{64}, largest})
        EXPECT_GT(copies->run(way, bytes, 3), 0);
  }
}

TEST_F(DeviceCopiesTest, TheTriadHasABandwidth) {
  EXPECT_GT(device_triad_bandwidth(std::size_t{4} << 20), 0);
}

}  // namespace
}  // namespace thalweg::exec
