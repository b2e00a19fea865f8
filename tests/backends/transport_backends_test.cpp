// SPDX-License-Identifier: Apache-2.0
// Every route between buffers that really lie on a device, bit for bit against what a naive
// exchange would deliver. All ranks may share one device.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "exec/device_copies.hpp"
#include "exec/device_info.hpp"
#include "tests/unit/transport/messages.hpp"
#include "transport/choice/choose.hpp"
#include "transport/gpu_aware/device_direct.hpp"
#include "transport/probe/pair_bandwidth.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport {
namespace {

/// The world as one node, and as nodes of two neighbouring ranks.
Communicator arranged(bool one_node) {
  const Communicator world = Communicator::world();
  std::vector<int> node_of(static_cast<std::size_t>(world.size()));
  for (int r = 0; r < world.size(); ++r)
    node_of[static_cast<std::size_t>(r)] = one_node ? 0 : r / 2;
  return world.split_into_nodes(node_of);
}

class RouteOnDevice : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (exec::devices().empty()) GTEST_SKIP() << "no CUDA device can be used by this process";
    exec::select_device(Communicator::world().node_rank());
    // Where the program is not built the route direct says that it was not tried.
    const char* program = std::getenv("THALWEG_BIN");
    set_device_trial({program ? program : "", Communicator::world().node_rank()});
  }
};

std::size_t size_of(std::int64_t bytes) { return static_cast<std::size_t>(bytes) + 1; }

void expect_delivery(const std::string& route, const Communicator& comm, std::int64_t base,
                     std::size_t chunks) {
  const int me = comm.rank();
  const auto lists = testing::uneven_lists(me, comm.size(), base, chunks);
  const auto send = exec::make_device_buffer(size_of(lists.sent));
  const auto receive = exec::make_device_buffer(size_of(lists.received));
  Plan plan{"test", comm, lists.chunks, static_cast<std::byte*>(send->data()),
            static_cast<std::byte*>(receive->data())};
  plan.device = std::make_shared<DeviceSide>(
      DeviceSide{exec::make_device_link(), exec::make_device_link(), exec::make_device_link()});
  for (const Possibility& p : possible_routes(plan))
    if (name_of(p.route) == route && !p.possible()) {
      if (comm.is_root()) std::printf("%s: not here: %s\n", route.c_str(), p.why_not.c_str());
      plan.device->settle();
      return;
    }
  const auto carrier = make_carrier(route_of(route), plan);
  plan.device->settle();
  std::vector<std::byte> out(size_of(lists.sent)), in(size_of(lists.received));
  for (int round = 0; round < 3; ++round) {
    std::fill(in.begin(), in.end(), std::byte{0xee});
    receive->write(in.data(), in.size());
    for (std::size_t c = 0; c < chunks; ++c) testing::fill(lists, me, c, round, out.data());
    send->write(out.data(), out.size());
    for (std::size_t c = 0; c < chunks; ++c) {
      carrier->start(c);
      carrier->progress();
    }
    carrier->finish();
    plan.device->in->wait();
    receive->read(in.data(), in.size());
    EXPECT_EQ(testing::wrong_bytes(lists, me, round, in.data()), 0)
        << route << ", " << base << " B, " << chunks << " chunks, round " << round;
    EXPECT_EQ(in.back(), std::byte{0xee}) << route << " wrote past the end";
  }
}

TEST_P(RouteOnDevice, DeliversWhatANaiveExchangeWould) {
  for (const bool one_node : {true, false})
    for (const std::int64_t base : {7, 50021, 1000003})
      for (const std::size_t chunks : {1, 3})
        expect_delivery(GetParam(), arranged(one_node), base, chunks);
}

/// Copies between ranks are compared byte by byte before they are timed.
TEST(PairsOfDevices, CopyDirectlyAndThroughTheHost) {
  const Communicator world = Communicator::world();
  if (exec::devices().empty()) GTEST_SKIP() << "no CUDA device can be used by this process";
  TableOptions options;
  options.bytes = {1 << 10, 16 << 20};
  options.sampling.budget = 0.2;
  const PairTable table = measure_pair_table(world, Topology::discover(world), options);
  EXPECT_EQ(table.rows.empty(), !table.why_not.empty());
  if (world.is_root())
    std::printf("%s\n",
                table.why_not.empty() ? pair_table_text(table).c_str() : table.why_not.c_str());
  for (const PairRates& row : table.rows)
    for (const auto& seconds : row.seconds) EXPECT_GT(seconds.median, 0);
}

INSTANTIATE_TEST_SUITE_P(Routes, RouteOnDevice, ::testing::ValuesIn(testing::routes_on_devices()));

}  // namespace
}  // namespace thalweg::transport
