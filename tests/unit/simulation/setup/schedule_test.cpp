// SPDX-License-Identifier: Apache-2.0
// Schedules: what a case may say, and when things are due.
#include "simulation/setup/schedule.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace thalweg::simulation {
namespace {

Schedule read(const std::string& text, const Schedule::Rule& rule = {}) {
  io::Case input = io::Case::parse(text, "case.toml");
  const Schedule schedule = Schedule::read(input, "output", rule);
  input.finish();
  return schedule;
}

std::string mistakes(const std::string& text, const Schedule::Rule& rule = {}) {
  try {
    read(text, rule);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Schedule, EveryStepsFiresAtMultiplesAndAtTheStart) {
  const Schedule schedule = read("output = { every_steps = 3 }");
  std::vector<std::int64_t> due;
  for (std::int64_t step = 0; step < 8; ++step)
    if (schedule.is_due(step, 0.1 * double(step - 1), 0.1 * double(step))) due.push_back(step);
  EXPECT_EQ(due, (std::vector<std::int64_t>{0, 3, 6}));
}

TEST(Schedule, EveryTimeFiresAtTheFirstStepAtOrAfterEachMultiple) {
  const Schedule schedule = read("output.every_time = 1.0");
  EXPECT_TRUE(schedule.is_due(0, 0, 0));
  EXPECT_FALSE(schedule.is_due(1, 0.0, 0.7));
  EXPECT_TRUE(schedule.is_due(2, 0.7, 1.4));
  EXPECT_FALSE(schedule.is_due(3, 1.4, 1.9));
  EXPECT_TRUE(schedule.is_due(4, 1.9, 4.2));  // several at once count once
  EXPECT_FALSE(schedule.is_due(5, 4.2, 4.9));
}

TEST(Schedule, EveryTimeForgivesTheRoundingOfSummedSteps) {
  const Schedule schedule = read("output.every_time = 0.3");
  int count = 0;
  double time = 0;
  for (int step = 1; step <= 3000; ++step) {
    const double before = time;
    time += 0.1;
    const bool due = schedule.is_due(step, before, time);
    EXPECT_EQ(due, step % 3 == 0) << "step " << step << ", time " << time;
    count += due;
  }
  EXPECT_EQ(count, 1000);
}

TEST(Schedule, MinutesAreLeftToTheClock) {
  const Schedule schedule = read("output.every_minutes = 2.5", {.minutes_allowed = true});
  EXPECT_EQ(schedule.minutes(), 2.5);
  EXPECT_TRUE(schedule.is_set());
  EXPECT_FALSE(schedule.is_due(100, 0, 100));
}

TEST(Schedule, NothingGivenIsNeverOrTheDefault) {
  EXPECT_FALSE(read("").is_set());
  EXPECT_FALSE(read("").is_due(0, 0, 0));
  EXPECT_TRUE(read("", {.default_steps = 4}).is_due(4, 0, 0));
  EXPECT_EQ(read("", {.minutes_allowed = true, .default_minutes = 15}).minutes(), 15);
  EXPECT_FALSE(read("output.every_steps = 3", {.default_steps = 4}).is_due(4, 0, 0));
}

TEST(Schedule, MistakesAreNamed) {
  EXPECT_NE(mistakes("output.every_steps = 0").find("output.every_steps = 0"), std::string::npos);
  EXPECT_NE(mistakes("output.every_time = -1.0").find("must be"), std::string::npos);
  EXPECT_NE(mistakes("output = { every_steps = 1, every_time = 1.0 }").find("one of"),
            std::string::npos);
  EXPECT_NE(mistakes("output.every_minutes = 1.0").find("every_minutes"), std::string::npos);
  EXPECT_EQ(mistakes("output.every_steps = 1"), "");
}

}  // namespace
}  // namespace thalweg::simulation
