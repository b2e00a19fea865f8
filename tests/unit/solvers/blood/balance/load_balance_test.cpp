// SPDX-License-Identifier: Apache-2.0
// Decisions about imbalance from work that a test makes up: no time is measured.
#include <gtest/gtest.h>

#include <numeric>

#include "grid/bisection.hpp"
#include "solvers/blood/balance/load_balance.hpp"
#include "tests/support/world.hpp"

namespace thalweg::blood {
namespace {

using transport::testing::world;

/// A clock that a test winds by the load of a step.
struct Wound {
  double site = 1e-6, vertex = 4e-6;  // s
  Work all{5, 7};                     // of before the first step
  void step(const Load& load) {
    all.sites += site * load.sites;
    all.vertices += vertex * load.vertices;
  }
};

/// All vertices are those of the first rank.
Load in_one_place() { return {100, world().is_root() ? 50.0 : 0.0}; }
/// Of that, where a vertex costs as much as 4 sites.
double imbalance_in_one_place() {
  const double ranks = world().size();
  return 300 / ((300 + 100 * (ranks - 1)) / ranks);
}

class Balance : public ::testing::Test {
 protected:
  LoadBalance made(const BalanceParameters& p) {
    return {p, world(), [this] { return clock_.all; }};
  }
  void take(int steps, LoadBalance& balance, const Load& load) {
    for (int n = 0; n < steps; ++n) {
      balance.begin_step(load);
      clock_.step(load);
    }
  }
  Wound clock_;
};

TEST_F(Balance, FindsCostsAndImbalanceFromWhatTheClockTold) {
  LoadBalance balance = made({});
  take(100, balance, in_one_place());
  const auto costs = balance.look(100, in_one_place());
  const simulation::BalanceReport report = balance.report(in_one_place());
  EXPECT_NEAR(report.imbalance, imbalance_in_one_place(), 1e-9);
  ASSERT_EQ(costs.has_value(), world().size() > 1);
  if (!costs) return;
  EXPECT_NEAR(costs->site, 1e-6, 1e-15);
  EXPECT_NEAR(costs->vertex, 4e-6, 1e-15);
  EXPECT_EQ(report.costs[0].first, "site_seconds");
  EXPECT_NEAR(report.costs[1].second, 4e-6, 1e-15);
}

TEST_F(Balance, LooksOnlyWhereTheCaseWantsItAndNotTooOften) {
  LoadBalance balance = made({1.2, 40, {}});
  EXPECT_FALSE(balance.is_due(39));
  EXPECT_EQ(balance.is_due(40), world().size() > 1);
  balance.look(44, in_one_place());
  EXPECT_FALSE(balance.is_due(83));
  EXPECT_EQ(balance.is_due(84), world().size() > 1);
  EXPECT_FALSE(made({0, 1, {}}).is_due(1000));
}

TEST_F(Balance, DealsNothingAnewBelowTheBoundOrWithoutAClock) {
  LoadBalance balance = made({1.2, 1, {}});
  take(10, balance, {100, 50});
  EXPECT_FALSE(balance.look(10, {100, 50}));
  LoadBalance high = made({10, 1, {}});
  take(10, high, in_one_place());
  EXPECT_FALSE(high.look(10, in_one_place()));
  clock_.site = clock_.vertex = 0;
  LoadBalance idle = made({1.2, 1, {}});
  take(10, idle, in_one_place());
  EXPECT_FALSE(idle.look(10, in_one_place()));
  EXPECT_EQ(idle.report(in_one_place()).imbalance, 1);
}

TEST_F(Balance, AsksNoClockWhereCostsAreGiven) {
  LoadBalance balance({1.2, 1, 4.0}, world(), [] {
    ADD_FAILURE() << "a clock was asked";
    return Work{};
  });
  balance.begin_step(in_one_place());
  const auto costs = balance.look(1, in_one_place());
  EXPECT_NEAR(balance.report(in_one_place()).imbalance, imbalance_in_one_place(), 1e-12);
  if (world().size() == 1) return;
  ASSERT_TRUE(costs);
  EXPECT_EQ(costs->site, 1);
  EXPECT_EQ(costs->vertex, 4);
}

TEST_F(Balance, CountsAnewOnceWorkWasDealtAnew) {
  if (world().size() == 1) return;
  LoadBalance balance = made({1.2, 1, {}});
  take(10, balance, in_one_place());
  ASSERT_TRUE(balance.look(10, in_one_place()));
  const std::vector<std::int64_t> even(static_cast<std::size_t>(world().size()), 100);
  EXPECT_TRUE(balance.is_worth(world().is_root() ? 300 : 100, even));
  balance.rebalanced(10);
  take(20, balance, {100, 10});
  const simulation::BalanceReport report = balance.report({100, 10});
  EXPECT_NEAR(report.imbalance, 1, 1e-9);
  ASSERT_EQ(report.rebalancings.size(), 1u);
  EXPECT_EQ(report.rebalancings[0].step, 10);
  EXPECT_NEAR(report.rebalancings[0].before, imbalance_in_one_place(), 1e-9);
  EXPECT_EQ(report.rebalancings[0].expected, 1);
  EXPECT_NEAR(report.rebalancings[0].after, 1, 1e-9);
  const std::vector<std::string> notes = balance.notes();
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].find("step 10: sites and cells were dealt anew"), 0u) << notes[0];
  EXPECT_TRUE(balance.notes().empty());
}

TEST_F(Balance, MovesNothingForASmallGain) {
  if (world().size() == 1) return;
  LoadBalance balance = made({1.2, 1, {}});
  std::vector<std::int64_t> dealt(static_cast<std::size_t>(world().size()), 100);
  dealt.back() = 295;
  EXPECT_FALSE(balance.is_worth(world().is_root() ? 300 : 100, dealt));
  dealt.back() = 200;
  EXPECT_TRUE(balance.is_worth(world().is_root() ? 300 : 100, dealt));
}

// A cube of sites with all cells in a corner.
TEST(WeighedPlaces, MakeCutsThatAreEvenByCost) {
  const grid::Lattice lattice{{24, 24, 24}, {false, false, false}};
  std::vector<grid::Cell> sites, cells;
  if (world().is_root()) {
    grid::for_each_cell(lattice.box(), [&](const grid::Cell& c) { sites.push_back(c); });
    for (int n = 0; n < 512; ++n) cells.push_back({n / 64, n / 8 % 8, n % 8});
  }
  const WeighedPlaces all =
      weighed_places({2e-8, 1e-7}, sites, cells, std::vector<int>(cells.size(), 42));
  EXPECT_EQ(all.sum(), world().is_root() ? 64 * (24 * 24 * 24 + 512 * 5 * 42) : 0);
  const grid::Bisection even(world(), lattice, sites),
      cuts(world(), lattice, all.places, all.weights);
  std::vector<double> before(static_cast<std::size_t>(world().size()));
  for (std::size_t i = 0; i < all.places.size(); ++i)
    before[static_cast<std::size_t>(even.owner(all.places[i]))] += all.weights[i];
  world().sum(before);
  if (world().size() == 1) return;
  EXPECT_GT(imbalance_of(before), 1.5);
  EXPECT_LT(imbalance_of({cuts.weights().begin(), cuts.weights().end()}), 1.25);
}

TEST(WeighedPlaces, LeaveOutWhatCostsNothing) {
  const WeighedPlaces all = weighed_places({1, 0}, {{0, 0, 0}}, {{0, 0, 0}}, {162});
  EXPECT_EQ(all.places.size(), 1u);
  EXPECT_EQ(all.weights, std::vector<int>{64});
}

}  // namespace
}  // namespace thalweg::blood
