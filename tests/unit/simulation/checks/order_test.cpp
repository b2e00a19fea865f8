// SPDX-License-Identifier: Apache-2.0
// Orders of convergence of errors and values that are known.
#include "simulation/checks/order.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "simulation/checks/sensor_curve.hpp"

namespace thalweg::simulation::checks {
namespace {

TEST(Order, IsTheSlopeOfTheErrors) {
  EXPECT_NEAR(order_of({0.1, 0.05, 0.025}, {3e-2, 3e-2 / 8, 3e-2 / 64}), 3, 1e-12);
  EXPECT_NEAR(order_of({16, 32}, {1e-2, 2.5e-3}), 2, 1e-12) << "more points are finer";
  EXPECT_NEAR(order_of({0.1, 0.05}, {1e-3, 4e-3}), -2, 1e-12) << "errors that grow";
}

TEST(Order, NeedsErrorsThatAreNotNull) {
  EXPECT_TRUE(std::isnan(order_of({0.1, 0.05}, {1e-3, 0})));
}

TEST(Order, OfDifferencesNeedsNoExactValue) {
  std::vector<double> values;
  for (const double h : {0.4, 0.2, 0.1, 0.05}) values.push_back(7 + 2 * h * h);
  EXPECT_NEAR(order_of_differences({0.4, 0.2, 0.1, 0.05}, values), 2, 1e-9);
  EXPECT_TRUE(std::isnan(order_of_differences({0.4, 0.2, 0.05}, {1, 2, 3}))) << "uneven sizes";
}

TEST(Amplitude, IsThatOfTheWaveBesideAConstant) {
  std::vector<double> time, values;
  for (int n = 0; n < 57; ++n) {  // no whole number of periods
    time.push_back(1e-7 * n);
    values.push_back(5 + 3 * std::cos(2 * M_PI * 0.4e6 * time.back() - 1));
  }
  EXPECT_NEAR(amplitude_of(time, values, 0.4e6), 3, 1e-9);
}

}  // namespace
}  // namespace thalweg::simulation::checks
