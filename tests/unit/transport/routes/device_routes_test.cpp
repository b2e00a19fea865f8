// SPDX-License-Identifier: Apache-2.0
// Routes between buffers in device memory, for which host memory stands that is late with its work
// (lagging_link.hpp): all deliver bit for bit what a naive exchange would, on 1 to 8 ranks, and say
// why where they cannot. No device is needed; tests/backends has the same with one.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <tuple>

#include "base/error.hpp"
#include "tests/unit/transport/arrangements.hpp"
#include "tests/unit/transport/lagging_link.hpp"
#include "tests/unit/transport/messages.hpp"
#include "tests/unit/transport/working_trial.hpp"
#include "transport/choice/choose.hpp"
#include "transport/comm/patience.hpp"
#include "transport/gpu_aware/device_direct.hpp"
#include "transport/movements/message_plan.hpp"
#include "transport/routes/carriers/peer_memory.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport {
namespace {

using testing::arranged;
using testing::Arrangement;
using testing::LaggingLink;
using testing::OnDevice;
using testing::why_not;

using Parameters = std::tuple<std::string, Arrangement, std::int64_t, std::size_t>;
class RouteOnDevice : public ::testing::TestWithParam<Parameters> {
 protected:
  // Once: the outcome is kept for each arrangement.
  static void SetUpTestSuite() { trial_ = std::make_unique<testing::WorkingTrial>(); }
  static void TearDownTestSuite() { trial_.reset(); }
  inline static std::unique_ptr<testing::WorkingTrial> trial_;
};

TEST_P(RouteOnDevice, DeliversWhatANaiveExchangeWould) {
  const auto& [route, arrangement, base, chunks] = GetParam();
  const Communicator comm = arranged(arrangement);
  const int me = comm.rank();
  const auto lists = testing::uneven_lists(me, comm.size(), base, chunks);
  const OnDevice device("routes", lists.sent, lists.received);
  const Plan plan = device.plan(comm, lists.chunks);
  if (!why_not(plan, route_of(route)).empty()) {
    EXPECT_THROW(choose_route(route, plan), InputError);
    return;
  }
  const auto carrier = make_carrier(route_of(route), plan);
  plan.device->settle();
  std::int64_t wrong = 0;
  int checks = 0;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t c = 0; c < chunks; ++c) {
      // Kernels that fill the chunk, after those that read what came last.
      device.out->work([&device, &lists, me, c, round] {
        device.in->wait();
        testing::fill(lists, me, c, round, device.send.data());
      });
      carrier->start(c);
      carrier->progress();
    }
    carrier->finish();
    std::fill_n(device.send.data(), lists.sent, std::byte{0x11});  // it is free
    device.in->work([&, round] {
      wrong += testing::wrong_bytes(lists, me, round, device.receive.data());
      std::fill_n(device.receive.data(), lists.received, std::byte{0xee});
      ++checks;
    });
  }
  device.in->wait();
  EXPECT_EQ(checks, 3);
  EXPECT_EQ(wrong, 0);
}

std::string test_name(const ::testing::TestParamInfo<Parameters>& info) {
  const auto& [route, arrangement, base, chunks] = info.param;
  return testing::route_test_name(route, name_of(arrangement), base, chunks);
}

INSTANTIATE_TEST_SUITE_P(Routes, RouteOnDevice,
                         ::testing::Combine(::testing::ValuesIn(testing::routes_on_devices()),
                                            ::testing::Values(Arrangement::one_node,
                                                              Arrangement::pairs,
                                                              Arrangement::uneven),
                                            ::testing::Values(0, 50021), ::testing::Values(1, 3)),
                         test_name);

/// The whole movement, with a link that is never late.
TEST(MessagesOnDevice, GoesByEveryRouteThatNeedsNoDevice) {
  const testing::WorkingTrial trial;
  const Communicator comm = arranged(Arrangement::pairs);
  const int me = comm.rank();
  const auto lists = testing::uneven_lists(me, comm.size(), 1000, 2);
  std::vector<std::byte> out(static_cast<std::size_t>(lists.sent) + 1),
      in(static_cast<std::size_t>(lists.received) + 1);
  const exec::Exec exec;
  for (const std::string route : {"auto", "direct", "staged", "pairwise", "alltoallv"}) {
    MessagePlan transpose(comm, "test", lists.chunks, out.data(), in.data(), route,
                          exec::Space::device);
    for (int round = 0; round < 2; ++round) {
      for (std::size_t c = 0; c < 2; ++c) {
        testing::fill(lists, me, c, round, out.data());
        transpose.start(exec, static_cast<int>(c));
      }
      transpose.finish(exec);
      EXPECT_EQ(testing::wrong_bytes(lists, me, round, in.data()), 0) << route;
    }
  }
  if (comm.size() == 1) return;
  EXPECT_THROW(
      MessagePlan(comm, "test", lists.chunks, out.data(), in.data(), "shared", exec::Space::device),
      InputError);
}

/// What one plan has brought is read before messages of another may overwrite it.
TEST(StagingArea, IsSharedByPlansThatTakeTurns) {
  const Communicator comm = arranged(Arrangement::one_node);
  const int me = comm.rank();
  const auto lists = testing::uneven_lists(me, comm.size(), 50021, 1);
  const OnDevice one("one", lists.sent, lists.received), two("two", lists.sent, lists.received);
  const auto staging = std::make_shared<Staging>(lists.sent, lists.received);
  const Plan plans[] = {one.plan(comm, lists.chunks), two.plan(comm, lists.chunks)};
  std::unique_ptr<Carrier> carriers[2];
  for (std::size_t i : {0, 1}) {
    plans[i].device->staging = staging;
    carriers[i] = make_carrier(Route::staged, plans[i]);
  }
  EXPECT_EQ(plans[0].device->staged_send, plans[1].device->staged_send);
  EXPECT_EQ(plans[0].device->staged_receive, plans[1].device->staged_receive);
  for (int round = 0; round < 6; round += 2) {
    for (int i : {0, 1}) {
      testing::fill(lists, me, 0, round + i, plans[i].send);
      carriers[i]->start(0);
      carriers[i]->finish();
    }
    for (int i : {0, 1}) {
      plans[i].device->in->wait();
      EXPECT_EQ(testing::wrong_bytes(lists, me, round + i, plans[i].receive), 0) << "plan " << i;
    }
  }
}

TEST(StagingArea, RefusesPlansThatAreLarger) {
  if (arranged(Arrangement::one_node).size() < 2) return;
  const Communicator comm = arranged(Arrangement::one_node);
  const auto lists = testing::uneven_lists(comm.rank(), comm.size(), 1000, 1);
  const OnDevice device("small", lists.sent, lists.received);
  const Plan plan = device.plan(comm, lists.chunks);
  plan.device->staging = std::make_shared<Staging>(8, 8);
  EXPECT_THROW(make_carrier(Route::staged, plan), UsageError);
}

/// A device that never comes to an end is not waited for without one.
TEST(OwnDevice, IsWaitedForAsLongAsPatienceLasts) {
  const Communicator comm = arranged(Arrangement::one_node);
  const auto lists = testing::uneven_lists(comm.rank(), comm.size(), 100, 1);
  constexpr int never = 1 << 30;
  const OnDevice device("never", lists.sent, lists.received, LaggingLink::Fault::none, never);
  const auto carrier = make_carrier(Route::staged, device.plan(comm, lists.chunks));
  set_patience(0.1);
  device.out->work([] {});
  carrier->start(0);
  try {
    carrier->finish();
    ADD_FAILURE() << "came to an end";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("\"test\""), std::string::npos) << error.what();
  }
  set_patience(600);
}

/// One rank's trouble is known to all, and no buffer is changed by finding out.
TEST(PeerMemory, SaysWhyRanksCannotReachEachOther) {
  const Communicator comm = arranged(Arrangement::one_node);
  if (comm.size() < 2) return;
  const int me = comm.rank(), last = comm.size() - 1;
  const auto lists = testing::uneven_lists(me, comm.size(), 100, 1);
  const std::pair<LaggingLink::Fault, const char*> faults[] = {
      {LaggingLink::Fault::none, ""},
      {LaggingLink::Fault::cannot_share, "cannot share its buffers: this memory is of a pool"},
      {LaggingLink::Fault::cannot_open, "another container's memory"},
      {LaggingLink::Fault::wrong_memory, "is not the device memory of rank"}};
  for (const auto& [fault, words] : faults) {
    const OnDevice device("peers", lists.sent, lists.received,
                          me == last ? fault : LaggingLink::Fault::none);
    std::fill_n(device.send.data(), lists.sent, std::byte{0x55});
    std::fill_n(device.receive.data(), lists.received, std::byte{0x66});
    const Plan plan = device.plan(comm, lists.chunks);
    const std::string why = why_not(plan, Route::shared);
    EXPECT_EQ(why.empty(), fault == LaggingLink::Fault::none) << why;
    EXPECT_NE(why.find(words), std::string::npos) << why;
    EXPECT_EQ(std::count(device.send.data(), device.send.data() + lists.sent, std::byte{0x55}),
              lists.sent);
    EXPECT_EQ(
        std::count(device.receive.data(), device.receive.data() + lists.received, std::byte{0x66}),
        lists.received);
    if (!why.empty()) {
      EXPECT_THROW(make_carrier(Route::shared, plan), UsageError);
    }
    plan.device->settle();
  }
}

TEST(Runs, JoinWhatFollowsEachOther) {
  EXPECT_EQ(runs_of({{1, 100, 50}, {2, 0, 40}, {3, 40, 60}, {4, 200, 0}, {5, 300, 1}}),
            (std::vector<ByteRun>{{0, 150}, {300, 1}}));
  EXPECT_TRUE(runs_of({}).empty());
}

}  // namespace
}  // namespace thalweg::transport
