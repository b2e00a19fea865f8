// SPDX-License-Identifier: Apache-2.0
// Surfaces as points: their areas, places and normals.
#include "geometry/surface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace thalweg::geometry {
namespace {

constexpr double pi = std::numbers::pi;

double area_of(const std::vector<SurfacePoint>& surface) {
  double area = 0;
  for (const SurfacePoint& part : surface) area += part.area;
  return area;
}

TEST(Surface, DiscsAreFlatRoundAndEvenlySampled) {
  const Vector center{1, 2, 3}, normal = unit({1, 1, -1});
  const auto surface = disc(center, normal, 2, {3, 0.1});
  EXPECT_NEAR(area_of(surface), pi * 4, 1e-9);
  EXPECT_GE(surface.size(), 16 * pi * 4 / 0.01);
  Vector mean{};
  double squares = 0;
  for (const SurfacePoint& part : surface) {
    const Vector off = plus(part.place, center, -1);
    EXPECT_NEAR(dot(off, normal), 0, 1e-12);
    EXPECT_EQ(part.normal, normal);
    squares += dot(off, off);
    mean = plus(mean, off);
  }
  const auto count = static_cast<double>(surface.size());
  EXPECT_NEAR(squares / count, 2, 1e-9);  // of an even disc half the radius squared
  EXPECT_LT(std::sqrt(dot(mean, mean)) / count, 1e-3);
}

TEST(Surface, BowlsAreCapsOfSpheres) {
  const Vector apex{0.5, 2.4, 2.4}, focus{3.5, 2.4, 2.4};
  const auto surface = bowl(apex, focus, 3.0, {3, 0.1});
  for (const SurfacePoint& part : surface) {
    EXPECT_NEAR(distance(part.place, focus), 3, 1e-12);
    EXPECT_LE(std::hypot(part.place[1] - 2.4, part.place[2] - 2.4), 1.5 + 1e-9);
    EXPECT_NEAR(dot(part.normal, unit(plus(focus, part.place, -1))), 1, 1e-12);
  }
  const double height = 3 - std::sqrt(9 - 1.5 * 1.5);
  EXPECT_NEAR(area_of(surface), 2 * pi * 3 * height, 1e-9);
}

TEST(Surface, InTwoDimensionsDiscsAreLinesAndBowlsArcs) {
  const auto line = disc({1, 2, 0}, {0, 1, 0}, 0.5, {2, 0.1});
  EXPECT_NEAR(area_of(line), 1, 1e-12);
  for (const SurfacePoint& part : line) {
    EXPECT_EQ(part.place[1], 2);
    EXPECT_LT(std::abs(part.place[0] - 1), 0.5);
  }
  const auto arc = bowl({0, 0, 0}, {2, 0, 0}, 2, {2, 0.1});
  EXPECT_NEAR(area_of(arc), 2 * 2 * pi / 6, 1e-12);
  for (const SurfacePoint& part : arc) EXPECT_NEAR(distance(part.place, {2, 0, 0}), 2, 1e-12);
}

TEST(Surface, RectanglesHaveTheirEdges) {
  const auto surface = rectangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, 3, 2, {3, 0.5});
  EXPECT_NEAR(area_of(surface), 6, 1e-12);
  for (const SurfacePoint& part : surface) {
    EXPECT_EQ(part.place[0], 0);
    EXPECT_LT(std::abs(part.place[1]), 1.5);
    EXPECT_LT(std::abs(part.place[2]), 1.0);
  }
}

TEST(Surface, SectionsOfSurfacesOfRevolutionAreSymmetric) {
  // The arc of a bowl on the axis is its own mirror image, with an odd number of points too.
  for (const double cell : {0.1, 0.099, 0.11}) {
    const auto arc = bowl({0, 0, 0}, {2, 0, 0}, 2, {2, cell});
    const auto section = revolved_section(arc, 1e-9);
    EXPECT_NEAR(area_of(section), area_of(arc), 1e-12);
    Vector mean{};
    for (const SurfacePoint& part : section) mean = plus(mean, part.normal, part.area);
    EXPECT_NEAR(mean[0], 2, 1e-2 * cell);  // what the arc's chord has
    EXPECT_NEAR(mean[1], 0, 1e-12);
  }
  // Beside the axis a line stands for a ring, of which two places are in the plane.
  const auto ring = revolved_section(disc({0, 2, 0}, {1, 0, 0}, 0.5, {2, 0.1}), 1e-9);
  EXPECT_NEAR(area_of(ring), 2, 1e-12);
}

TEST(Surface, RowsAreEvenAboutTheirCentre) {
  const auto places = row({1, 0, 0}, {0, 1, 0}, 4, 0.5);
  ASSERT_EQ(places.size(), 4u);
  EXPECT_EQ(places.front(), (Vector{1, -0.75, 0}));
  EXPECT_EQ(places.back(), (Vector{1, 0.75, 0}));
}

}  // namespace
}  // namespace thalweg::geometry
