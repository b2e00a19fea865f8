// SPDX-License-Identifier: Apache-2.0
// Exchanges between ranks that work on the same memory: who waits for whom, and what still travels.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/support/nodes.hpp"
#include "tests/unit/transport/arrangements.hpp"
#include "tests/unit/transport/send_buffer.hpp"
#include "transport/movements/message_plan.hpp"

namespace thalweg::transport {
namespace {

using testing::arranged;
using testing::Arrangement;

/// An exchange in place of the lists of messages.hpp.
struct InPlace : ::testing::Test {
  void set_up(Arrangement arrangement) {
    comm.emplace(arranged(arrangement));
    lists = testing::uneven_lists(comm->rank(), comm->size(), 5000, 2);
    out.emplace(*comm, lists.sent + 1, true);
    in.assign(static_cast<std::size_t>(lists.received) + 1, std::byte{0xee});
  }
  Plan plan() { return {"test", *comm, lists.chunks, out->data, in.data(), "transpose", true}; }
  void fill(std::size_t chunk, int round) {
    testing::fill(lists, comm->rank(), chunk, round, out->data);
  }

  std::optional<Communicator> comm;
  testing::Lists lists;
  std::optional<testing::SendBuffer> out;
  std::vector<std::byte> in;
};

/// On one node nothing has to move, so no other route is tried. What one rank reads another cannot
/// write before it is released.
TEST_F(InPlace, WaitsForReaders) {
  set_up(Arrangement::one_node);
  if (test::node_count() > 1 || !out->is_shared()) return;
  MessagePlan transpose(*comm, "test", lists.chunks, out->data, in.data(), "auto",
                        exec::Space::host, {"transpose", true, nullptr});
  EXPECT_EQ(transpose.choice().route, Route::in_place);
  for (const Candidate& c : transpose.choice().candidates)
    EXPECT_EQ(c.tried_seconds > 0, c.route == Route::in_place) << name_of(c.route);
  const exec::Exec exec;
  for (std::size_t c = 0; c < 2; ++c) {
    fill(c, 0);
    transpose.start(exec, static_cast<int>(c));
  }
  transpose.finish(exec);
  EXPECT_TRUE(std::all_of(in.begin(), in.end(), [](std::byte b) { return b == std::byte{0xee}; }));
  if (comm->rank() == 0) {  // a slow reader
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    out->collect(lists, in.data());
    EXPECT_EQ(testing::wrong_bytes(lists, 0, 0, in.data()), 0);
  }
  transpose.release();
  transpose.reclaim();
  std::fill_n(out->data, lists.sent, std::byte{0x11});
}

/// Beyond the node any route that can carry the rest does; within it nothing is received.
TEST_F(InPlace, SendsTheRestByAnyRoute) {
  for (const Arrangement arrangement :
       {Arrangement::pairs, Arrangement::turns, Arrangement::uneven}) {
    set_up(arrangement);
    if (!out->is_shared()) continue;
    for (const Route beyond : {Route::direct, Route::pairwise, Route::alltoallv, Route::neighbour,
                               Route::two_step, Route::three_step, Route::spread}) {
      Plan in_place = plan();
      in_place.beyond = beyond;
      const auto carrier = make_carrier(Route::in_place, in_place);
      for (int round = 0; round < 2; ++round) {
        for (std::size_t c = 0; c < 2; ++c) {
          fill(c, round);
          carrier->start(c);
        }
        carrier->finish();
        out->collect(lists, in.data());
        EXPECT_EQ(testing::wrong_bytes(lists, comm->rank(), round, in.data()), 0)
            << name_of(beyond) << ", round " << round;
        carrier->release();
        carrier->reclaim();
      }
    }
  }
}

/// Between nodes the choice is open, and told.
TEST_F(InPlace, ChoosesARouteBetweenNodes) {
  set_up(Arrangement::pairs);
  if (!out->is_shared() || comm->nodes().nodes() < 2) return;
  forget_choices();
  const RouteChoice choice = choose_route("auto", plan());
  EXPECT_EQ(choice.route, Route::in_place);
  EXPECT_NE(choice.why.find("between them " + name_of(choice.beyond)), std::string::npos)
      << choice.why;
  EXPECT_GT(choice.tried_seconds(), 0);
  int tried = 0;
  for (const Candidate& c : choice.candidates) tried += c.tried_seconds > 0;
  EXPECT_GT(tried, 1);
  EXPECT_THROW(choose_route("direct", plan()), InputError);
}

}  // namespace
}  // namespace thalweg::transport
