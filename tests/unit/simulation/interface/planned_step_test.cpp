// SPDX-License-Identifier: Apache-2.0
// Steps towards a time: how many there are, how long, and where they end.
#include "simulation/interface/planned_step.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace thalweg::simulation {
namespace {

struct Walk {
  std::vector<double> sizes;
  double time = 0;
};

Walk walk(double wanted, double limit, double begin = 0) {
  Walk all{{}, begin};
  while (all.time < limit) {
    const PlannedStep step = planned_step(all.time, wanted, limit);
    all.sizes.push_back(step.size);
    all.time = step.end;
  }
  return all;
}

TEST(PlannedSteps, EndAtTheLimitAndNoneIsTiny) {
  for (const double wanted : {0.1, 1.0 / 3, 0.7, 1e-3, 3.3e-4})
    for (const double limit : {0.1, 0.3, 0.7, 1.0, 1.0 / 3, 10.1, 12.3456789}) {
      const Walk all = walk(wanted, limit);
      EXPECT_EQ(all.time, limit);
      const auto [least, largest] = std::minmax_element(all.sizes.begin(), all.sizes.end());
      EXPECT_LE(*largest, 1.001 * wanted) << limit;
      if (limit >= wanted) {
        EXPECT_GE(*least, wanted / 2 * (1 - 1e-9)) << wanted << " to " << limit;
      }
    }
}

TEST(PlannedSteps, OfAWholeNumberAreThatMany) {
  for (const int count : {1, 3, 7, 10, 299, 1000, 1'000'000})
    for (const double wanted : {0.1, 1.0 / 3, 1e-3}) {
      const Walk all = walk(wanted, count * wanted);
      EXPECT_EQ(all.sizes.size(), static_cast<std::size_t>(count)) << wanted;
      EXPECT_NEAR(all.sizes.back(), wanted, 1e-3 * wanted);
    }
}

// What is left may be rounded so that time + rest != limit.
TEST(PlannedSteps, DoNotFallShortOfTheLimitByRounding) {
  for (double time = 0.01; time < 0.4; time += 0.0137) {
    const PlannedStep last = planned_step(time, 1, 0.9);
    EXPECT_EQ(last.end, 0.9);
    EXPECT_EQ(last.size, 0.9 - time);
  }
}

TEST(PlannedSteps, AreTheSameFromTheMiddleOn) {
  for (const double limit : {1.0, 1.23, 10.0 / 3}) {
    const Walk unbroken = walk(0.1, limit);
    double time = 0;
    const std::size_t half = unbroken.sizes.size() / 2;
    for (std::size_t n = 0; n < half; ++n) time = planned_step(time, 0.1, limit).end;
    const Walk rest = walk(0.1, limit, time);
    EXPECT_EQ(rest.sizes,
              std::vector<double>(unbroken.sizes.begin() + static_cast<std::ptrdiff_t>(half),
                                  unbroken.sizes.end()));
  }
}

TEST(PlannedSteps, ShareWhatIsLeft) {
  EXPECT_EQ(planned_step(1, 0.5, 1.75).size, 0.375);
  EXPECT_EQ(planned_step(1, 0.5, 1.5004).size, 1.5004 - 1);  // one, a little longer
  EXPECT_EQ(planned_step(1, 0.5, 1.9996).size, 0.5);         // two, the second a little shorter
  EXPECT_EQ(planned_step(1, 0.5, std::numeric_limits<double>::infinity()).end, 1.5);
}

}  // namespace
}  // namespace thalweg::simulation
