// SPDX-License-Identifier: Apache-2.0
// Openings without a condition: flat walls of a surface that lie in the faces of its box, as those
// of a duct do, ends of tubes, and fluid in the faces of an image.
#include "solvers/blood/vessel/closed_openings.hpp"

#include <gtest/gtest.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>

#include "solvers/blood/vessel/mask_interior.hpp"
#include "solvers/blood/vessel/passage.hpp"
#include "solvers/blood/vessel/surface_interior.hpp"
#include "solvers/blood/vessel/torus_interior.hpp"
#include "solvers/blood/vessel/tubes_interior.hpp"
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
}

// Its sides touch each other, so that not all of them can be ends.
TEST(ClosedOpenings, OfADuctWithoutConditionsAreNoWays) {
  const auto closed = with_closed_openings(duct(false), {});
  const std::string text = fmt::format("{}", fmt::join(closed->report(0.25), "\n"));
  EXPECT_NE(text.find("spacings) has room, at"), std::string::npos) << text;
  EXPECT_EQ(text.find("inf"), std::string::npos) << text;
}

TEST(ClosedOpenings, EndSimpleShapes) {
  for (const VesselShape shape : {VesselShape::duct, VesselShape::tube, VesselShape::channel}) {
    const auto found = make_open_interior(shape, {6, 4, 4});
    const auto vessel = with_closed_openings(found, {0});
    EXPECT_TRUE(vessel->is_open(0));
    EXPECT_FALSE(vessel->is_open(1));
    EXPECT_NEAR(vessel->clearance({2.5, 0, 0}), 0.5, 1e-12);
    EXPECT_NEAR(vessel->clearance({-2.5, 0, 0}), 2, 1e-12);
    EXPECT_NEAR(vessel->wall_area() - found->wall_area(), found->openings()[1].area, 1e-12);
    EXPECT_EQ(vessel->width(), found->width());
  }
}

TEST(ClosedOpenings, EndTubes) {
  const auto fork =
      with_closed_openings(std::make_shared<TubesInterior>(
                               std::vector<TubePath>{{{{-10, 0, 0}, {0, 0, 0}}, 6},
                                                     {{{0, 0, 0}, {6, 6, 0}, {12, 6, 0}}, 4},
                                                     {{{0, 0, 0}, {6, -6, 0}, {12, -6, 0}}, 5}},
                               0, true),
                           {0, 2});  // x_low and x_high_2, the narrower one
  EXPECT_NEAR(fork->clearance({11.5, -6, 1}), 0.5, 1e-12);
  EXPECT_NEAR(fork->clearance({11.5, 6, 1}), 1, 1e-12);
  EXPECT_NEAR(fork->clearance({-9.5, 0, 1}), 2, 1e-12);
  EXPECT_LT(fork->clearance({12.5, -6, 0}), 0);
  const auto bend = with_closed_openings(
      std::make_shared<TorusInterior>(
          TorusShape{.diameter = 4, .curvature_radius = 10, .arc = 180, .legs = 3}, true),
      {0});
  EXPECT_NEAR(bend->clearance({10, -2.5, 0}), 2, 1e-12);
  EXPECT_NEAR(bend->clearance({-10, -2.5, 0}), 0.5, 1e-12);
}

/// A block of 2 x 2 x 8 voxels with fluid in 4 x 4 x 8; periodic or not along z.
std::shared_ptr<const Interior> image(bool is_periodic) {
  std::vector<bool> has_fluid;
  for (int z = 0; z < 8; ++z)
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 4; ++x) has_fluid.push_back(x < 2 && y > 0 && y < 3);
  return std::make_shared<MaskInterior>(
      Voxels({4, 4, 8}, {1, 1, 1}, {false, false, is_periodic}, {}, has_fluid),
      MaskOpenings::parts);
}

TEST(ClosedOpenings, EndImages) {
  const auto found = image(false);  // x_low, z_low, z_high
  ASSERT_EQ(found->openings().size(), 3u);
  const auto vessel = with_closed_openings(found, {1});
  EXPECT_NEAR(found->clearance({-1.9, 0, 0}), 1, 1e-12);
  EXPECT_NEAR(vessel->clearance({-1.9, 0, 0}), 0.1, 1e-12);
  EXPECT_NEAR(vessel->clearance({-1, 0, 3.8}), 0.2, 1e-12);
  EXPECT_NEAR(vessel->clearance({-1, 0, -3.8}), 1, 1e-12);
  EXPECT_NEAR(vessel->wall_area() - found->wall_area(), 16 + 4, 1e-12);
  // One that repeats along z has a wall where it could have an opening alone.
  const auto endless = with_closed_openings(image(true), {});
  EXPECT_NEAR(endless->clearance({-1.9, 0, 3.9}), 0.1, 1e-12);
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
