// SPDX-License-Identifier: Apache-2.0
// The distance of two discs against simple cases and against many places on them.
#include "solvers/blood/packing/disc_distance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/unit/solvers/blood/packing/samples.hpp"

namespace thalweg::blood::testing {
namespace {

using geometry::distance;

constexpr double pi = std::numbers::pi;
constexpr Vector x{1, 0, 0}, z{0, 0, 1};

double distance_of(const Disc& a, const Disc& b) {
  const Separation found = separation(a, b, HUGE_VAL, 1e-9);
  EXPECT_NEAR(found.least, found.most, 1e-6);
  return found.most;
}

/// From the nearest of many places of `a`; too large by less than their spacing.
double sampled_distance(const Disc& a, const Disc& b) {
  constexpr int rings = 60, around = 180;
  const auto [first, second] = geometry::across(a.axis);
  double least = HUGE_VAL;
  for (int i = 0; i <= rings; ++i)
    for (int j = 0; j < around; ++j) {
      const double r = a.radius * i / rings, angle = 2 * pi * j / around;
      const Vector place = geometry::plus(geometry::plus(a.centre, first, r * std::cos(angle)),
                                          second, r * std::sin(angle));
      least = std::min(least, distance(place, b.nearest(place)));
    }
  return least;
}

TEST(DiscDistance, IsThatOfSimplePairs) {
  const Disc disc{{}, z, 2};
  EXPECT_NEAR(distance_of(disc, {{0, 0, 3}, z, 1}), 3, 1e-9) << "one above the other";
  EXPECT_NEAR(distance_of(disc, {{3, 0, 1.5}, z, 2}), 1.5, 1e-9) << "partly above";
  EXPECT_NEAR(distance_of(disc, {{5, 0, 0}, z, 1}), 2, 1e-6) << "side by side";
  EXPECT_NEAR(distance_of(disc, {{1, 0, 3}, x, 1}), 2, 1e-9) << "edge over face";
  EXPECT_NEAR(distance_of({{1, 0, 3}, x, 1}, disc), 2, 1e-9) << "the other way round";
  EXPECT_NEAR(distance_of(disc, {{5, 0, 4}, x, 0}), 5, 1e-6) << "a place";
}

TEST(DiscDistance, IsNothingWhereDiscsCross) {
  const Separation found = separation({{}, z, 2}, {{0.5, 0.3, 0.1}, x, 1}, 1, 1e-3);
  EXPECT_EQ(found.least, 0);
  EXPECT_LT(found.most, 1e-3);
}

TEST(DiscDistance, AgreesWithManyPlaces) {
  Dice dice;
  for (int n = 0; n < 200; ++n) {
    const Disc a = dice.disc(2.5), b = dice.disc(2.5);
    const Separation found = separation(a, b, HUGE_VAL, 1e-4);
    const double sampled = sampled_distance(a, b);
    EXPECT_LE(found.least, sampled + 1e-12);
    EXPECT_GE(found.most, found.least);
    EXPECT_LE(found.most, sampled + 1e-3);
    EXPECT_GE(found.most, sampled - a.radius * pi / 180);
    EXPECT_NEAR(found.most, distance(found.on_a, found.on_b), 1e-12);
    EXPECT_NEAR(distance(found.on_a, a.nearest(found.on_a)), 0, 1e-12);
    EXPECT_NEAR(distance(found.on_b, b.nearest(found.on_b)), 0, 1e-12);
  }
}

}  // namespace
}  // namespace thalweg::blood::testing
