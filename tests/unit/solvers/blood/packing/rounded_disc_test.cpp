// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/packing/rounded_disc.hpp"

#include <gtest/gtest.h>

#include "tests/unit/solvers/blood/packing/samples.hpp"

namespace thalweg::blood::testing {
namespace {

/// Half the thickness of a rounded disc is that of its cylinder or of its rim.
Shape shape_of(const RoundedDisc& disc) {
  return {disc.radius(), [=](double r) {
            const double out = std::max(0.0, r - disc.core);
            return std::sqrt(std::max(0.0, disc.rounding * disc.rounding - out * out));
          }};
}

TEST(RoundedDisc, HasTheVolumeOfItsOutline) {
  for (const RoundedDisc disc : {RoundedDisc{0, 2}, RoundedDisc{2, 1}, RoundedDisc{5, 0.1}})
    EXPECT_NEAR(disc.volume(), shape_of(disc).volume(), 1e-4 * disc.volume());
}

TEST(RoundedDisc, IsFoundFromItsSurface) {
  const RoundedDisc found = bounding_disc(shape_of({2.6e-6, 1.3e-6}).surface(400, 3));
  EXPECT_NEAR(found.core, 2.6e-6, 5e-9);
  EXPECT_NEAR(found.rounding, 1.3e-6, 5e-9);
}

TEST(RoundedDisc, OfABallIsTheBall) {
  const RoundedDisc found = bounding_disc(ellipsoid(6e-6, 6e-6).surface(100, 3));
  EXPECT_NEAR(found.core, 0, 1e-12);
  EXPECT_NEAR(found.rounding, 6e-6, 1e-12);
}

TEST(RoundedDisc, HoldsARedCellTightly) {
  const RoundedDisc disc = bounding_disc(red_cell().surface(400, 1));
  EXPECT_NEAR(disc.volume(), 110.2e-18, 0.2e-18);
  const Shape bound = shape_of({disc.core, disc.rounding * (1 + 1e-9)});
  for (const Vector& place : red_cell().surface(400, 3)) EXPECT_TRUE(bound.contains(place));
}

}  // namespace
}  // namespace thalweg::blood::testing
