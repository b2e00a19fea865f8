// SPDX-License-Identifier: Apache-2.0
// Surfaces that are cut along planes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/cap.hpp"
#include "geometry/cut.hpp"
#include "geometry/openings.hpp"
#include "geometry/surface_faults.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::geometry {
namespace {

double area_of(const std::vector<Place2>& polygon, const std::vector<Triangle>& triangles) {
  double sum = 0;
  for (const auto& [a, b, c] : triangles) {
    const auto at = [&](int n) { return polygon[static_cast<std::size_t>(n)]; };
    const double area = signed_area({at(a), at(b), at(c)});
    EXPECT_GE(area * signed_area(polygon), 0);  // none is turned
    sum += area;
  }
  return sum;
}

TEST(Cap, FillsPolygonsOfAnyShape) {
  std::vector<Place2> star;
  for (int n = 0; n < 40; ++n) {
    const double angle = 2 * std::numbers::pi * n / 40, radius = n % 2 == 0 ? 3 : 1;
    star.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  // A comb, with corners in a row.
  const std::vector<Place2> comb{{0, 0}, {1, 0}, {2, 0}, {6, 0}, {6, 4}, {5, 4}, {5, 1}, {4, 1},
                                 {4, 4}, {3, 4}, {3, 1}, {2, 1}, {1, 1}, {1, 4}, {0, 4}, {0, 2}};
  for (std::vector<Place2> polygon : {star, comb}) {
    for (int turned = 0; turned < 2; ++turned) {
      const std::vector<Triangle> triangles = fill(polygon);
      EXPECT_EQ(triangles.size(), polygon.size() - 2);
      EXPECT_NEAR(area_of(polygon, triangles), signed_area(polygon), 1e-12);
      std::ranges::reverse(polygon);
    }
  }
  EXPECT_NEAR(signed_area(comb), 6 + 3 * 3, 1e-12);
  EXPECT_TRUE(encloses(comb, {0.5, 3}));
  EXPECT_FALSE(encloses(comb, {2, 3}));
}

// What a cut leaves is closed and encloses what lies before it.
TEST(Cut, LeavesAClosedPartOfASphere) {
  const TriangleSurface sphere = testing::sphere(1, 60);
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const bool is_high : {false, true})
      for (const double at : {-0.6123, 0.0, 0.3}) {
        const CutSurface cut = cut_along(sphere, {axis, at, is_high});
        EXPECT_TRUE(faults_of(cut.surface).none()) << axis << ' ' << at;
        EXPECT_FALSE(cut.hole);
        const double height = is_high ? 1 + at : 1 - at;
        const double volume = std::numbers::pi * height * height * (1 - height / 3);
        EXPECT_NEAR(cut.surface.volume() / volume, 1, 0.02);
        const Bounds box = cut.surface.bounds();
        EXPECT_EQ((is_high ? box.upper : box.lower)[axis], at);
      }
}

// The parts of both sides make the whole, whatever the corners are like: here rows of them lie on
// the plane.
TEST(Cut, DividesTheVolume) {
  const TriangleSurface tube = testing::tube(2, 6, 30, 6);
  for (const CutPlane& plane :
       {CutPlane{0, 1.0, true}, {0, 0.37, true}, {1, 0.0, true}, {2, 0.81, true}}) {
    CutPlane other = plane;
    other.is_high = false;
    const double low = cut_along(tube, plane).surface.volume(),
                 high = cut_along(tube, other).surface.volume();
    EXPECT_NEAR(low + high, tube.volume(), 1e-12);
    EXPECT_GT(low, 0);
    EXPECT_GT(high, 0);
  }
}

TEST(Cut, MakesOpenings) {
  const TriangleSurface tube = testing::tube(2, 6, 60, 5);
  const CutSurface cut = cut_along(cut_along(tube, {0, -1.7, false}).surface, {0, 2.3, true});
  const std::vector<Opening> ends = find_openings(cut.surface);
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_EQ(ends[0].name, "x_low");
  EXPECT_NEAR(ends[0].area, std::numbers::pi, 0.01);
  EXPECT_NEAR(ends[1].center[0], 2.3, 1e-12);
  EXPECT_NEAR(ends[1].center[1], 0, 1e-3);
}

// A half ring is cut across both of its arms.
TEST(Cut, HasARimForEachArm) {
  TriangleSurface arms = testing::tube(2, 6, 24, 3);
  const TriangleSurface other = arms;
  const int first = static_cast<int>(arms.corners.size());
  for (const Vector& corner : other.corners) arms.corners.push_back(plus(corner, {0, 5, 0}));
  for (const auto& [a, b, c] : other.triangles)
    arms.triangles.push_back({a + first, b + first, c + first});
  const CutSurface cut = cut_along(arms, {0, 0.5, true});
  EXPECT_EQ(find_openings(cut.surface).size(), 4u);
  EXPECT_FALSE(cut.hole);
}

TEST(Cut, FindsBodiesWithin) {
  TriangleSurface hollow = testing::tube(4, 6, 24, 3);
  TriangleSurface body = testing::sphere(1, 24);
  body.turn_over();
  const int first = static_cast<int>(hollow.corners.size());
  hollow.corners.insert(hollow.corners.end(), body.corners.begin(), body.corners.end());
  for (const auto& [a, b, c] : body.triangles)
    hollow.triangles.push_back({a + first, b + first, c + first});
  const CutSurface through = cut_along(hollow, {0, 0.2, true});
  ASSERT_TRUE(through.hole);
  EXPECT_NEAR((*through.hole)[0], 0.2, 1e-12);
  EXPECT_FALSE(cut_along(hollow, {0, 1.5, true}).hole);
}

// A rim that does not close is no cap, so that the hole is told as others are.
TEST(Cut, LeavesHolesOpen) {
  TriangleSurface torn = testing::tube(2, 6, 24, 1);
  torn.triangles.erase(torn.triangles.begin());
  EXPECT_FALSE(faults_of(cut_along(torn, {0, 0.5, true}).surface).none());
}

TEST(Cut, TakesAllOrNothing) {
  const TriangleSurface tube = testing::tube(2, 6, 24, 1);
  EXPECT_TRUE(cut_along(tube, {0, -4, true}).surface.triangles.empty());
  const CutSurface whole = cut_along(tube, {0, 4, true});
  EXPECT_EQ(whole.surface.triangles.size(), tube.triangles.size());
  EXPECT_EQ(whole.surface.volume(), tube.volume());
}

}  // namespace
}  // namespace thalweg::geometry
