// SPDX-License-Identifier: Apache-2.0
// What belongs to which phase, with a clock that the test sets.
#include "base/phases.hpp"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <utility>

namespace thalweg {
namespace {

/// A device's clock: moments come when the test says so.
struct Moments {
  double now = 0;
  std::deque<double> noted;
  std::size_t come = 0;  // of those noted
  std::size_t waits = 0;
  bool fails = false;
};

class SetClock final : public PhaseClock {
 public:
  explicit SetClock(Moments& moments) : m_(moments) {}
  void mark() override {
    if (std::exchange(m_.fails, false)) throw std::runtime_error("the clock stands still");
    m_.noted.push_back(m_.now);
  }
  std::optional<double> next(bool wait) override {
    if (m_.come < 2 && !wait) return {};
    if (m_.come < 2) ++m_.waits, m_.come = 2;
    const double between = m_.noted[1] - m_.noted[0];
    m_.noted.pop_front();
    --m_.come;
    return between;
  }

 private:
  Moments& m_;
};

struct Timed : ::testing::Test {
  Moments moments;
  Phases phases{std::make_unique<SetClock>(moments)};

  void pass(const char* phase, double seconds) {
    const auto timer = phases.measure(phase);
    moments.now += seconds;
  }
  std::map<std::string, std::pair<double, std::int64_t>> totals() {
    std::map<std::string, std::pair<double, std::int64_t>> all;
    for (const Phase& phase : phases.list()) all[phase.name] = {phase.seconds, phase.calls};
    return all;
  }
};

TEST_F(Timed, AMomentBelongsToTheInnermostPhase) {
  {
    const auto outer = phases.measure("outer");
    moments.now += 1;
    pass("inner", 2);
    moments.now += 4;
  }
  moments.now += 8;  // nobody's
  pass("inner", 16);
  const auto all = totals();
  EXPECT_EQ(all.size(), 2u);
  EXPECT_EQ(all.at("outer"), std::pair(5.0, std::int64_t{1}));
  EXPECT_EQ(all.at("inner"), std::pair(18.0, std::int64_t{2}));
}

TEST_F(Timed, PhasesOfAStepAddUpToIt) {
  for (const double rest : {1.0, 3.0}) {
    const auto step = phases.measure_step();
    pass("a", 10);
    moments.now += rest;
  }
  pass("a", 100);  // of no step
  EXPECT_EQ(phases.step_seconds(), (std::vector<double>{11, 13}));
  const auto all = totals();
  EXPECT_EQ(all.at("other"), std::pair(4.0, std::int64_t{2}));
  EXPECT_EQ(all.at("a"), std::pair(120.0, std::int64_t{3}));
  EXPECT_EQ(phases.list().back().name, "other");
}

TEST_F(Timed, NobodyAsksForMomentsBeforeTheirTimesAreWanted) {
  pass("a", 1);
  pass("a", 2);
  EXPECT_EQ(moments.noted.size(), 4u);
  moments.come = 4;
  EXPECT_EQ(totals().at("a").first, 3);
  EXPECT_EQ(moments.waits, 0u);
}

TEST_F(Timed, MomentsThatHaveNotComeAreWaitedForByWhoeverWantsTheirTimes) {
  pass("a", 1);
  EXPECT_EQ(moments.waits, 0u);
  EXPECT_EQ(totals().at("a").first, 1);
  EXPECT_GT(moments.waits, 0u);
}

TEST_F(Timed, NoMoreMomentsAreUnreadThanTheClockKeeps) {
  for (std::size_t n = 0; n < PhaseClock::most_ahead; ++n) {
    pass("a", 1);
    EXPECT_LE(moments.noted.size(), PhaseClock::most_ahead);
  }
  EXPECT_GT(moments.waits, 0u);
  EXPECT_EQ(totals().at("a").first, static_cast<double>(PhaseClock::most_ahead));
}

TEST_F(Timed, ResetForgetsTimesAndKeepsFloors) {
  phases["a"].floor_seconds = 0.5;
  {
    const auto step = phases.measure_step();
    pass("a", 1);
  }
  phases.reset();
  EXPECT_TRUE(phases.step_seconds().empty());
  const auto list = phases.list();
  ASSERT_EQ(list.size(), 1u);  // no step, no "other"
  EXPECT_EQ(list[0].seconds, 0);
  EXPECT_EQ(list[0].calls, 0);
  EXPECT_EQ(list[0].floor_seconds, 0.5);
}

TEST_F(Timed, AFailureAtTheEndOfAPhaseIsThrownByTheNextCall) {
  {
    const auto timer = phases.measure("a");
    moments.fails = true;
  }
  EXPECT_THROW(phases.measure("b"), std::runtime_error);
  EXPECT_NO_THROW(phases.list());
}

TEST_F(Timed, AnObserverIsToldWhoseEachIntervalWas) {
  std::vector<std::string> told;
  phases.observe([&](const std::string& phase) { told.push_back(phase); });
  {
    const auto step = phases.measure_step();
    pass("a", 1);
  }
  pass("b", 1);
  EXPECT_EQ(told, (std::vector<std::string>{"other", "a", "other", "", "b"}));
}

TEST(HostClock, MeasuresThisThread) {
  Phases phases;
  { const auto step = phases.measure_step(); }
  ASSERT_EQ(phases.step_seconds().size(), 1u);
  EXPECT_GE(phases.step_seconds()[0], 0);
}

}  // namespace
}  // namespace thalweg
