// SPDX-License-Identifier: Apache-2.0
// Flat walls of a surface that lie in the faces of its box, as those of a duct do.
#include "solvers/blood/vessel/closed_openings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "solvers/blood/vessel/passage.hpp"
#include "solvers/blood/vessel/surface_interior.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::blood {
namespace {

using geometry::TriangleSurface, geometry::Vector;

/// 6 long, 10 wide and 2 high. Each of its walls is two rings of two triangles.
std::shared_ptr<const Interior> duct(bool is_periodic) {
  TriangleSurface surface = testing::tube(2 * std::numbers::sqrt2, 6, 4, 2);
  geometry::place(surface, {.rotation = {45, 0, 0}});
  for (Vector& corner : surface.corners) corner[1] *= 5;
  return std::make_shared<SurfaceInterior>(surface, geometry::find_openings(surface), is_periodic);
}

TEST(ClosedOpenings, AreWalls) {
  const auto found = duct(false);
  ASSERT_EQ(found->openings().size(), 6u);
  const auto vessel = with_closed_openings(found, {0, 1});  // x_low, x_high
  EXPECT_NEAR(vessel->volume(), 120, 1e-10);
  EXPECT_NEAR(vessel->wall_area(), 144, 1e-10);
  EXPECT_NEAR(vessel->width(), 4 * 120 / 144.0, 1e-10);
  EXPECT_NEAR(vessel->clearance({0, 0, 0}), 1, 1e-12);
  EXPECT_NEAR(vessel->clearance({2.9, 1, -0.7}), 0.3, 1e-12);
  EXPECT_NEAR(vessel->clearance({-1, 4.9, 0.2}), 0.1, 1e-12);
  const WallTriangles walls = vessel->wall_triangles();
  EXPECT_EQ(walls.numbers.size(), 16u);
  EXPECT_TRUE(std::ranges::is_sorted(walls.numbers));
  for (const int triangle : walls.numbers) {
    const Vector normal = geometry::unit(walls.surface->area_vector(triangle));
    EXPECT_NEAR(normal[0], 0, 1e-12);
  }
  // A ball of the height passes from end to end, as flat walls are no openings.
  const Passage passage = find_passage(*vessel, {{-3, -5, -1}, {3, 5, 1}}, 0.25);
  EXPECT_TRUE(passage.is_way);
  EXPECT_LE(passage.diameter, 2);
  EXPECT_GE(passage.diameter, 2 - 1.8 * passage.accuracy);
  // They keep their numbers.
  EXPECT_EQ(vessel->openings().size(), 6u);
  EXPECT_EQ(vessel->opening_left_by({2.9, 0, 0.1}, {0.2, 0, 0}), 1);
}

TEST(ClosedOpenings, MayBeAllOrNone) {
  const auto found = duct(false);
  EXPECT_EQ(with_closed_openings(found, {0, 1, 2, 3, 4, 5}), found);
  const auto closed = with_closed_openings(found, {});
  EXPECT_NEAR(closed->wall_area(), 184, 1e-10);
  EXPECT_NEAR(closed->clearance({2.5, 0, 0}), 0.5, 1e-12);
  EXPECT_EQ(closed->wall_triangles().numbers.size(), 24u);
  const auto simple = make_open_interior(VesselShape::duct, {6, 10, 2});
  EXPECT_EQ(with_closed_openings(simple, {}), simple);
}

TEST(ClosedOpenings, OfAPeriodicVesselAreAllButItsEnds) {
  const auto vessel = duct(true);
  EXPECT_EQ(with_closed_openings(vessel, {}), vessel);
  EXPECT_NEAR(vessel->wall_area(), 144, 1e-10);
  EXPECT_NEAR(vessel->clearance({2.9, 0, 0}), 1, 1e-12);
  EXPECT_NEAR(vessel->clearance({-2.9, 4.6, 0}), 0.4, 1e-12);
  EXPECT_EQ(vessel->wall_triangles().numbers.size(), 16u);
  EXPECT_NEAR(vessel->distance_to_wall({0, 0, 0.5}, {0, 0, 1}), 0.5, 1e-12);
}

}  // namespace
}  // namespace thalweg::blood
