// SPDX-License-Identifier: Apache-2.0
// The tables of copies between devices, with memory that processes share for a device's and a link
// that is late with its copies. On 1 to 4 ranks.
#include "transport/probe/pair_bandwidth.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "exec/device_info.hpp"
#include "tests/unit/transport/lagging_link.hpp"

namespace thalweg::transport {
namespace {

using testing::DeviceMemory;
using testing::LaggingLink;
using Pairs = std::vector<DevicePair>;

/// Nodes of so many devices and ranks; every rank sees all devices of its node.
Topology machine(int nodes, int devices, int ranks) {
  NodePlace node;
  std::vector<int> all;
  for (int d = 0; d < devices; ++d) {
    node.devices.push_back({"a device", "0000:0" + std::to_string(d) + ":00.0", {}});
    all.push_back(d);
  }
  std::vector<RankPlace> places(static_cast<std::size_t>(nodes * ranks));
  for (int r = 0; r < nodes * ranks; ++r) {
    places[static_cast<std::size_t>(r)].node = r / ranks;
    places[static_cast<std::size_t>(r)].visible_devices = all;
  }
  return {std::vector<NodePlace>(static_cast<std::size_t>(nodes), node), places};
}

TEST(DevicePairs, AreOfDifferentDevicesWhereTheNodeHasSeveral) {
  EXPECT_EQ(device_pairs(machine(1, 0, 4)), Pairs{});
  EXPECT_EQ(device_pairs(machine(1, 1, 1)), Pairs{});
  EXPECT_EQ(device_pairs(machine(1, 1, 5)), (Pairs{{0, 1}, {2, 3}}));
  EXPECT_EQ(device_pairs(machine(1, 2, 4)), (Pairs{{0, 1}})) << "the others own none";
  EXPECT_EQ(device_pairs(machine(2, 7, 7)), (Pairs{{0, 1}, {2, 3}, {4, 5}})) << "figure 8";
}

/// Counts what is asked of a link that is late.
class CountedLink final : public exec::DeviceLink {
 public:
  int copies = 0, waits = 0, most_ahead = 0;

  void copy(void* to, const void* from, std::size_t bytes) override {
    ++copies;
    most_ahead = std::max(most_ahead, ++ahead_);
    link_.copy(to, from, bytes);
  }
  void wait() override {
    ++waits;
    ahead_ = 0;
    link_.wait();
  }
  Mark mark() override { return link_.mark(); }
  bool reached(Mark mark) override { return link_.reached(mark); }
  std::shared_ptr<std::byte> pinned(std::size_t bytes) override { return link_.pinned(bytes); }
  exec::SharedMemory share(const std::byte* memory) override { return link_.share(memory); }
  std::shared_ptr<std::byte> open(const exec::SharedMemory& memory) override {
    return link_.open(memory);
  }

 private:
  LaggingLink link_{{}};
  int ahead_ = 0;
};

TEST(PairCopies, GoDirectlyOrThroughTheStageAndAreWaitedForOrQueued) {
  constexpr int repetitions = 5;
  for (const bool through_host : {false, true})
    for (const bool queued : {false, true}) {
      CountedLink link;
      std::vector<std::byte> own(100, std::byte{7}), there(100), stage(100);
      const Operation copies =
          pair_copies(link, own.data(), there.data(), stage.data(), {through_host, queued});
      EXPECT_GT(copies(60, repetitions), 0);
      const int parts = through_host ? 2 : 1;
      EXPECT_EQ(link.copies, parts * repetitions);
      EXPECT_EQ(link.most_ahead, queued ? parts * repetitions : 1);
      EXPECT_EQ(link.waits, queued ? 1 : parts * repetitions + 1);
      EXPECT_EQ(std::ranges::count(there, std::byte{7}), 60) << "no more than was asked for";
      EXPECT_EQ(std::ranges::count(stage, std::byte{7}), through_host ? 60 : 0);
    }
}

/// What stands for the devices of this process.
struct Devices {
  std::vector<const DeviceMemory*> memories;
  LaggingLink::Fault fault = LaggingLink::Fault::none;
  int made = 0;
} here;

class SharedBuffer final : public exec::DeviceBuffer {
 public:
  explicit SharedBuffer(std::size_t bytes)
      : memory_("pair" + std::to_string(here.made++), static_cast<std::int64_t>(bytes)) {
    here.memories.push_back(&memory_);
  }
  ~SharedBuffer() override { std::erase(here.memories, &memory_); }
  void* data() override { return memory_.data(); }
  void write(const void* from, std::size_t bytes) override {
    std::memcpy(memory_.data(), from, bytes);
  }
  void read(void* to, std::size_t bytes) const override { std::memcpy(to, memory_.data(), bytes); }

 private:
  DeviceMemory memory_;
};

class PairTableTest : public ::testing::Test {
 protected:
  const Communicator world_ = Communicator::world();

  PairTableTest() : copies_(exec::device_copies_backend()), devices_(exec::device_backend()) {
    exec::device_copies_backend().buffer =
        [](std::size_t bytes) -> std::unique_ptr<exec::DeviceBuffer> {
      return std::make_unique<SharedBuffer>(bytes);
    };
    exec::device_copies_backend().link = []() -> std::shared_ptr<exec::DeviceLink> {
      return std::make_shared<LaggingLink>(here.memories, here.fault);
    };
    exec::device_backend() = {[] {
                                return std::vector<exec::DeviceInfo>{{"gpu", "9.0", "0", 1, ""}};
                              },
                              [](int) {}};
  }
  ~PairTableTest() override {
    here.fault = LaggingLink::Fault::none;
    exec::device_copies_backend() = copies_;
    exec::device_backend() = devices_;
  }
  PairTable table_on(int devices) const {
    TableOptions options;
    options.bytes = {1024, 1 << 16};
    options.sampling.budget = 0.01;
    return measure_pair_table(world_, machine(1, devices, world_.size()), options);
  }

 private:
  exec::DeviceCopiesBackend copies_;
  exec::DeviceBackend devices_;
};

TEST_F(PairTableTest, HasBothWaysInBothOrdersByOnePairAndByAll) {
  for (const int devices : {1, world_.size()}) {
    const PairTable table = table_on(devices);
    EXPECT_EQ(table.why_not.empty(), world_.size() > 1) << table.why_not;
    const int pairs = world_.size() / 2;
    ASSERT_EQ(table.rows.size(), pairs > 1 ? 8u : pairs > 0 ? 4u : 0u);
    if (pairs == 0) continue;
    EXPECT_EQ(table.within_one, devices == 1);
    EXPECT_EQ(table.rows.back().pairs, pairs);
    for (const PairRates& row : table.rows)
      for (std::size_t s = 0; s < 2; ++s) {
        EXPECT_GT(row.rate(s, table.bytes), 0);
        EXPECT_DOUBLE_EQ(row.rate(s, table.bytes) * typical_seconds(row.seconds[s]),
                         static_cast<double>(row.pairs * table.bytes[s]));
      }
    const std::string text = pair_table_text(table);
    for (const char* word : {"1 x direct", "1 x by host", "one by one", "queued", "64 KiB"})
      EXPECT_NE(text.find(word), std::string::npos) << word << " in\n" << text;
    EXPECT_NE(text.find(devices == 1 ? "within one a device" : "between devices"),
              std::string::npos)
        << text;
  }
}

TEST_F(PairTableTest, SaysOnAllRanksWhyAPairCannotCopy) {
  if (world_.size() < 2) return;
  const std::pair<LaggingLink::Fault, const char*> faults[] = {
      {LaggingLink::Fault::cannot_share, "rank 1: this memory is of a pool"},
      {LaggingLink::Fault::cannot_open, "rank 0: another container's memory"},
      {LaggingLink::Fault::wrong_memory, "rank 1: what arrived is not what was sent"}};
  for (const auto& [fault, words] : faults) {
    here.fault = fault;
    const PairTable table = table_on(1);
    EXPECT_NE(table.why_not.find(words), std::string::npos) << table.why_not;
    EXPECT_TRUE(table.rows.empty());
  }
}

}  // namespace
}  // namespace thalweg::transport
