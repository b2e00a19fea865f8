// SPDX-License-Identifier: Apache-2.0
// The inside of bent tubes and rings.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "solvers/blood/vessel/torus_interior.hpp"
#include "solvers/blood/vessel/torus_parameters.hpp"

namespace thalweg::blood {
namespace {

using geometry::Vector;

TorusShape shaped(int arc, double legs = 0) {
  return {.diameter = 4, .curvature_radius = 10, .arc = arc, .legs = legs};
}

/// By places of a lattice, which is beside no face.
double counted_volume(const TorusInterior& torus) {
  constexpr double step = 0.237;
  const geometry::Bounds box = torus.box();
  double inside = 0;
  for (double z = box.lower[2] - 0.11; z < box.upper[2] + 1; z += step)
    for (double y = box.lower[1] - 1.07; y < box.upper[1] + 1; y += step)
      for (double x = box.lower[0] - 1.03; x < box.upper[0] + 1; x += step)
        if (torus.is_inside({x, y, z})) ++inside;
  return inside * std::pow(step, 3);
}

// Pappus gives the volume of each part, which closed ends do not change.
TEST(Torus, FillsItsVolume) {
  for (const bool is_open : {false, true})
    for (const auto& shape :
         {shaped(360), shaped(180), shaped(180, 5), shaped(90), shaped(90, 7)}) {
      const TorusInterior torus(shape, is_open);
      const double length = std::numbers::pi / 18 * shape.arc + 2 * shape.legs;
      EXPECT_NEAR(torus.volume(), 4 * std::numbers::pi * length, 1e-9);
      EXPECT_NEAR(counted_volume(torus) / torus.volume(), 1, 0.01) << shape.arc;
    }
}

TEST(Torus, KnowsHowFarItsWallIs) {
  const TorusInterior ring(shaped(360), false), bend(shaped(90, 6), true), dead(shaped(180), false);
  for (int n = 0; n < 36; ++n) {
    const double angle = std::numbers::pi / 18 * n;
    const Vector place{10.5 * std::cos(angle), 10.5 * std::sin(angle), 0.5};
    EXPECT_NEAR(ring.clearance(place), 2 - std::hypot(0.5, 0.5), 1e-12);
  }
  EXPECT_NEAR(ring.distance_to_wall({10, 0, 0}, {4, 0, 0}), 0.5, 1e-6);
  EXPECT_NEAR(bend.clearance({11, -5.5, 0}), 1, 1e-12);  // the opening is no wall
  EXPECT_NEAR(bend.clearance({-3, 10, 0.5}), 1.5, 1e-12);
  EXPECT_LT(bend.clearance({10, -6.5, 0}), 0);
  EXPECT_LT(bend.clearance({-1, -1, 0}), 0);
  EXPECT_NEAR(dead.clearance({10, 0.5, 0}), 0.5, 1e-12);  // here it is one
  EXPECT_NEAR(dead.wall_area() - TorusInterior(shaped(180), true).wall_area(),
              2 * std::numbers::pi * 4, 1e-9);
}

TEST(Torus, OpensAtItsEnds) {
  EXPECT_TRUE(TorusInterior(shaped(360), true).openings().empty());
  EXPECT_TRUE(TorusInterior(shaped(90), false).openings().empty());
  const TorusInterior quarter(shaped(90, 3), true), half(shaped(180, 3), true);
  ASSERT_EQ(quarter.openings().size(), 2u);
  EXPECT_EQ(quarter.openings()[0].name, "x_low");
  EXPECT_EQ(quarter.openings()[0].center, (Vector{-3, 10, 0}));
  EXPECT_EQ(quarter.openings()[1].name, "y_low");
  EXPECT_EQ(quarter.openings()[1].center, (Vector{10, -3, 0}));
  EXPECT_EQ(half.openings()[0].center, (Vector{10, -3, 0}));
  EXPECT_EQ(half.openings()[1].name, "y_low_2");
  EXPECT_EQ(half.openings()[1].center, (Vector{-10, -3, 0}));
  EXPECT_EQ(half.opening_left_by({-9, -2.5, 1}, {0.5, -1, 0}), 1);
  EXPECT_EQ(half.opening_left_by({9, -2.5, 1}, {0.5, -1, 0}), 0);
  EXPECT_EQ(half.opening_left_by({9, -2.5, 1}, {0.5, 1, 0}), -1);
}

// Once round the loop the gradient does the same work on every circle.
TEST(Torus, IsDrivenRoundItsLoop) {
  const TorusInterior ring(shaped(360), false);
  EXPECT_NEAR(ring.loop_length(), 20 * std::numbers::pi, 1e-12);
  EXPECT_EQ(TorusInterior(shaped(180), true).loop_length(), 0);
  for (const double r : {8.5, 10.0, 11.5}) {
    const double angle = 0.7;
    const Vector along = ring.loop_direction({r * std::cos(angle), r * std::sin(angle), 1});
    EXPECT_NEAR(along[0] * -std::sin(angle) + along[1] * std::cos(angle), 10 / r, 1e-12);
    EXPECT_NEAR(along[0] * std::cos(angle) + along[1] * std::sin(angle), 0, 1e-12);
    EXPECT_EQ(along[2], 0);
  }
}

std::string mistakes_of(const std::string& geometry) {
  io::Case input = io::Case::parse("[geometry]\n" + geometry, "test.toml");
  Vessel vessel{.shape = VesselShape::torus, .spacing = 1e-6};
  read_torus(input, vessel);
  try {
    input.finish();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Torus, IsReadFromACase) {
  io::Case input = io::Case::parse(
      "[geometry]\ndiameter = 8e-6\ncurvature_radius = 12e-6\narc = 90\nlegs = 4e-6\n",
      "test.toml");
  Vessel vessel{.shape = VesselShape::torus, .spacing = 1e-6};
  read_torus(input, vessel);
  input.finish();
  EXPECT_EQ(vessel.lattice().extent, (grid::Cell{8, 20, 20}));
  EXPECT_NEAR(vessel.middle[0], 6e-6, 1e-18);
  const auto sites = vessel.sites(0, 8);
  EXPECT_NEAR(static_cast<double>(sites.size()) * 1e-18 / vessel.volume(), 1, 0.03);
}

TEST(Torus, MistakesAreNamed) {
  const auto names = [](const std::string& geometry, const std::string& mistake) {
    EXPECT_NE(mistakes_of(geometry).find(mistake), std::string::npos)
        << mistakes_of(geometry) << "\n"
        << mistake;
  };
  const std::string tube = "diameter = 8e-6\n", ring = tube + "curvature_radius = 12e-6\n";
  EXPECT_EQ(mistakes_of(ring), "");
  names(tube, "geometry.curvature_radius");
  names("diameter = 2e-6\ncurvature_radius = 12e-6\n", "at least 3 times grid.spacing");
  names(tube + "curvature_radius = 4e-6\n", "the tube would meet itself");
  names(ring + "arc = 120\n", "must be 90, 180 or 360 degrees, not 120");
  names(ring + "legs = 1e-6\n", "a ring has no ends");
  names(tube + "curvature_radius = 1\n", "are both in metres?");
}

}  // namespace
}  // namespace thalweg::blood
