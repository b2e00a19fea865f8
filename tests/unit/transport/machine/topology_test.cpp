// SPDX-License-Identifier: Apache-2.0
// Localities, device owners and warnings of machines written down here, and what is found of the
// machine that the test runs on, on 1 to 4 ranks.
#include "transport/machine/topology.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ranges>

#include "tests/support/nodes.hpp"
#include "transport/machine/hardware.hpp"

namespace thalweg::transport {
namespace {

namespace fs = std::filesystem;

RankPlace bound(int node, std::vector<int> cores, std::vector<int> sockets,
                std::vector<int> visible = {}) {
  RankPlace place;
  place.node = node;
  place.cores = std::move(cores);
  place.sockets = std::move(sockets);
  place.visible_devices = std::move(visible);
  return place;
}

/// A node of two sockets with two cores each and a device at each socket.
NodePlace two_sockets(const std::string& host) {
  return {.host = host,
          .processor = "test processor",
          .cores = 4,
          .sockets = 2,
          .devices = {{"gpu", "0000:01:00.0", {0, 1}}, {"gpu", "0000:81:00.0", {2, 3}}},
          .network = "",
          .cache_bytes = 0};
}

TEST(Topology, LocalityFollowsSocketsAndNodes) {
  const Topology machine({two_sockets("a"), two_sockets("b")},
                         {bound(0, {0}, {0}), bound(0, {1}, {0}), bound(0, {2}, {1}),
                          bound(0, {0, 1, 2, 3}, {0, 1}), bound(1, {0}, {0})});
  EXPECT_EQ(machine.locality(0, 0), Locality::self);
  EXPECT_EQ(machine.locality(0, 1), Locality::socket);
  EXPECT_EQ(machine.locality(0, 2), Locality::node);
  EXPECT_EQ(machine.locality(0, 3), Locality::node) << "a rank that may run on either socket";
  EXPECT_EQ(machine.locality(0, 4), Locality::network) << "the same socket number elsewhere";
  EXPECT_EQ(machine.ranks_on(0), (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(machine.ranks_per_node(), 4);
}

TEST(Topology, NearRanksOwnDevicesAndTheOthersHelp) {
  const Topology machine({two_sockets("a")},
                         {bound(0, {2}, {1}, {0, 1}), bound(0, {3}, {1}, {0, 1}),
                          bound(0, {0}, {0}, {0, 1}), bound(0, {1}, {0}, {0, 1})});
  EXPECT_TRUE(machine.rank(2).owns_device);
  EXPECT_EQ(machine.rank(2).device, 0);
  EXPECT_TRUE(machine.rank(0).owns_device);
  EXPECT_EQ(machine.rank(0).device, 1);
  EXPECT_EQ(machine.rank(3).device, 0) << "with rank 2, which is on the same socket";
  EXPECT_EQ(machine.rank(1).device, 1);
  EXPECT_TRUE(machine.is_helper(3) && machine.is_helper(1));
  EXPECT_FALSE(machine.is_helper(2) || machine.is_helper(0));
}

TEST(Topology, ARankOwnsOnlyWhatItSees) {
  const Topology machine({two_sockets("a")},
                         {bound(0, {0}, {0}, {0, 1}), bound(0, {2}, {1}, {0}), bound(0, {1}, {0})});
  EXPECT_EQ(machine.rank(0).device, 1) << "rank 1 sees device 0 alone";
  EXPECT_EQ(machine.rank(1).device, 0);
  EXPECT_TRUE(machine.is_helper(2)) << "sees no device";
}

TEST(Topology, HelpersAreSharedOutEvenly) {
  std::vector<RankPlace> ranks;
  for (int r = 0; r < 10; ++r) ranks.push_back(bound(0, {0, 1, 2, 3}, {0, 1}, {0, 1}));
  const Topology machine({two_sockets("a")}, ranks);
  for (const int device : {0, 1})
    EXPECT_EQ(std::ranges::count_if(
                  std::views::iota(0, 10),
                  [&](int r) { return machine.is_helper(r) && machine.rank(r).device == device; }),
              4);
}

/// Of four ranks near one device two compute on the other, and each knows its own numbers.
TEST(Topology, EveryRankWorksOnADeviceThatItSees) {
  std::vector<RankPlace> ranks;
  for (int r = 0; r < 4; ++r) ranks.push_back(bound(0, {0, 1}, {0}, {1, 0}));
  const Topology crowded({two_sockets("a")}, ranks);
  std::vector<int> device, number;
  for (int r = 0; r < 4; ++r) {
    device.push_back(crowded.rank(r).device);
    number.push_back(crowded.device_number(r));
  }
  EXPECT_EQ(device, (std::vector{0, 1, 0, 1}));
  EXPECT_EQ(number, (std::vector{1, 0, 1, 0})) << "of devices in this process's order";
  // A rank that sees one of two shares that one, however many do.
  const Topology narrow({two_sockets("a")}, {bound(0, {0}, {0}, {0}), bound(0, {2}, {1}, {0, 1}),
                                             bound(0, {1}, {0}, {0}), bound(0, {3}, {1}, {0})});
  for (const int r : {0, 2, 3}) EXPECT_EQ(narrow.device_number(r), 0) << r;
  EXPECT_EQ(narrow.device_number(1), 1);
  // A far rank takes the device that is nearest to it though its number on the node is another.
  const Topology crossed({two_sockets("a")},
                         {bound(0, {2}, {1}, {0, 1}), bound(0, {0}, {0}, {0, 1})});
  EXPECT_EQ(crossed.device_number(0), 1);
  EXPECT_EQ(crossed.device_number(1), 0);
}

TEST(Topology, WithoutDevicesNobodyHelps) {
  NodePlace node = two_sockets("a");
  node.devices.clear();
  const Topology machine({node}, {bound(0, {0}, {0}), bound(0, {1}, {0})});
  EXPECT_FALSE(machine.is_helper(1));
  EXPECT_EQ(machine.rank(1).device, -1);
}

std::vector<std::string> warnings_of(std::vector<RankPlace> ranks) {
  return Topology({two_sockets("a")}, std::move(ranks)).warnings();
}

TEST(Topology, SaysNothingOfGoodBinding) {
  EXPECT_TRUE(warnings_of({bound(0, {0}, {0}), bound(0, {2}, {1})}).empty());
  EXPECT_TRUE(warnings_of({bound(0, {0, 1, 2, 3}, {0, 1})}).empty()) << "a rank alone";
}

TEST(Topology, SaysWhoSharesACore) {
  const auto found = warnings_of({bound(0, {1}, {0}), bound(0, {0}, {0}), bound(0, {1}, {0})});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].find("ranks 0 and 2 are bound to the same core (1)"), std::string::npos)
      << found[0];
}

TEST(Topology, SaysThatCoresAreOversubscribed) {
  const auto found = warnings_of({bound(0, {0}, {0}), bound(0, {0}, {0})});
  ASSERT_GE(found.size(), 1u);
  EXPECT_NE(found[0].find("2 ranks share 1 core:"), std::string::npos) << found[0];
}

TEST(Topology, SaysWhoIsNotBound) {
  const auto found = warnings_of({bound(0, {0, 1}, {0}), bound(0, {0}, {0})});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].find("rank 0 is not bound"), std::string::npos) << found[0];
}

TEST(Topology, CrowdsWithinWiderBindingsAreFound) {
  // Three ranks in two cores, one alone: no core is shared by name, yet one must wait.
  const auto found = warnings_of(
      {bound(0, {0, 1}, {0}), bound(0, {0}, {0}), bound(0, {0, 1}, {0}), bound(0, {2}, {1})});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].find("ranks 0, 1, 2"), std::string::npos) << found[0];
}

TEST(Topology, FingerprintHoldsWhatTimesDependOnAndNoHostNames) {
  const std::vector<RankPlace> two{bound(0, {0}, {0}, {0, 1}), bound(0, {2}, {1}, {0, 1})};
  const Texts here = fingerprint(Topology({two_sockets("a")}, two));
  EXPECT_EQ(here.at("processor"), "test processor");
  EXPECT_EQ(here.at("devices"), "2 x gpu");
  EXPECT_EQ(here.at("ranks_per_node"), "2");
  EXPECT_EQ(here, fingerprint(Topology({two_sockets("b")}, two)));
  EXPECT_NE(here, fingerprint(Topology({two_sockets("a")}, {two[0]})));
}

TEST(Topology, FindsThisMachine) {
  const Communicator world = Communicator::world();
  const Topology machine = Topology::discover(world);
  const int me = world.rank();
  ASSERT_EQ(machine.ranks(), world.size());
  const int on_node = world.size() / test::node_count();
  EXPECT_EQ(machine.nodes(), test::node_count());
  EXPECT_EQ(machine.ranks_per_node(), on_node);
  EXPECT_EQ(machine.locality(me, me), Locality::self);
  for (int peer = 0; peer < world.size(); ++peer) {
    EXPECT_EQ(machine.locality(me, peer), machine.locality(peer, me));
    EXPECT_EQ(machine.locality(me, peer) == Locality::network, peer / on_node != me / on_node);
  }
  const auto& cores = machine.rank(me).cores;
  ASSERT_FALSE(cores.empty());
  EXPECT_LE(static_cast<int>(cores.size()), machine.node(0).cores);
  EXPECT_FALSE(machine.node(0).processor.empty());
}

TEST(Topology, SeesItsBinding) {
  const Communicator world = Communicator::world();
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  const Topology machine = Topology::discover(world);
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
  EXPECT_EQ(machine.rank(world.rank()).cores.size(), 1u);
  EXPECT_EQ(machine.rank(world.rank()).sockets.size(), 1u);
  EXPECT_EQ(machine.warnings().empty(), world.size() == 1);
}

TEST(Hardware, NamesTheAdapters) {
  const std::string scratch =
      fs::temp_directory_path() / ("thalweg-adapters-" + std::to_string(getpid()));
  const fs::path root = scratch;
  EXPECT_EQ(network_adapters(scratch), "");
  fs::create_directories(root / "class/net/eth0/device");
  fs::create_symlink("../drivers/ixgbe", root / "class/net/eth0/device/driver");
  std::ofstream(root / "class/net/eth0/speed") << "10000\n";
  fs::create_directories(root / "class/net/lo");
  EXPECT_EQ(network_adapters(scratch), "ixgbe 10000 Mb/s");
  for (const char* name : {"mlx5_0", "mlx5_1"}) {
    fs::create_directories(root / "class/infiniband" / name / "ports/1");
    std::ofstream(root / "class/infiniband" / name / "hca_type") << "MT4123\n";
    std::ofstream(root / "class/infiniband" / name / "ports/1/rate") << "200 Gb/sec (4X HDR)\n";
  }
  EXPECT_EQ(network_adapters(scratch), "2 x MT4123 200 Gb/sec (4X HDR)");
  fs::remove_all(root);
}

}  // namespace
}  // namespace thalweg::transport
