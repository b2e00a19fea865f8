// SPDX-License-Identifier: Apache-2.0
// Bodies: what is inside, and the boxes around them.
#include "geometry/shape.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace thalweg::geometry {
namespace {

TEST(Shape, SurfacesBelongToTheirBody) {
  const Shape ball{.kind = ShapeKind::ball, .center = {1, 2, 3}, .radius = 0.5, .tolerance = 1e-9};
  EXPECT_TRUE(ball.contains({1.5, 2, 3}));
  EXPECT_TRUE(ball.contains({1.5 + 1e-10, 2, 3}));
  EXPECT_FALSE(ball.contains({1.5 + 1e-8, 2, 3}));
  const Shape box{.kind = ShapeKind::box, .lower = {0, 0, 0}, .upper = {1, 2, 3}};
  EXPECT_TRUE(box.contains({1, 2, 3}));
  EXPECT_FALSE(box.contains({1, 2, 3.001}));
}

TEST(Shape, CylindersLieAlongTheirAxis) {
  const Shape cylinder{.kind = ShapeKind::cylinder,
                       .center = {1, 9, 2},
                       .radius = 1,
                       .axis = 1,
                       .from = -1,
                       .to = 4};
  EXPECT_TRUE(cylinder.contains({1, -1, 3}));
  EXPECT_TRUE(cylinder.contains({0.3, 4, 1.3}));
  EXPECT_FALSE(cylinder.contains({1, 4.1, 2}));
  EXPECT_FALSE(cylinder.contains({0.2, 0, 1.2}));
}

TEST(Shape, BoundsAreTight) {
  const Shape layer{.kind = ShapeKind::layer, .axis = 2, .from = 0.5, .to = 0.75};
  EXPECT_EQ(layer.bounds().lower, (Vector{-HUGE_VAL, -HUGE_VAL, 0.5}));
  EXPECT_EQ(layer.bounds().upper, (Vector{HUGE_VAL, HUGE_VAL, 0.75}));
  const Shape cylinder{.kind = ShapeKind::cylinder,
                       .center = {1, 9, 2},
                       .radius = 1,
                       .axis = 1,
                       .from = -1,
                       .to = 4};
  EXPECT_EQ(cylinder.bounds().lower, (Vector{0, -1, 1}));
  EXPECT_EQ(cylinder.bounds().upper, (Vector{2, 4, 3}));
}

TEST(Vector, TwoDirectionsAcrossAThirdAreAtRightAngles) {
  for (const Vector& direction : {Vector{1, 0, 0}, Vector{0, 0, 1}, unit({1, -2, 3})}) {
    const auto [u, v] = across(direction);
    for (const double product : {dot(u, v), dot(u, direction), dot(v, direction)})
      EXPECT_NEAR(product, 0, 1e-15);
    EXPECT_NEAR(dot(u, u), 1, 1e-15);
    EXPECT_NEAR(dot(v, v), 1, 1e-15);
  }
}

}  // namespace
}  // namespace thalweg::geometry
