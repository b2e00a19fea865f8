// SPDX-License-Identifier: Apache-2.0
// Values between the points of an image that repeats.
#include "simulation/loop/interpolation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace thalweg::simulation {
namespace {

constexpr double pi2 = 2 * std::numbers::pi;

/// sin at a place, from its values at n points of a period that begins at an origin.
double sine_at(double place, int n, double origin) {
  const double spacing = pi2 / n;
  const AxisWeights w = axis_weights(place, n, spacing, origin);
  double sum = 0;
  for (std::size_t i = 0; i < interpolation_points; ++i)
    sum += w.weight[i] * std::sin(origin + w.point[i] * spacing);
  return sum;
}

TEST(Interpolation, IsOfEighthOrder) {
  double worst[2] = {0, 0};
  for (int half = 0; half < 2; ++half)
    for (int n = 0; n < 50; ++n) {
      const double place = -7 + 0.31 * n;  // over the ends of the period, too
      worst[half] =
          std::max(worst[half], std::abs(sine_at(place, half ? 32 : 16, 0.3) - std::sin(place)));
    }
  EXPECT_LT(worst[0], 1e-4);
  EXPECT_NEAR(std::log2(worst[0] / worst[1]), 8, 0.5);
}

TEST(Interpolation, TakesThePointWhereThereIsOne) {
  const AxisWeights w = axis_weights(0.3 - 3 * 0.1, 12, 0.1, 0.3);
  for (std::size_t i = 0; i < interpolation_points; ++i)
    EXPECT_EQ(w.weight[i], w.point[i] == 9 ? 1 : 0);
}

}  // namespace
}  // namespace thalweg::simulation
