// SPDX-License-Identifier: Apache-2.0
// Numbers of curves, parts of curves, and distances between curves.
#include "simulation/checks/curve.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace thalweg::simulation::checks {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Curve curve(std::vector<double> x, std::vector<double> y) {
  return {.x = std::move(x), .y = std::move(y), .x_unit = "s", .y_unit = "Pa"};
}

std::string why(const std::function<void()>& action) {
  try {
    action();
  } catch (const UndecidedCheck& undecided) {
    return undecided.why;
  }
  ADD_FAILURE() << "it was decided";
  return {};
}

const Curve hill = curve({0, 1, 2, 4}, {0, 3, 5, 1});

TEST(Reductions, TakeOneNumberOfACurve) {
  const auto number = [](Reduction reduction) { return reduced(hill, reduction, {}); };
  EXPECT_EQ(number(Reduction::maximum), 5);
  EXPECT_EQ(number(Reduction::minimum), 0);
  EXPECT_EQ(number(Reduction::final), 1);
  EXPECT_EQ(number(Reduction::of_maximum), 2);
  EXPECT_EQ(number(Reduction::of_minimum), 0);
  EXPECT_DOUBLE_EQ(number(Reduction::mean), (1.5 + 4 + 6) / 4) << "steps differ in length";
}

TEST(Reductions, AreStraightBetweenPoints) {
  EXPECT_DOUBLE_EQ(reduced(hill, Reduction::at, 2), 5);
  EXPECT_DOUBLE_EQ(reduced(hill, Reduction::at, 3), 3);
  EXPECT_DOUBLE_EQ(reduced(hill, Reduction::at, 4 * (1 + 1e-13)), 1) << "an end up to rounding";
}

TEST(Reductions, KnowTheAmplitudeAndTheFrequencyOfAWave) {
  Curve wave = curve({}, {});
  for (int n = 0; n <= 1000; ++n) {
    wave.x.push_back(0.01 * n);
    wave.y.push_back(3 + 0.2 * std::sin(2 * M_PI * 0.65 * wave.x.back() + 1));
  }
  EXPECT_NEAR(reduced(wave, Reduction::amplitude, {}), 0.2, 1e-4);
  EXPECT_NEAR(reduced(wave, Reduction::frequency, {}), 0.65, 1e-5);
  const Curve valley{.x = {0, 1, 3}, .y = {2, -1, 3}, .x_unit = "s", .y_unit = "J"};
  EXPECT_NEAR(reduced(valley, Reduction::of_rise, {}), 1.5, 1e-15);
  EXPECT_NE(why([&] {
              reduced(part_of(valley, 0, 1), Reduction::of_rise, {});
            }).find("does not rise through 0"),
            std::string::npos);
  EXPECT_NE(why([] { reduced(hill, Reduction::frequency, {}); }).find("through its mean 1 times"),
            std::string::npos);
}

TEST(Reductions, DoNotGoBeyondTheCurve) {
  EXPECT_NE(why([] { reduced(hill, Reduction::at, 4.1); }).find("from 0 to 4, and not to 4.1"),
            std::string::npos);
}

TEST(Reductions, LeaveOutWhatIsNotFinite) {
  const Curve holes = curve({0, 1, 2}, {nan, 7, INFINITY});
  EXPECT_EQ(reduced(holes, Reduction::maximum, {}), 7);
  EXPECT_EQ(reduced(holes, Reduction::final, {}), 7);
  EXPECT_NE(why([] {
              reduced(curve({0, 1}, {nan, nan}), Reduction::mean, {});
            }).find("finite"),
            std::string::npos);
}

TEST(Reductions, MeanOfPointsInAPlaneIsThatOfTheirValues) {
  Curve plane = curve({0, 0, 1, 1}, {1, 2, 3, 6});
  plane.is_sampled = false;
  EXPECT_DOUBLE_EQ(reduced(plane, Reduction::mean, {}), 3);
  EXPECT_FALSE(why([&] { reduced(plane, Reduction::at, 0.5); }).empty());
}

TEST(Parts, LieBetweenTheirEnds) {
  const Curve part = part_of(hill, 1, 2);
  EXPECT_EQ(part.x, (std::vector<double>{1, 2}));
  EXPECT_EQ(part.y, (std::vector<double>{3, 5}));
  EXPECT_EQ(part_of(hill, {}, 1).x.size(), 2u);
  EXPECT_EQ(part_of(hill, {}, {}).x.size(), 4u);
}

TEST(Parts, NeedACurveThatReachesSoFar) {
  EXPECT_NE(why([] { part_of(hill, {}, 5); }).find("needs it from 0 to 5"), std::string::npos);
  EXPECT_FALSE(why([] { part_of(hill, 2.5, 3.5); }).empty()) << "no point lies there";
}

TEST(Distances, AreThoseOfTheirDefinitions) {
  // d = 1 all along, r = 2: relative 1/2 in both norms.
  const Curve ours = curve({0, 1, 2}, {3, 3, 3}), theirs = curve({0, 1, 2}, {2, 2, 2});
  EXPECT_DOUBLE_EQ(compared(ours, theirs, Norm::square, false).error, 0.5);
  EXPECT_DOUBLE_EQ(compared(ours, theirs, Norm::largest, false).error, 0.5);
  EXPECT_DOUBLE_EQ(compared(ours, theirs, Norm::square, true).error, 1);
  // d is a triangle of height 3 on half of the way: int d^2 by the rule = (9 + 0)/2 + (0 + 9)/2 ...
  const Curve peak = curve({0, 1, 2}, {2, 5, 2});
  EXPECT_DOUBLE_EQ(compared(peak, theirs, Norm::square, false).error, std::sqrt(9.0 / 8));
  EXPECT_DOUBLE_EQ(compared(peak, theirs, Norm::largest, false).error, 1.5);
  EXPECT_DOUBLE_EQ(compared(peak, theirs, Norm::largest, true).error, 3);
}

TEST(Distances, AreTakenAtTheReferencesPlaces) {
  const Comparison c =
      compared(curve({0, 2, 4}, {0, 2, 4}), curve({1, 3, 5}, {1, 3, 7}), Norm::largest, false);
  EXPECT_EQ(c.x, (std::vector<double>{1, 3})) << "5 lies beyond the run";
  EXPECT_EQ(c.value, c.reference);
  EXPECT_EQ(c.error, 0);
}

TEST(Distances, NeedTwoSharedPlacesOnALine) {
  EXPECT_NE(why([] {
              compared(hill, curve({4, 5}, {1, 1}), Norm::square, false);
            }).find("share 1 places"),
            std::string::npos);
  Curve plane = curve({0, 1, 2}, {1, 1, 1});
  plane.is_sampled = false;
  EXPECT_NE(why([&] { compared(plane, hill, Norm::square, false); }).find("lower and upper"),
            std::string::npos);
}

}  // namespace
}  // namespace thalweg::simulation::checks
