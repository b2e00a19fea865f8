// SPDX-License-Identifier: Apache-2.0
// Ranks on several nodes, as tests/nodes/run.py makes them: the nodes are found, ranks of one node
// do not use the network, and ranks of different ones use nothing else.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/nodes.hpp"
#include "tests/support/world.hpp"
#include "transport/machine/topology.hpp"
#include "transport/movements/message_plan.hpp"

namespace thalweg::transport {
namespace {

using testing::world;

/// Bytes that this node has sent over its cable so far.
std::int64_t sent_over_network() {
  std::ifstream table("/proc/net/dev");
  for (std::string line; std::getline(table, line);) {
    const auto name = line.find("eth0:");
    if (name == std::string::npos) continue;
    std::istringstream columns(line.substr(name + 5));
    std::int64_t value = 0;
    for (int column = 0; column < 9; ++column) columns >> value;  // the ninth: bytes transmitted
    return value;
  }
  ADD_FAILURE() << "there is no eth0";
  return 0;
}

struct Traffic {
  std::int64_t asked = 0;  // bytes that the ranks of this node send
  std::int64_t seen = 0;   // bytes that its cable took
};

/// Every rank sends `bytes` to every other that is at this locality (network or not); what arrives
/// is checked.
Traffic exchange(const Topology& machine, bool over_network, std::int64_t bytes) {
  const int me = world().rank();
  Chunk chunk;
  std::int64_t size = 0;
  for (int peer = 0; peer < world().size(); ++peer) {
    const bool distant = machine.locality(me, peer) == Locality::network;
    if (peer == me || distant != over_network) continue;
    chunk.sends.push_back({peer, size, bytes});
    chunk.receives.push_back({peer, size, bytes});
    size += bytes;
  }
  std::vector<std::byte> out(static_cast<std::size_t>(size), std::byte(me + 1)),
      in(static_cast<std::size_t>(size));
  MessagePlan transpose(world(), "test", {chunk}, out.data(), in.data(), "direct",
                        exec::Space::host);
  world().barrier();
  const std::int64_t before = sent_over_network();
  world().barrier();  // nobody sends before everyone has looked
  transpose.start(exec::Exec{}, 0);
  transpose.finish(exec::Exec{});
  world().barrier();
  const std::int64_t after = sent_over_network();
  for (const Message& m : chunk.receives)
    for (std::int64_t i = 0; i < m.bytes; ++i)
      EXPECT_EQ(in[static_cast<std::size_t>(m.offset + i)], std::byte(m.peer + 1));
  return {size * machine.ranks_per_node(), after - before};
}

TEST(Nodes, AreFoundByName) {
  ASSERT_GT(test::node_count(), 1) << "start this test by tests/nodes/run.py";
  char name[256] = {};
  ASSERT_EQ(gethostname(name, sizeof name), 0);
  const auto names = world().gather(name);
  const std::set<std::string> different(names.begin(), names.end());
  if (world().is_root()) {
    EXPECT_EQ(static_cast<int>(different.size()), test::node_count());
  }
  const Topology machine = Topology::discover(world());
  EXPECT_EQ(machine.nodes(), test::node_count());
  EXPECT_EQ(machine.node(machine.node_of(world().rank())).host, name);
  EXPECT_EQ(world().node_size() * test::node_count(), world().size());
}

constexpr std::int64_t megabyte = 1 << 20;

TEST(Nodes, RanksOfOneNodeShareMemory) {
  const Topology machine = Topology::discover(world());
  const Traffic traffic = exchange(machine, false, 8 * megabyte);
  EXPECT_LT(traffic.seen, megabyte) << "of " << traffic.asked << " bytes, beside barriers";
}

TEST(Nodes, RanksOfDifferentNodesUseTheNetwork) {
  const Topology machine = Topology::discover(world());
  const Traffic traffic = exchange(machine, true, 4 * megabyte);
  EXPECT_GT(traffic.asked, 0);
  EXPECT_GE(traffic.seen, traffic.asked);
}

}  // namespace
}  // namespace thalweg::transport
