// SPDX-License-Identifier: Apache-2.0
#include "geometry/self_crossing.hpp"

#include <gtest/gtest.h>

#include "tests/support/triangulated.hpp"

namespace thalweg::geometry {
namespace {

/// Both in one, the second moved.
TriangleSurface joined(const TriangleSurface& a, const TriangleSurface& b, const Vector& shift) {
  TriangleSurface both = a;
  const int first = static_cast<int>(a.corners.size());
  for (const Vector& corner : b.corners) both.corners.push_back(plus(corner, shift));
  for (Triangle triangle : b.triangles) {
    for (int& corner : triangle) corner += first;
    both.triangles.push_back(triangle);
  }
  return both;
}

TEST(SelfCrossing, IsNotFoundInBodiesThatDoNotCross) {
  EXPECT_FALSE(find_self_crossing(testing::sphere(2, 12)));
  EXPECT_FALSE(find_self_crossing(testing::tube(1, 5, 16, 3)));
  // One in the other, and one just beside the other.
  EXPECT_FALSE(find_self_crossing(joined(testing::sphere(2, 12), testing::sphere(1, 12), {})));
  EXPECT_FALSE(
      find_self_crossing(joined(testing::sphere(2, 12), testing::sphere(1, 12), {3.001, 0, 0})));
}

TEST(SelfCrossing, IsFoundWhereItIs) {
  const auto ball = testing::sphere(2, 24);
  const auto found = find_self_crossing(joined(ball, testing::sphere(1, 24), {2.5, 0.1, 0.05}));
  ASSERT_TRUE(found);
  // On both spheres, but for what triangles cut off.
  EXPECT_NEAR(distance(found->place, {}), 2, 0.05);
  EXPECT_NEAR(distance(found->place, {2.5, 0.1, 0.05}), 1, 0.05);
}

TEST(SelfCrossing, IsFoundWhereOneCornerHasBeenPulledThroughTheBody) {
  TriangleSurface ball = testing::sphere(1, 16);
  for (double& x : ball.corners[40]) x *= -1.3;
  EXPECT_TRUE(find_self_crossing(ball));
}

}  // namespace
}  // namespace thalweg::geometry
