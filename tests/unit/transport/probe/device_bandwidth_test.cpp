// SPDX-License-Identifier: Apache-2.0
// The tables of copies between host and device, with a stand-in for a device whose rates are known.
// On 1 to 4 ranks.
#include "transport/probe/device_bandwidth.hpp"

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "base/error.hpp"
#include "exec/device_info.hpp"

namespace thalweg::transport {
namespace {

using exec::CopyWay;
using exec::HostMemory;

/// What was asked of the stand-in.
struct CopyRequest {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  bool fail = false;
} asked;

/// Copies at 1 GB/s from pageable and at 4 GB/s from other memory, after 1 us.
class KnownCopies final : public exec::DeviceCopies {
 public:
  explicit KnownCopies(HostMemory kind) : rate_(kind == HostMemory::pageable ? 1e9 : 4e9) {}
  double run(CopyWay, std::int64_t bytes, int repetitions) override {
    const std::lock_guard lock(asked.mutex);
    asked.threads.insert(std::this_thread::get_id());
    if (asked.fail) throw DeviceError("the bus is gone");
    return repetitions * (1e-6 + static_cast<double>(bytes) / rate_);
  }

 private:
  double rate_;
};

class DeviceBandwidth : public ::testing::Test {
 protected:
  void SetUp() override {
    before_ = exec::device_copies_backend();
    exec::device_copies_backend().copies = [](HostMemory kind,
                                              std::int64_t) -> std::unique_ptr<exec::DeviceCopies> {
      return std::make_unique<KnownCopies>(kind);
    };
    devices_before_ = exec::device_backend();
    exec::device_backend() = {[] {
                                return std::vector<exec::DeviceInfo>{{"gpu", "9.0", "0", 1, ""}};
                              },
                              [](int) {}};
    asked.threads.clear();
    asked.fail = false;
  }
  void TearDown() override {
    exec::device_copies_backend() = before_;
    exec::device_backend() = devices_before_;
  }

 private:
  exec::DeviceCopiesBackend before_;
  exec::DeviceBackend devices_before_;
};

TEST_F(DeviceBandwidth, ThreadsCopyAtOnceEachOnItsDevice) {
  std::map<std::thread::id, int> chosen;  // last, by thread
  std::mutex mutex;
  const auto choose = [&](int thread) {
    const std::lock_guard lock(mutex);
    chosen[std::this_thread::get_id()] = thread;
  };
  const Operation three = device_copies(HostMemory::pinned, CopyWay::to_device, 1000, 3, choose);
  EXPECT_NEAR(three(4000, 10), 10 * 2e-6, 1e-12);
  EXPECT_EQ(asked.threads.size(), 3u);
  std::set<int> devices;
  for (const auto& [thread, device] : chosen) devices.insert(device);
  EXPECT_EQ(devices, (std::set<int>{0, 1, 2}));
  EXPECT_EQ(chosen[std::this_thread::get_id()], 0) << "the caller goes on with the first";
  asked.fail = true;
  EXPECT_THROW(three(4000, 10), DeviceError);
}

/// One node; every rank sees its device.
Topology one_device(int ranks) {
  NodePlace node;
  node.devices = {{"a device", "0000:01:00.0", {}}};
  std::vector<RankPlace> places(static_cast<std::size_t>(ranks));
  for (RankPlace& place : places) place.visible_devices = {0};
  return {{node}, places};
}

TEST_F(DeviceBandwidth, TheTableHasEveryKindBothWaysAndSeveralThreads) {
  const Communicator world = Communicator::world();
  TableOptions options;
  options.bytes = {1024, 1 << 20};
  options.threads = {1, 2};
  options.sampling.budget = 0.01;
  const CopyTable table = measure_copy_table(world, one_device(world.size()), options);
  ASSERT_EQ(table.rows.size(), 4u * 3u + 3u);
  const double rate = (1 << 20) / (1e-6 + (1 << 20) / 4e9);
  for (const CopyRates& row : table.rows) {
    const double one =
        row.memory == HostMemory::pageable ? (1 << 20) / (1e-6 + (1 << 20) / 1e9) : rate;
    const int ways = row.way == CopyWay::both ? 2 : 1;
    EXPECT_NEAR(row.rate(1, table.bytes) / (one * row.threads * ways), 1, 1e-9);
  }
  const std::string text = copy_table_text(table);
  for (const char* word :
       {"a device", "pageable", "write_combined", "2 threads", "1024 B", "1 MiB"})
    EXPECT_NE(text.find(word), std::string::npos) << word << " in\n" << text;
}

TEST(DeviceTables, AreEmptyWithoutADevice) {
  const Communicator world = Communicator::world();
  const Topology none({NodePlace()},
                      std::vector<RankPlace>(static_cast<std::size_t>(world.size())));
  EXPECT_TRUE(measure_copy_table(world, none, {}).rows.empty());
}

}  // namespace
}  // namespace thalweg::transport
