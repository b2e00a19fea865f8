// SPDX-License-Identifier: Apache-2.0
// Volumes of voxels: distances and areas against exact ones, and which openings steps leave by.
#include "solvers/blood/vessel/voxels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "solvers/blood/vessel/mask_interior.hpp"

namespace thalweg::blood {
namespace {

using geometry::Vector;

/// Voxels whose centres fulfil a rule.
template <class Rule>
Voxels voxels_where(const Voxel& count, const Vector& size, const std::array<bool, 3>& periodic,
                    const Rule& rule) {
  const Voxels empty(
      count, size, periodic, {},
      std::vector<bool>(static_cast<std::size_t>(count[0] * count[1] * count[2]), false));
  std::vector<bool> has_fluid;
  for (int z = 0; z < count[2]; ++z)
    for (int y = 0; y < count[1]; ++y)
      for (int x = 0; x < count[0]; ++x) has_fluid.push_back(rule(empty.centre({x, y, z})));
  return {count, size, periodic, {}, has_fluid};
}

Voxels random_voxels(const Voxel& count, const std::array<bool, 3>& periodic) {
  std::mt19937 random(3);
  return voxels_where(count, {1, 0.5, 2}, periodic,
                      [&](const Vector&) { return random() % 40 != 0; });
}

/// By all voxels of all images.
double slow_clearance(const Voxels& v, const Vector& place) {
  double nearest = std::numeric_limits<double>::infinity();
  const auto reach = [&](std::size_t d) { return v.is_periodic(d) ? v.count()[d] : 0; };
  Voxel at;
  for (at[2] = -reach(2); at[2] < v.count()[2] + reach(2); ++at[2])
    for (at[1] = -reach(1); at[1] < v.count()[1] + reach(1); ++at[1])
      for (at[0] = -reach(0); at[0] < v.count()[0] + reach(0); ++at[0]) {
        if (v.has_fluid(at)) continue;
        const Vector centre = v.centre(at);
        double square = 0;
        for (std::size_t d = 0; d < 3; ++d)
          square += std::pow(std::max(0.0, std::abs(place[d] - centre[d]) - v.size()[d] / 2), 2);
        nearest = std::min(nearest, std::sqrt(square));
      }
  return nearest;
}

TEST(Voxels, KnowTheDistanceToTheNearestWall) {
  for (const std::array<bool, 3>& periodic :
       {std::array{false, false, false}, {true, false, true}, {true, true, true}}) {
    const Voxels v = random_voxels({9, 7, 12}, periodic);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> part(-0.5, 0.5);
    for (int n = 0; n < 200; ++n) {
      const Vector place{9 * part(random), 3.5 * part(random), 24 * part(random)};
      EXPECT_NEAR(v.clearance(place), slow_clearance(v, place), 1e-12);
    }
  }
}

TEST(Voxels, WithoutWallsAreFarFromThem) {
  const Voxels v =
      voxels_where({4, 4, 4}, {1, 1, 1}, {true, true, true}, [](const Vector&) { return true; });
  EXPECT_EQ(v.clearance({0, 0, 0}), std::numeric_limits<double>::infinity());
  EXPECT_EQ(v.wall_area(), 0);
}

// Crofton's formula knows no direction: a ball is right to 1 %, planes of any direction to 7 %.
TEST(Voxels, HaveTheAreaOfTheWallsThatTheyStandFor) {
  const auto ball = [](const Vector& p) { return geometry::dot(p, p) < 16 * 16; };
  const Voxels one = voxels_where({36, 36, 36}, {1, 1, 1}, {false, false, false}, ball);
  EXPECT_NEAR(one.wall_area() / (4 * std::numbers::pi * 16 * 16), 1, 0.01);
  EXPECT_NEAR(one.volume() / (4 * std::numbers::pi / 3 * 16 * 16 * 16), 1, 0.01);
  const Voxels flat = voxels_where({36, 36, 18}, {1, 1, 2}, {false, false, false}, ball);
  EXPECT_NEAR(flat.wall_area() / (4 * std::numbers::pi * 16 * 16), 1, 0.02);
  for (const Vector& normal : {Vector{0, 0, 1}, {0, 1, 1}, {1, 1, 1}, {0, 1, 2}, {1, 2, 3}}) {
    const Vector n = geometry::unit(normal);
    const Voxels plane =
        voxels_where({60, 60, 60}, {1, 1, 1}, {false, false, false}, [&](const Vector& p) {
          // A disc of radius 20 and thickness 16; its rim is a small part.
          const double along = geometry::dot(p, n);
          return std::abs(along) < 8 && geometry::dot(p, p) - along * along < 20 * 20;
        });
    const double exact = 2 * std::numbers::pi * 20 * 20 + 2 * std::numbers::pi * 20 * 16;
    EXPECT_NEAR(plane.wall_area() / exact, 1, 0.07) << n[0] << ' ' << n[1] << ' ' << n[2];
  }
}

/// A tube along x of 10 voxels across, walled by one voxel or more.
MaskInterior tube(MaskOpenings kind) {
  return {voxels_where({6, 14, 14}, {1, 1, 1}, {false, false, false},
                       [](const Vector& p) { return p[1] * p[1] + p[2] * p[2] < 5 * 5; }),
          kind};
}

TEST(MaskInterior, HasOpeningsInTheFacesOfItsBox) {
  const MaskInterior mask = tube(MaskOpenings::parts);
  ASSERT_EQ(mask.openings().size(), 2u);
  const geometry::Opening& low = mask.openings()[0];
  EXPECT_EQ(low.name, "x_low");
  EXPECT_EQ(mask.openings()[1].name, "x_high");
  EXPECT_NEAR(low.area, std::numbers::pi * 25, 3);
  EXPECT_NEAR(geometry::distance(low.center, {-3, 0, 0}), 0, 1e-12);
  EXPECT_NEAR(low.nearest_rim, 5, 0.8);
  EXPECT_NEAR(low.farthest_rim, 5, 0.8);
}

TEST(MaskInterior, KnowsWhichOpeningAStepLeavesBy) {
  const MaskInterior mask = tube(MaskOpenings::parts);
  const Vector middle{2.5, 0.5, 0.5}, rim{2.5, 4.5, 0.5};
  EXPECT_TRUE(mask.is_inside(rim));
  EXPECT_EQ(mask.opening_left_by(middle, {1, 0, 0}), 1);
  EXPECT_EQ(mask.opening_left_by(middle, {1, 1, 0}), 1);
  EXPECT_EQ(mask.opening_left_by({-2.5, 0.5, 0.5}, {-1, 0, 1}), 0);
  EXPECT_EQ(mask.opening_left_by(rim, {1, 0, 0}), 1);
  EXPECT_EQ(mask.opening_left_by(rim, {1, -1, 0}), 1);
  EXPECT_EQ(mask.opening_left_by(rim, {1, 1, 0}), -1);  // meets the wall, were it to go on
  EXPECT_EQ(mask.opening_left_by(rim, {0, 1, 0}), -1);
  EXPECT_EQ(mask.opening_left_by(middle, {0.4, 0, 0}), -1);  // ends inside
}

// Two holes in one face: each for itself, or both as one.
TEST(MaskInterior, JoinsThePartsOfAFaceWhereAsked) {
  const auto rule = [](const Vector& p) {
    return std::abs(std::abs(p[2]) - 3) < 2 && std::abs(p[1]) < 1 + (p[2] > 0 ? 1 : 0);
  };
  const auto voxels = [&] {
    return voxels_where({5, 8, 14}, {1, 1, 1}, {false, false, false}, rule);
  };
  const MaskInterior parts(voxels(), MaskOpenings::parts), faces(voxels(), MaskOpenings::faces);
  ASSERT_EQ(parts.openings().size(), 4u);
  EXPECT_EQ(parts.openings()[0].name, "x_low");
  EXPECT_EQ(parts.openings()[0].area, 16);  // the larger one first
  EXPECT_EQ(parts.openings()[1].name, "x_low_2");
  EXPECT_EQ(parts.openings()[1].area, 8);
  ASSERT_EQ(faces.openings().size(), 2u);
  EXPECT_EQ(faces.openings()[0].area, 24);
}

// The same tube moved to where a period ends: half of it on each side.
TEST(MaskInterior, MeasuresOpeningsOverTheEndOfAPeriod) {
  const auto tube_about = [](double y) {
    return MaskInterior(voxels_where({6, 20, 14}, {1, 1, 1}, {false, true, false},
                                     [y](const Vector& p) {
                                       const double apart = std::remainder(p[1] - y, 20.0);
                                       return apart * apart + p[2] * p[2] < 5 * 5;
                                     }),
                        MaskOpenings::parts);
  };
  const MaskInterior inside = tube_about(0), across = tube_about(10), beside = tube_about(-8);
  for (const MaskInterior* mask : {&across, &beside}) {
    ASSERT_EQ(mask->openings().size(), 2u);
    const geometry::Opening &one = mask->openings()[0], &same = inside.openings()[0];
    EXPECT_EQ(one.area, same.area);
    EXPECT_NEAR(one.perimeter, same.perimeter, 1e-12);
    EXPECT_NEAR(one.nearest_rim, same.nearest_rim, 1e-12);
    EXPECT_NEAR(one.farthest_rim, same.farthest_rim, 1e-12);
    EXPECT_NEAR(one.center[2], 0, 1e-12);
  }
  EXPECT_NEAR(std::abs(across.openings()[0].center[1]), 10, 1e-12);
  EXPECT_NEAR(beside.openings()[0].center[1], -8, 1e-12);
  // From wall to wall there is no end to move.
  const MaskInterior slot(voxels_where({6, 20, 14}, {1, 1, 1}, {false, true, false},
                                       [](const Vector& p) { return std::abs(p[2]) < 5; }),
                          MaskOpenings::parts);
  EXPECT_NEAR(slot.openings()[0].center[1], 0, 1e-12);
}

}  // namespace
}  // namespace thalweg::blood
