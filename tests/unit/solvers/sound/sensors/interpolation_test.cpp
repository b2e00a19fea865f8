// SPDX-License-Identifier: Apache-2.0
// Weighted sums between grid points: as exact as they say, for waves, places and symmetries.
#include "solvers/sound/sensors/interpolation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

namespace thalweg::sound::testing {
namespace {

constexpr double pi = std::numbers::pi;

/// The sum over a function's values at the points of an axis.
template <class Function>
auto sum_of(const Taps& taps, Function function) {
  decltype(function(0)) sum = 0;
  for (std::size_t i = 0; i < taps.index.size(); ++i)
    sum += taps.weight[i] * function(taps.index[i]);
  return sum;
}

/// The largest error for waves exp(2 pi i mode x / n) of at most `limit` of the Nyquist mode, at
/// places all over the axis, its ends among them.
double largest_error(int n, int reach, double limit) {
  double most = 0;
  for (int mode = 0; mode <= limit * n / 2; ++mode) {
    const auto wave = [&](double x) { return std::polar(1.0, 2 * pi * mode * x / n); };
    for (double x = -0.5; x < n; x += 0.037)
      most = std::max(most, std::abs(sum_of(periodic_taps(x, n, reach), wave) - wave(x)));
  }
  return most;
}

class Tolerance : public ::testing::TestWithParam<double> {};

TEST_P(Tolerance, HoldsForThreePointsPerWavelength) {
  const int reach = interpolation_reach(GetParam());
  const double error = largest_error(48, reach, 2.0 / 3);
  std::printf("  tolerance %g: %d points, error %.1e; of 6 points per wavelength %.1e\n",
              GetParam(), 2 * reach, error, largest_error(48, reach, 1.0 / 3));
  EXPECT_LE(error, GetParam() * (1 + 1e-9));
  EXPECT_GT(interpolation_error(reach - 1), GetParam()) << "a shorter sum would do";
}

INSTANTIATE_TEST_SUITE_P(Values, Tolerance, ::testing::Values(1e-2, 1e-3, 1e-4, 1e-6, 1e-9));

TEST(Interpolation, OverAllPointsIsExact) {
  for (const int n : {16, 17}) EXPECT_LT(largest_error(n, 0, 0.99), 1e-13) << n;
}

TEST(Interpolation, AtAPointIsThatPoint) {
  for (const int reach : {0, 8}) {
    const Taps taps = periodic_taps(20 + 1e-8, 16, reach);
    EXPECT_EQ(taps.index, std::vector<int>{4});
    EXPECT_EQ(taps.weight, std::vector<double>{1});
  }
}

// Functions that are even or odd about the axis and about the last radius, as the transforms along
// a radius continue them.
TEST(Interpolation, ReachesOverTheAxisAndTheLastRadius) {
  constexpr int n = 24;
  for (const int reach : {0, 9})
    for (int mode = 0; mode < 8; ++mode) {
      const double k = pi * (2 * mode + 1) / (2 * n);
      const auto even = [&](double r) { return std::cos(k * r); };
      const auto odd = [&](double r) { return std::sin(k * (r + 0.5)); };
      for (double r = -0.5; r < n + 0.5; r += 0.13) {
        EXPECT_NEAR(sum_of(radial_taps(r, n, reach, fft::Extension::even_whole), even), even(r),
                    1e-4)
            << mode << " " << r;
        EXPECT_NEAR(sum_of(radial_taps(r, n, reach, fft::Extension::odd_half), odd), odd(r), 1e-4)
            << mode << " " << r;
      }
    }
}

}  // namespace
}  // namespace thalweg::sound::testing
