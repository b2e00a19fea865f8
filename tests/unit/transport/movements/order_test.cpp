// SPDX-License-Identifier: Apache-2.0
// Ranks may start movements, and what a solver reduces in between, in different orders: nothing of
// one movement meets another or the caller's collectives. On 1 to 8 ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <numeric>

#include "tests/unit/transport/arrangements.hpp"
#include "tests/unit/transport/lagging_link.hpp"
#include "tests/unit/transport/messages.hpp"
#include "transport/comm/patience.hpp"
#include "transport/movements/message_plan.hpp"

namespace thalweg::transport {
namespace {

using testing::arranged;
using testing::Arrangement;
using testing::LaggingLink;
using testing::OnDevice;

/// A mistake is to end with an error instead of waiting for ever.
class Order : public ::testing::Test {
 protected:
  void SetUp() override { set_patience(20); }
  void TearDown() override { set_patience(600); }
};

/// The library's all-to-all of a device's last chunk starts when the device is ready: before the
/// caller's reduction on the first rank, after it on the others.
TEST_F(Order, OfAllToAllsAndReductionsMayDifferAmongRanks) {
  const Communicator comm = arranged(Arrangement::one_node);
  const int me = comm.rank(), ranks = comm.size();
  if (ranks < 2) return;
  const auto lists = testing::uneven_lists(me, ranks, 1000, 1);
  const int lag = me == 0 ? 0 : 50;
  const exec::Exec exec;
  for (const std::string route : {"alltoall", "alltoallv"}) {
    const OnDevice device("order", lists.sent, lists.received, LaggingLink::Fault::none, lag);
    MessagePlanOptions extras;
    extras.device = device.side();
    MessagePlan transpose(comm, "test", lists.chunks, device.send.data(), device.receive.data(),
                          route, exec::Space::host, extras);
    for (int round = 0; round < 3; ++round) {
      device.out->work([&] { testing::fill(lists, me, 0, round, device.send.data()); });
      transpose.start(exec, 0);
      EXPECT_EQ(comm.sum(static_cast<double>(me)), ranks * (ranks - 1) / 2.0) << route;
      transpose.finish(exec);
      device.in->wait();
      EXPECT_EQ(testing::wrong_bytes(lists, me, round, device.receive.data()), 0) << route;
    }
  }
}

/// One number sent to the next rank.
struct ToTheNext {
  std::int64_t sent = 0, received = 0;
  MessagePlan transpose;

  explicit ToTheNext(const Communicator& comm)
      : transpose(comm, "test", {{{{next(comm), 0, 8}}, {{before(comm), 0, 8}}}},
                  reinterpret_cast<std::byte*>(&sent), reinterpret_cast<std::byte*>(&received),
                  "direct", exec::Space::host) {}
  static int next(const Communicator& comm) { return (comm.rank() + 1) % comm.size(); }
  static int before(const Communicator& comm) {
    return (comm.rank() + comm.size() - 1) % comm.size();
  }
};

/// So many that numbers which are told apart by MPI's tags alone would come round.
TEST_F(Order, OfManyMovementsMayDifferAmongRanks) {
  const Communicator comm = arranged(Arrangement::one_node);
  if (comm.size() < 2) return;
  constexpr int count = 300;
  std::deque<ToTheNext> movements;
  for (int i = 0; i < count; ++i) movements.emplace_back(comm).sent = 1000 * comm.rank() + i;
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  if (comm.rank() % 2) std::reverse(order.begin(), order.end());
  const exec::Exec exec;
  for (const std::size_t i : order) movements[i].transpose.start(exec, 0);
  for (ToTheNext& m : movements) m.transpose.finish(exec);
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += movements[static_cast<std::size_t>(i)].received != 1000 * ToTheNext::before(comm) + i;
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace thalweg::transport
