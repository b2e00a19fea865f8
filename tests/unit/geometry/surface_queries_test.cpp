// SPDX-License-Identifier: Apache-2.0
// Lines through surfaces of triangles, and distances to them.
#include "geometry/surface_queries.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/triangle_distance.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::geometry {
namespace {

SurfaceQueries all_of(TriangleSurface surface) {
  const std::size_t count = surface.triangles.size();
  return {std::move(surface), std::vector<std::uint8_t>(count, 1)};
}

/// Numbers in [-1, 1] that are the same everywhere.
class Numbers {
 public:
  double operator()() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;
  }
  Vector vector() { return {(*this)(), (*this)(), (*this)()}; }

 private:
  std::uint64_t state_ = 1;
};

TEST(TriangleDistance, IsToTheNearestOfFaceEdgesAndCorners) {
  const Vector a{0, 0, 0}, b{4, 0, 0}, c{0, 3, 0};
  EXPECT_DOUBLE_EQ(distance_to_triangle({1, 1, -2}, a, b, c), 2);
  EXPECT_DOUBLE_EQ(distance_to_triangle({2, -3, 4}, a, b, c), 5);
  EXPECT_DOUBLE_EQ(distance_to_triangle({7, -4, 0}, a, b, c), 5);
  EXPECT_DOUBLE_EQ(distance_to_triangle({4, 3, 0}, a, b, c), 12.0 / 5);
  EXPECT_DOUBLE_EQ(distance_to_triangle({2, 1, 0}, a, b, plus(a, b, 0.5)), 1);  // no area
  EXPECT_DOUBLE_EQ(distance_to_triangle({0, 0, 2}, a, a, a), 2);
}

// Exact but for rounding: a cube's faces are planes.
TEST(SurfaceQueries, CrossingsAreExactInDoublePrecision) {
  TriangleSurface cube = testing::tube(std::sqrt(2) * 1e-5, 1e-5, 4);
  place(cube, {.rotation = {45, 0, 0}});
  const SurfaceQueries queries = all_of(cube);
  Numbers numbers;
  for (int n = 0; n < 1000; ++n) {
    const Vector from = plus({}, numbers.vector(), 4.99e-6),
                 step = plus({}, numbers.vector(), 2e-5);
    const auto found = queries.crossings(from, step, 1);
    double nearest = 2;
    for (std::size_t d = 0; d < 3; ++d)
      nearest = std::min(nearest, ((step[d] > 0 ? 5e-6 : -5e-6) - from[d]) / step[d]);
    if (nearest > 1) {
      EXPECT_TRUE(found.empty());
      continue;
    }
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].turn, 1);
    EXPECT_NEAR(found[0].at, nearest, 1e-13);
  }
}

TEST(SurfaceQueries, DistancesToASphereConvergeInSecondOrder) {
  const auto error = [](int around) {
    const SurfaceQueries queries = all_of(testing::sphere(1, around));
    Numbers numbers;
    double largest = 0;
    for (int n = 0; n < 300; ++n) {
      const Vector place = numbers.vector();
      const double exact = std::abs(std::sqrt(dot(place, place)) - 1);
      largest = std::max(largest, std::abs(queries.distance_to(place, 1) - exact));
      const Vector step = plus({}, unit(place), 3);
      const auto found = queries.crossings({}, step, 1);
      EXPECT_EQ(found.size(), 1u);
      largest = std::max(largest, std::abs(found.at(0).at * 3 - 1));
    }
    return largest;
  };
  const double coarse = error(32), fine = error(64);
  EXPECT_LT(coarse, 0.012);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.15);
}

TEST(SurfaceQueries, DistancesAreThoseOfAllTriangles) {
  const TriangleSurface tube = testing::tube(2e-5, 5e-5, 12, 3);
  const SurfaceQueries queries = all_of(tube);
  Numbers numbers;
  for (int n = 0; n < 200; ++n) {
    const Vector place = plus({}, numbers.vector(), 3e-5);
    double nearest = 1;
    for (int t = 0; t < static_cast<int>(tube.triangles.size()); ++t)
      nearest = std::min(nearest, distance_to_triangle(place, tube.corner(t, 0), tube.corner(t, 1),
                                                       tube.corner(t, 2)));
    EXPECT_EQ(queries.distance_to(place, 1), nearest);
    EXPECT_EQ(queries.distance_to(place, 1, nearest / 2), nearest / 2);
  }
}

// Whatever their numbers are.
TEST(SurfaceQueries, OfTrianglesAsNearAsEachOtherTheFirstByItsPlaceIsNearest) {
  const std::vector<Vector> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                       {0, 0, 2}, {1, 0, 2}, {0, 1, 2}};
  const SurfaceQueries lower_first = all_of({corners, {{0, 1, 2}, {3, 4, 5}}}),
                       upper_first = all_of({corners, {{3, 4, 5}, {0, 1, 2}}});
  const Vector between{0.25, 0.25, 1};
  EXPECT_EQ(lower_first.nearest_to(between, 1).triangle, 0);
  EXPECT_EQ(upper_first.nearest_to(between, 1).triangle, 1);
  EXPECT_EQ(upper_first.nearest_to(between, 1).distance, 1);
  EXPECT_EQ(upper_first.nearest_to(between, 1, 0.5).triangle, -1);
}

// Lines through corners and along edges, as lattices meet them that lie as the surface does.
TEST(SurfaceQueries, LoseNoCrossingAtEdgesAndCorners) {
  const SurfaceQueries ball = all_of(testing::sphere(1, 16)), tube = all_of(testing::tube(2, 2, 8));
  for (const SurfaceQueries* body : {&ball, &tube})
    for (const Vector& corner : body->surface().corners)
      for (const Vector& along : {Vector{4, 0, 0}, Vector{0, 4, 0}, Vector{0, 0, 4},
                                  Vector{4, 4, 0}, Vector{4, 0, -4}, Vector{0, 4, 4}}) {
        int sum = 0;
        const auto found = body->crossings(plus(corner, along, -0.5), along, 1);
        for (const Crossing& crossing : found) sum += crossing.turn;
        EXPECT_EQ(sum, 0);
        EXPECT_LE(found.size(), 2u);
      }
  const auto axis = ball.crossings({-2, 0, 0}, {4, 0, 0}, 1);  // through both poles
  ASSERT_EQ(axis.size(), 2u);
  EXPECT_DOUBLE_EQ(axis[0].at, 0.25);
  EXPECT_EQ(axis[0].turn, -1);
  EXPECT_DOUBLE_EQ(axis[1].at, 0.75);
}

TEST(SurfaceQueries, AskOnlyTheKindsThatAreNamed) {
  const TriangleSurface tube = testing::tube(2, 6, 24);
  std::vector<std::uint8_t> kinds(tube.triangles.size(), 1);
  for (int t = 0; t < static_cast<int>(kinds.size()); ++t)
    if (std::abs(unit(tube.area_vector(t))[0]) > 0.5) kinds[static_cast<std::size_t>(t)] = 2;
  const SurfaceQueries queries(tube, kinds);
  EXPECT_EQ(queries.crossings({0, 0.1, 0.2}, {4, 0, 0}, 2).size(), 1u);
  EXPECT_EQ(queries.crossings({0, 0.1, 0.2}, {4, 0, 0}, 1).size(), 0u);
  EXPECT_NEAR(queries.distance_to({2.9, 0, 0}, 3), 0.1, 1e-12);
  EXPECT_NEAR(queries.distance_to({2.9, 0, 0}, 1), std::cos(std::numbers::pi / 24), 1e-12);
}

}  // namespace
}  // namespace thalweg::geometry
