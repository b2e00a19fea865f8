// SPDX-License-Identifier: Apache-2.0
// Whether cells touch, against spheres whose distance is known.
#include "solvers/blood/inflow/mesh_distance.hpp"

#include <gtest/gtest.h>

namespace thalweg::blood {
namespace {

using geometry::Vector;

Mesh sphere(double radius, const Vector& centre) {
  Mesh mesh = icosphere(3);
  for (Vector& vertex : mesh.vertices) vertex = geometry::plus(centre, vertex, radius);
  return mesh;
}

TEST(WindingNumber, TellsInsideFromOutside) {
  const Mesh ball = sphere(2, {1, 0, 0});
  EXPECT_EQ(winding_number(ball, {1, 0, 0}), 1);
  EXPECT_EQ(winding_number(ball, {2.9, 0, 0}), 1);
  EXPECT_EQ(winding_number(ball, {3.1, 0, 0}), 0);
  EXPECT_EQ(winding_number(ball, {-20, 3, 5}), 0);
}

// The sagitta of the triangles is 0.5 % of the radius.
TEST(AreApart, MeasuresTheGapBetweenSpheres) {
  const Mesh one = sphere(1, {});
  for (const Vector& direction : {Vector{1, 0, 0}, Vector{0, -0.6, 0.8}}) {
    const Mesh other = sphere(1.5, geometry::plus({}, direction, 2.8));
    EXPECT_TRUE(are_apart(one, other, 0.29));
    EXPECT_TRUE(are_apart(other, one, 0.29));
    EXPECT_FALSE(are_apart(one, other, 0.33));
    EXPECT_FALSE(are_apart(other, one, 0.33));
  }
}

TEST(AreApart, IsFalseForOneWithinTheOther) {
  const Mesh small = sphere(0.2, {}), large = sphere(3, {0.1, 0, 0});
  EXPECT_FALSE(are_apart(small, large, 0.1));
  EXPECT_FALSE(are_apart(large, small, 0.1));
}

}  // namespace
}  // namespace thalweg::blood
