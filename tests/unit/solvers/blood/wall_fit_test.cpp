// SPDX-License-Identifier: Apache-2.0
// The fit of velocities near a wall: docs/theory/blood.md, (10.17).
#include "solvers/blood/measures/wall_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace thalweg::blood {
namespace {

/// The rate at the wall that the fit finds in a velocity.
template <class Velocity>
double rate_of(const std::vector<WallSample>& samples, Velocity velocity) {
  NormalMatrix matrix{};
  for (const WallSample& sample : samples) add_sample(matrix, sample);
  const auto row = first_row_of_inverse(matrix);
  double rate = 0;
  for (const WallSample& sample : samples) rate += share_of(sample, row) * velocity(sample);
  return rate;
}

/// At several distances and offsets, with uneven weights.
std::vector<WallSample> scattered() {
  std::vector<WallSample> samples;
  for (int n = 0; n < 30; ++n)
    samples.push_back({0.2 + 2.5 * std::abs(std::sin(1.7 * n)), std::cos(2.3 * n),
                       std::sin(0.9 * n + 1), 0.1 + 0.03 * n});
  return samples;
}

TEST(WallFit, FindsTheRateOfWhatItCanFollow) {
  const auto velocity = [](const WallSample& s) {
    return s.distance * (0.7 - 0.2 * s.distance + 0.05 * s.along - 0.11 * s.across);
  };
  EXPECT_NEAR(rate_of(scattered(), velocity), 0.7, 1e-12);
}

TEST(WallFit, IsAtRestOnTheWall) {
  // A slip is no rate of zero: the fit has to take it for a velocity that grows from the wall.
  EXPECT_GT(rate_of(scattered(), [](const WallSample&) { return 1.0; }), 0.1);
}

TEST(WallFit, LeavesOutWhatSamplesDoNotTellApart) {
  const auto even_shear = [](const WallSample& s) { return 0.7 * s.distance; };
  const std::vector<WallSample> in_one_layer{{0.5, 1, 0, 1}, {0.5, -1, 0, 1}, {0.5, 0, 0, 2}};
  EXPECT_NEAR(rate_of(in_one_layer, even_shear), 0.7, 1e-12);
  EXPECT_NEAR(rate_of({{0.5, 0.3, 0.2, 1}}, even_shear), 0.7, 1e-12);
}

TEST(WallFit, OfNoSamplesIsNone) {
  for (const double share : first_row_of_inverse(NormalMatrix{})) EXPECT_EQ(share, 0);
}

}  // namespace
}  // namespace thalweg::blood
