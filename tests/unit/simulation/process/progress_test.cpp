// SPDX-License-Identifier: Apache-2.0
// What progress looks like.
#include "simulation/process/progress.hpp"

#include <gtest/gtest.h>

namespace thalweg::simulation {
namespace {

TEST(Progress, DurationsReadAsClocksDo) {
  EXPECT_EQ(duration_text(0), "0:00");
  EXPECT_EQ(duration_text(59.6), "1:00");
  EXPECT_EQ(duration_text(3723), "1:02:03");
  EXPECT_EQ(duration_text(-5), "0:00");
}

TEST(Progress, LineHasAllThatAUserWaitsFor) {
  const Position position{
      .fraction = 0.25, .step = 120, .time = 2.5, .seconds_per_step = 0.0123, .seconds_left = 75};
  EXPECT_EQ(line_text(position), " 25 %  step 120  t = 2.5  0.0123 s/step  1:15 left");
}

TEST(Progress, BarGrowsWithTheFraction) {
  const auto filled = [](double fraction) {
    const std::string bar = bar_text({.fraction = fraction});
    int count = 0;
    for (std::size_t at = 0; (at = bar.find("█", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  EXPECT_EQ(filled(0), 0);
  EXPECT_EQ(filled(0.5), 15);
  EXPECT_EQ(filled(1), 30);
  EXPECT_EQ(filled(1.5), 30);
}

TEST(Progress, WithoutTerminalThereIsALineForEachTenth) {
  ::testing::internal::CaptureStdout();
  {
    Log log(true, false);
    if (log.shows_bar()) GTEST_SKIP() << "standard error is a terminal";
    Progress progress(log, 0.2);
    for (int step = 21; step <= 100; ++step) progress.update(0.01 * step, step, 0.1 * step, 1e-3);
  }
  const std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8) << text;  // 30 %, 40 %, ... 100 %
  EXPECT_NE(text.find("100 %  step 100"), std::string::npos) << text;
}

TEST(Progress, QuietSaysNothing) {
  ::testing::internal::CaptureStdout();
  {
    Log log(true, true);
    EXPECT_FALSE(log.shows_bar());
    Progress progress(log, 0);
    progress.update(0.5, 1, 1, 1);
    log.line("words");
  }
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace thalweg::simulation
