// SPDX-License-Identifier: Apache-2.0
// Every route of a transpose delivers bit for bit what a naive exchange would, on 1 to 8 ranks that
// stand for one node or for several.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "base/error.hpp"
#include "tests/support/nodes.hpp"
#include "tests/unit/transport/arrangements.hpp"
#include "tests/unit/transport/messages.hpp"
#include "tests/unit/transport/send_buffer.hpp"
#include "transport/comm/patience.hpp"
#include "transport/movements/message_plan.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport {
namespace {

using testing::arranged;
using testing::Arrangement;

using Parameters = std::tuple<std::string, Arrangement, std::int64_t, std::size_t>;
class RouteOf : public ::testing::TestWithParam<Parameters> {};

TEST_P(RouteOf, DeliversWhatANaiveExchangeWould) {
  const auto& [route, arrangement, base, chunks] = GetParam();
  const Communicator comm = arranged(arrangement);
  const int me = comm.rank();
  const auto lists = testing::uneven_lists(me, comm.size(), base, chunks);
  const testing::SendBuffer out(comm, lists.sent + 1, route == "in-place");
  std::vector<std::byte> in(static_cast<std::size_t>(lists.received) + 1);
  const Plan plan{"test", comm, lists.chunks, out.data, in.data(), "transpose", out.is_shared()};
  if (!testing::why_not(plan, route_of(route)).empty()) {
    EXPECT_THROW(choose_route(route, plan), InputError);
    return;
  }
  MessagePlan transpose(comm, "test", lists.chunks, out.data, in.data(), route, exec::Space::host,
                        {"transpose", out.is_shared(), nullptr});
  const exec::Exec exec;
  for (int round = 0; round < 3; ++round) {
    std::fill(in.begin(), in.end(), std::byte{0xee});
    for (std::size_t c = 0; c < chunks; ++c) {
      testing::fill(lists, me, c, round, out.data);
      transpose.start(exec, static_cast<int>(c));
      transpose.progress();
    }
    transpose.finish(exec);
    out.collect(lists, in.data());
    transpose.release();
    transpose.reclaim();
    std::fill_n(out.data, lists.sent, std::byte{0x11});  // the send buffer is free
    EXPECT_EQ(testing::wrong_bytes(lists, me, round, in.data()), 0) << "round " << round;
    EXPECT_EQ(in.back(), std::byte{0xee}) << "wrote past the end";
  }
  EXPECT_EQ(transpose.statistics().exchanges, 3);
  EXPECT_EQ(transpose.statistics().bytes_per_exchange, lists.sent);
}

std::vector<std::string> all_routes() {
  auto names = route_names();
  names.erase(std::remove(names.begin(), names.end(), "auto"), names.end());
  return names;
}

std::string test_name(const ::testing::TestParamInfo<Parameters>& info) {
  const auto& [route, arrangement, base, chunks] = info.param;
  return testing::route_test_name(route, name_of(arrangement), base, chunks);
}

INSTANTIATE_TEST_SUITE_P(
    Routes, RouteOf,
    ::testing::Combine(::testing::ValuesIn(all_routes()),
                       ::testing::Values(Arrangement::one_node, Arrangement::pairs,
                                         Arrangement::turns, Arrangement::uneven),
                       ::testing::Values(0, 7, 50021), ::testing::Values(1, 3)),
    test_name);

/// Routes beyond a node are there when there are several, made by splitting or by run.py.
TEST(PossibleRoutes, FollowTheNodes) {
  const auto possible = [](const Communicator& comm, Route route) {
    std::byte b{};
    return testing::why_not({"test", comm, {{}}, &b, &b}, route).empty();
  };
  EXPECT_TRUE(possible(arranged(Arrangement::one_node), Route::direct));
  EXPECT_EQ(possible(arranged(Arrangement::one_node), Route::two_step), test::node_count() > 1);
  EXPECT_EQ(possible(arranged(Arrangement::one_node), Route::window),
            arranged(Arrangement::one_node).size() > 1);
  EXPECT_EQ(possible(arranged(Arrangement::turns), Route::three_step),
            arranged(Arrangement::turns).max(arranged(Arrangement::turns).node_size()) > 1);
  EXPECT_FALSE(possible(arranged(Arrangement::turns), Route::datatype));
  EXPECT_FALSE(possible(arranged(Arrangement::one_node), Route::in_place)) << "nothing is shared";
}

TEST(Choice, OfAutoIsTriedAndTheSameEverywhere) {
  const Communicator comm = arranged(Arrangement::pairs);
  const auto lists = testing::uneven_lists(comm.rank(), comm.size(), 5000, 2);
  std::vector<std::byte> out(static_cast<std::size_t>(lists.sent) + 1),
      in(static_cast<std::size_t>(lists.received) + 1);
  const RouteChoice choice =
      choose_route("auto", {"test", comm, lists.chunks, out.data(), in.data()});
  EXPECT_FALSE(choice.why.empty());
  const auto number = static_cast<double>(choice.route);
  EXPECT_EQ(comm.max(number), comm.min(number));
  if (comm.size() == 1) return;
  EXPECT_GT(choice.tried_seconds(), 0);
  for (const Candidate& c : choice.candidates)
    EXPECT_EQ(c.why_not.empty(), c.tried_seconds > 0) << name_of(c.route);
}

/// A rank that does not answer ends the wait of the others with its number.
TEST(Patience, EndsAndNamesTheRank) {
  const Communicator comm = arranged(Arrangement::one_node);
  if (comm.size() < 2) return;
  const int me = comm.rank(), silent = comm.size() - 1;
  for (const std::string route : {"direct", "pairwise", "window", "in-place"}) {
    const auto lists = testing::uneven_lists(me, comm.size(), 100000, 1);
    const testing::SendBuffer out(comm, lists.sent + 1, route == "in-place");
    if (route == "in-place" && !out.is_shared()) continue;
    std::vector<std::byte> in(static_cast<std::size_t>(lists.received) + 1);
    const auto carrier =
        make_carrier(route_of(route), {"rows to planes", comm, lists.chunks, out.data, in.data(),
                                       "transpose", out.is_shared()});
    set_patience(me == silent ? 600 : 0.2);
    std::string text;
    if (me != silent) try {
        carrier->start(0);
        carrier->finish();
      } catch (const CommError& error) {
        text = error.what();
      }
    set_patience(600);
    const bool waits =
        !lists.chunks[0].receives.empty() && lists.chunks[0].receives.back().peer == silent;
    EXPECT_TRUE(!waits || !text.empty()) << route;
    if (!text.empty()) {
      EXPECT_NE(text.find("\"rows to planes\""), std::string::npos) << text;
      EXPECT_NE(text.find(" " + std::to_string(silent)), std::string::npos) << text;
    }
    comm.barrier();
    if (me == silent) carrier->start(0);
    carrier->finish();
  }
}

}  // namespace
}  // namespace thalweg::transport
