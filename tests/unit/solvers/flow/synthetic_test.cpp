// SPDX-License-Identifier: Apache-2.0
// Synthetic turbulence as it is asked for: docs/theory/flow.md, section 10.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "solvers/flow/synthetic/random_modes.hpp"

namespace thalweg::flow {
namespace {

constexpr std::size_t pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

/// Means over all places of u_i(x) u_j(x + r).
double correlation(const std::vector<RandomMode>& modes, std::size_t i, std::size_t j,
                   const std::array<double, 3>& r) {
  double sum = 0;
  for (const RandomMode& m : modes) {
    const double phase = m.wave[0] * r[0] + m.wave[1] * r[1] + m.wave[2] * r[2];
    sum += std::cos(phase) * (m.cosine[i] * m.cosine[j] + m.sine[i] * m.sine[j]) / 2 +
           std::sin(phase) * (m.cosine[i] * m.sine[j] - m.sine[i] * m.cosine[j]) / 2;
  }
  return sum;
}

TEST(RandomModes, HaveTheStressesThatAreAskedForAndNoDivergence) {
  const std::array<double, 6> stress{4, 1, 2, -1.2, 0.3, 0.2};
  for (const std::uint64_t seed : {1, 2}) {
    const auto modes = random_modes({.stress = stress, .length = 0.7, .seed = seed});
    for (std::size_t n = 0; n < 6; ++n)
      EXPECT_NEAR(correlation(modes, pairs[n][0], pairs[n][1], {}), stress[n], 1e-12);
    for (const RandomMode& m : modes) {
      double along = 0, across = 0, squares = 0;
      for (std::size_t d = 0; d < 3; ++d) {
        along += m.wave[d] * m.cosine[d];
        across += m.wave[d] * m.sine[d];
        squares += m.wave[d] * m.wave[d] + m.cosine[d] * m.cosine[d] + m.sine[d] * m.sine[d];
      }
      EXPECT_NEAR(along, 0, 1e-13 * squares);
      EXPECT_NEAR(across, 0, 1e-13 * squares);
    }
  }
}

TEST(RandomModes, DependOnTheSeedAlone) {
  const SyntheticTurbulence turbulence{.stress = {1, 1, 1, 0, 0, 0}, .length = 1, .seed = 7};
  SyntheticTurbulence other = turbulence;
  other.seed = 8;
  const auto a = random_modes(turbulence), b = random_modes(turbulence), c = random_modes(other);
  EXPECT_EQ(a.back().wave[0], b.back().wave[0]);
  EXPECT_NE(a.back().wave[0], c.back().wave[0]);
}

/// Of isotropic turbulence along and across r: exp(-pi r^2/(4 L^2)), and with r/2 d/dr of it.
/// Each of 400 modes counts by the square of its wavenumber and amplitude, so 20 seeds are as 8000
/// modes, whose mean varies by about 2/sqrt(8000): 0.07 is three times that.
TEST(RandomModes, AreCorrelatedOverTheLengthThatIsAskedFor) {
  const double length = 0.5;
  for (const double r : {0.2, 0.5, 0.8}) {
    const double along = std::exp(-std::numbers::pi * r * r / (4 * length * length)),
                 across = along * (1 - std::numbers::pi * r * r / (4 * length * length));
    double found[2] = {};
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto modes =
          random_modes({.stress = {2, 2, 2, 0, 0, 0}, .length = length, .seed = seed});
      found[0] += correlation(modes, 0, 0, {r, 0, 0}) / 40;
      found[1] += correlation(modes, 1, 1, {r, 0, 0}) / 40;
    }
    EXPECT_NEAR(found[0], along, 0.07) << r;
    EXPECT_NEAR(found[1], across, 0.07) << r;
  }
}

/// One realisation is as its means over all places say.
TEST(RandomModes, AddUpToTheirStressesOverPlaces) {
  const auto modes = random_modes({.stress = {1, 1, 1, 0.5, 0, 0}, .length = 0.2, .seed = 3});
  double sums[3] = {}, squares = 0, shear = 0;
  constexpr int side = 16;  // a length and a half apart: as good as independent
  for (int n = 0; n < side * side * side; ++n) {
    const double place[3] = {0.3 * (n % side), 0.3 * (n / side % side), 0.3 * (n / side / side)};
    double u[3] = {};
    add_modes(modes.data(), static_cast<int>(modes.size()), place, u);
    for (int d = 0; d < 3; ++d) sums[d] += u[d];
    squares += u[0] * u[0];
    shear += u[0] * u[1];
  }
  constexpr double count = side * side * side;
  // A mean of 4096 values varies by 1/64, one of their squares by sqrt(2)/64: four times that.
  for (const double sum : sums) EXPECT_NEAR(sum / count, 0, 0.065);
  EXPECT_NEAR(squares / count, 1, 0.09);
  EXPECT_NEAR(shear / count, 0.5, 0.09);
}

TEST(RandomModes, NeedStressesThatArePositiveDefinite) {
  EXPECT_TRUE(is_positive_definite({1, 1, 1, 0.9, 0, 0}));
  EXPECT_FALSE(is_positive_definite({1, 1, 1, 1.1, 0, 0}));
  EXPECT_FALSE(is_positive_definite({1, 1, 0, 0, 0, 0}));
  EXPECT_FALSE(is_positive_definite({-1, -1, 1, 0, 0, 0}));
}

}  // namespace
}  // namespace thalweg::flow
