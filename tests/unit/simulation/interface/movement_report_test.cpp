// SPDX-License-Identifier: Apache-2.0
// What a report says of exchanges of one kind that several plans have carried.
#include "simulation/interface/movement_report.hpp"

#include <gtest/gtest.h>

#include "transport/movements/message_plan.hpp"

namespace thalweg::simulation {
namespace {

using transport::Communicator, transport::MessagePlanStatistics;

/// Stands for a plan: what it has done, and how it was chosen.
struct Plan {
  MessagePlanStatistics done;
  transport::RouteChoice chosen{
      .route = transport::Route::pairwise, .why = "asked", .candidates = {}};
  const MessagePlanStatistics& statistics() const { return done; }
  const transport::RouteChoice& choice() const { return chosen; }
  std::string name() const { return "plan"; }
};

TEST(MovementReport, AddsUpPlansThatFollowedEachOther) {
  const Communicator world = Communicator::world();
  const double ranks = world.size();
  Plan first{{.bytes_per_exchange = 100,
              .messages_per_exchange = 2,
              .exchanges = 3,
              .waited_seconds = 1,
              .spanned_seconds = 2}};
  const MessagePlanStatistics before = first.done;
  first.done.exchanges = 5;  // two more, of which one quarter was waited for
  first.done.waited_seconds += 0.5;
  first.done.spanned_seconds += 2;
  const Plan second{{.bytes_per_exchange = 40,
                     .messages_per_exchange = 1,
                     .exchanges = 6,
                     .waited_seconds = 0.5,
                     .spanned_seconds = 2}};
  MovementTotals totals{.name = "cells"};
  totals.add_since(before, first);
  totals.add_since(MessagePlanStatistics{}, second);
  EXPECT_EQ(totals.exchanges, 8);
  const TransportReport report = report_of(totals, 4, world);
  EXPECT_EQ(report.name, "cells");
  EXPECT_EQ(report.route, world.size() > 1 ? "pairwise" : "none");
  EXPECT_DOUBLE_EQ(report.bytes, ranks * (2 * 100 + 6 * 40) / 4);
  EXPECT_DOUBLE_EQ(report.messages, ranks * (2 * 2 + 6) / 4);
  EXPECT_DOUBLE_EQ(report.measured_seconds, 0.25);
  EXPECT_DOUBLE_EQ(report.hidden_fraction, 0.75);
}

TEST(MovementReport, OfOnePlanIsThatOfItsTotals) {
  const Communicator world = Communicator::world();
  const Plan plan{{.bytes_per_exchange = 100,
                   .messages_per_exchange = 2,
                   .exchanges = 4,
                   .waited_seconds = 1,
                   .spanned_seconds = 8}};
  const TransportReport report = report_of(plan, 3, world);
  EXPECT_EQ(report.name, "plan");
  EXPECT_DOUBLE_EQ(report.bytes, world.size() * 300.0);
  EXPECT_DOUBLE_EQ(report.measured_seconds, 0.75);
  EXPECT_DOUBLE_EQ(report.hidden_fraction, 0.875);
}

// A route is chosen, and what it will move is known, before anything has moved.
TEST(MovementReport, OfAPlanThatHasMovedNothingSaysWhatItWillMove) {
  const Plan plan{{.bytes_per_exchange = 100}};
  const TransportReport report = report_of(plan, 0.5, Communicator::world());
  EXPECT_DOUBLE_EQ(report.bytes, Communicator::world().size() * 50.0);
  EXPECT_EQ(report.measured_seconds, 0);
  EXPECT_EQ(report.hidden_fraction, 0);
}

}  // namespace
}  // namespace thalweg::simulation
