// SPDX-License-Identifier: Apache-2.0
// Surfaces of triangles: what they enclose, where they are put, what is wrong with them, and where
// they were cut.
#include "geometry/triangle_surface.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <utility>

#include "geometry/openings.hpp"
#include "geometry/surface_faults.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::geometry {
namespace {

/// Second order: of flat triangles between corners on a curved surface.
TEST(TriangleSurface, VolumesAndAreasConvergeInSecondOrder) {
  const auto errors = [](int around) {
    const TriangleSurface ball = testing::sphere(2, around), tube = testing::tube(2, 5, around);
    return std::array{1 - ball.volume() / (4 * std::numbers::pi / 3 * 8),
                      1 - ball.area() / (4 * std::numbers::pi * 4),
                      1 - tube.volume() / (5 * std::numbers::pi),
                      1 - tube.area() / (12 * std::numbers::pi)};
  };
  const auto coarse = errors(32), fine = errors(64);
  for (std::size_t n = 0; n < 4; ++n) {
    EXPECT_GT(coarse[n], 0);
    EXPECT_NEAR(std::log2(coarse[n] / fine[n]), 2, 0.03) << n;
  }
}

TEST(TriangleSurface, VolumeDoesNotDependOnThePlace) {
  TriangleSurface ball = testing::sphere(1e-6, 16);
  const double volume = ball.volume();
  place(ball, {.rotation = {10, 20, 30}, .translation = {3, -2, 1}});
  EXPECT_NEAR(ball.volume() / volume, 1, 1e-6);
  ball.turn_over();
  EXPECT_NEAR(ball.volume() / volume, -1, 1e-6);
}

TEST(TriangleSurface, IsScaledTurnedAndMovedInTurn) {
  TriangleSurface surface{{{1, 2, 3}}, {}};
  place(surface, {.scale = 2, .rotation = {90, 0, 0}, .translation = {10, 0, 0}});
  EXPECT_EQ(surface.corners[0], (Vector{12, -6, 4}));  // y to z
  place(surface, {.rotation = {0, 90, -90}});          // z to x, then y to -x
  EXPECT_EQ(surface.corners[0], (Vector{-6, -4, -12}));
  surface.corners = {{1, 0, 0}};
  place(surface, {.rotation = {0, 0, 30}});
  EXPECT_NEAR(surface.corners[0][0], std::sqrt(3) / 2, 1e-15);
  EXPECT_NEAR(surface.corners[0][1], 0.5, 1e-15);
}

TEST(SurfaceFaults, OfClosedSurfacesThereAreNone) {
  EXPECT_TRUE(faults_of(testing::sphere(1, 12)).none());
  EXPECT_TRUE(faults_of(testing::tube(1, 2, 12, 3)).none());
}

TEST(SurfaceFaults, HolesHaveAPlaceAndAWidth) {
  TriangleSurface tube = testing::tube(2, 6, 24, 3);
  // The cap at the low end, and one triangle of the wall.
  std::erase_if(tube.triangles, [&](const Triangle& t) {
    return std::ranges::find(t, static_cast<int>(tube.corners.size()) - 2) != t.end();
  });
  const Triangle lost = tube.triangles[70];
  tube.triangles.erase(tube.triangles.begin() + 70);
  const SurfaceFaults faults = faults_of(tube);
  ASSERT_EQ(faults.holes.size(), 2u);
  EXPECT_EQ(faults.holes[0].edges, 24);
  EXPECT_NEAR(faults.holes[0].width, 2, 1e-12);
  EXPECT_NEAR(distance(faults.holes[0].center, {-3, 0, 0}), 0, 1e-12);
  EXPECT_EQ(faults.holes[1].edges, 3);
  const Vector& corner = tube.corners[static_cast<std::size_t>(lost[0])];
  EXPECT_LT(distance(faults.holes[1].center, corner), 2.1);
  EXPECT_TRUE(faults.turned.empty() && faults.crowded.empty());
}

TEST(SurfaceFaults, TurnedAndCrowdedEdgesHaveAPlace) {
  TriangleSurface ball = testing::sphere(1, 12);
  std::swap(ball.triangles[30][0], ball.triangles[30][1]);
  EXPECT_EQ(faults_of(ball).turned.size(), 3u);
  std::swap(ball.triangles[30][0], ball.triangles[30][1]);
  const Triangle twice = ball.triangles[5];
  ball.triangles.push_back(twice);
  const SurfaceFaults faults = faults_of(ball);
  EXPECT_EQ(faults.crowded.size(), 3u);
  EXPECT_LT(distance(faults.crowded[0], ball.corners[static_cast<std::size_t>(twice[0])]), 1);
}

TEST(Openings, AreFlatCapsThatTheWallTurnsAwayFrom) {
  const std::vector<Opening> ends = find_openings(testing::tube(2, 6, 30, 2));
  // With 30 corners a facet of the wall lies in a face of the box, too.
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_EQ(ends[0].name, "x_low");
  EXPECT_EQ(ends[1].name, "x_high");
  for (const Opening& end : ends) {
    const double side = end.is_high ? 1 : -1;
    EXPECT_NEAR(end.area, 15 * std::sin(2 * std::numbers::pi / 30), 1e-12);
    EXPECT_NEAR(distance(end.center, {3 * side, 0, 0}), 0, 1e-12);
    EXPECT_NEAR(distance(end.normal, {side, 0, 0}), 0, 1e-12);
    EXPECT_EQ(end.rim.size(), 30u);
    EXPECT_EQ(end.triangles.size(), 30u);
  }
  EXPECT_TRUE(find_openings(testing::sphere(1, 24)).empty());
}

// The corners of a rectangle are as far from its middle as each other, its sides are not.
TEST(Openings, TellARectangleFromARound) {
  TriangleSurface duct = testing::tube(2 * std::numbers::sqrt2, 6, 4, 2);
  place(duct, {.rotation = {45, 0, 0}});
  for (Vector& corner : duct.corners) corner[1] *= 5;
  const std::vector<Opening> ends = find_openings(duct);
  ASSERT_EQ(ends.size(), 6u);  // its flat walls lie in the faces of its box
  for (const Opening& end : {ends[0], ends[1]}) {
    EXPECT_NEAR(end.area, 20, 1e-12);
    EXPECT_NEAR(end.nearest_rim, 1, 1e-12);
    EXPECT_NEAR(end.farthest_rim, std::sqrt(26), 1e-12);
  }
  for (const int around : {10, 30}) {
    const Opening end = find_openings(testing::tube(2, 6, around))[0];
    EXPECT_NEAR(end.nearest_rim, std::cos(std::numbers::pi / around), 1e-12);
    EXPECT_NEAR(end.farthest_rim, 1, 1e-12);
  }
}

// Fans over an L from a corner that does not see all of it: some triangles lie over others.
TEST(Openings, AreMeasuredOnceWhereTrianglesOverlap) {
  TriangleSurface prism;
  for (const double x : {0.0, 40.0})
    for (const auto& [y, z] : {std::pair{20, 0}, {20, 10}, {10, 10}, {10, 20}, {0, 20}, {0, 0}})
      prism.corners.push_back({x, static_cast<double>(y), static_cast<double>(z)});
  testing::join_rings(prism, 0, 6, 6);
  for (int k = 2; k < 6; ++k) {
    prism.triangles.push_back({0, k, k - 1});
    prism.triangles.push_back({6, 6 + k - 1, 6 + k});
  }
  const std::vector<Opening> ends = find_openings(prism);
  ASSERT_GE(ends.size(), 2u);
  for (const Opening& end : {ends[0], ends[1]}) {
    EXPECT_EQ(end.axis, 0u);
    EXPECT_NEAR(end.area, 300, 1e-9);
    EXPECT_NEAR(end.center[1], 25.0 / 3, 1e-9);
    EXPECT_NEAR(end.center[2], 25.0 / 3, 1e-9);
  }
}

TEST(Openings, OfOneFaceAreNumberedByArea) {
  TriangleSurface two = testing::tube(2, 6, 24), other = testing::tube(3, 6, 24);
  place(other, {.translation = {0, 5, 0}});
  const int shift = static_cast<int>(two.corners.size());
  two.corners.insert(two.corners.end(), other.corners.begin(), other.corners.end());
  for (const Triangle& t : other.triangles)
    two.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
  const std::vector<Opening> ends = find_openings(two);
  ASSERT_EQ(ends.size(), 4u);
  EXPECT_EQ(ends[0].name, "x_low");
  EXPECT_EQ(ends[1].name, "x_low_2");
  EXPECT_EQ(ends[3].name, "x_high_2");
  EXPECT_GT(ends[0].area, ends[1].area);
  EXPECT_NEAR(rim_distance(two, {&ends[0], &ends[1]}, {&ends[2], &ends[3]}, {-6, 0, 0}), 0, 1e-12);
  EXPECT_NEAR(rim_distance(two, {&ends[0]}, {&ends[3]}, {-6, 0, 0}), 5.5, 1e-9);
}

}  // namespace
}  // namespace thalweg::geometry
