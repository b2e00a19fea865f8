// SPDX-License-Identifier: Apache-2.0
// Contacts with walls against many places on the rim.
#include "solvers/blood/packing/walls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/unit/solvers/blood/packing/samples.hpp"

namespace thalweg::blood::testing {
namespace {

double largest_overlap(const std::vector<WallContact>& contacts) {
  double largest = -HUGE_VAL;
  for (const WallContact& contact : contacts) largest = std::max(largest, contact.overlap);
  return largest;
}

/// How far the wall is crossed by a place of the rim that is to keep a distance.
template <class Outside>
double sampled_overlap(const Disc& disc, const Outside& outside) {
  constexpr int around = 2000;
  const auto [first, second] = geometry::across(disc.axis);
  double largest = -HUGE_VAL;
  for (int j = 0; j < around; ++j) {
    const double angle = 2 * std::numbers::pi * j / around;
    const Vector place =
        geometry::plus(geometry::plus(disc.centre, first, disc.radius * std::cos(angle)), second,
                       disc.radius * std::sin(angle));
    largest = std::max(largest, outside(place));
  }
  return largest;
}

TEST(Walls, OfATubeAreMetWhereTheRimIsFarthestOut) {
  Dice dice;
  int met = 0;
  for (int n = 0; n < 500; ++n) {
    const Disc disc = dice.disc(2);
    const double sampled =
        sampled_overlap(disc, [](const Vector& p) { return std::hypot(p[1], p[2]) + 0.5 - 3; });
    const double found = largest_overlap(wall_contacts(tube(10, 6), disc, 0.5));
    if (sampled <= 0) {
      EXPECT_LE(found, 1e-3);
    } else {
      EXPECT_NEAR(found, sampled, 1e-3);
      ++met;
    }
  }
  EXPECT_GT(met, 100);
  EXPECT_LT(met, 400);
}

TEST(Walls, OfATubeAreMetAtBothEndsOfACoreThatSpansIt) {
  const auto contacts = wall_contacts(tube(10, 4), {{}, {0, 0, 1}, 2}, 0.5);
  for (const int side : {-1, 1})
    EXPECT_TRUE(std::any_of(contacts.begin(), contacts.end(), [=](const WallContact& contact) {
      return std::abs(contact.inward[1] + side) < 1e-9 && std::abs(contact.overlap - 0.5) < 1e-9;
    }));
}

TEST(Walls, OfADuctAndAChannelArePlanes) {
  const Vessel duct = vessel_of(VesselShape::duct, {10, 5, 4});
  const Vessel channel = vessel_of(VesselShape::channel, {10, 5, 4});
  Dice dice;
  for (int n = 0; n < 200; ++n) {
    const Disc disc = dice.disc(2);
    const auto from_plates = [](const Vector& p) { return std::abs(p[2]) + 0.5 - 2; };
    const auto from_sides = [&](const Vector& p) {
      return std::max(from_plates(p), std::abs(p[1]) + 0.5 - 2.5);
    };
    EXPECT_NEAR(largest_overlap(wall_contacts(channel, disc, 0.5)),
                sampled_overlap(disc, from_plates), 1e-4);
    EXPECT_NEAR(largest_overlap(wall_contacts(duct, disc, 0.5)), sampled_overlap(disc, from_sides),
                1e-4);
  }
  EXPECT_TRUE(wall_contacts(cube(4), dice.disc(2), 0.5).empty());
}

TEST(Walls, DoNotHoldWhatWrapsRound) {
  const Vector wrapped_place = wrapped(tube(10, 4), {7, 1, 5});
  EXPECT_NEAR(wrapped_place[0], -3, 1e-12);
  EXPECT_EQ(wrapped_place[1], 1);
  EXPECT_EQ(wrapped_place[2], 5);
}

}  // namespace
}  // namespace thalweg::blood::testing
