// SPDX-License-Identifier: Apache-2.0
// The space between fixed spheres.
#include "solvers/blood/vessel/spheres_interior.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "base/error.hpp"
#include "solvers/blood/vessel/spheres_parameters.hpp"

namespace thalweg::blood {
namespace {

using geometry::Vector;

constexpr Vector box{20, 16, 24};

/// One in the middle, and one in a corner, which is in all eight corners.
SpheresInterior two_spheres() { return {{{{0, 0, 0}, 5}, {{10, 8, -12}, 3}}, box}; }

TEST(FixedSpheres, LeaveTheRestOfTheBox) {
  const SpheresInterior spheres = two_spheres();
  const double pi = std::numbers::pi;
  EXPECT_NEAR(spheres.volume(), 20 * 16 * 24 - 4 * pi / 3 * (125 + 27), 1e-9);
  EXPECT_NEAR(spheres.wall_area(), 4 * pi * (25 + 9), 1e-9);
  EXPECT_NEAR(spheres.width(), 6, 1e-12);
  for (const std::size_t axis : {0u, 1u, 2u}) EXPECT_FALSE(spheres.is_walled(axis));
  EXPECT_FALSE(spheres.is_inside({4.9, 0, 0}));
  EXPECT_TRUE(spheres.is_inside({5.1, 0, 0}));
  for (const double x : {-1, 1})
    for (const double y : {-1, 1})
      for (const double z : {-1, 1}) {
        EXPECT_FALSE(spheres.is_inside({x * 9.9, y * 7.9, z * 11.9}));
        EXPECT_NEAR(spheres.clearance({x * 10, y * 8, z * 8}), 1, 1e-12);
      }
}

TEST(FixedSpheres, AreMetWhereStepsEnterThem) {
  const SpheresInterior spheres = two_spheres();
  EXPECT_NEAR(spheres.distance_to_wall({5.3, 0, 0}, {-1, 0, 0}), 0.3, 1e-7);
  EXPECT_NEAR(spheres.distance_to_wall({-10, -8, 8.75}, {0, 0, 1}), 0.25, 1e-7);
  EXPECT_EQ(spheres.sphere_met({5.3, 0, 0}, {-1, 0, 0}), 0);
  EXPECT_EQ(spheres.sphere_met({-10, -8, 8.75}, {0, 0, 1}), 1);
  EXPECT_EQ(spheres.sphere_met({5.3, 0, 0}, {0, 1, 0}), -1);
  // Halving the step finds the same place.
  const Vector from{3.9, 3.4, 0.2}, step{-1, -1, 0};
  EXPECT_NEAR(spheres.distance_to_wall(from, step), spheres.Interior::distance_to_wall(from, step),
              1e-7);
}

TEST(FixedSpheres, HaveRowsAsTheirPlacesAre) {
  const SpheresInterior spheres = two_spheres();
  for (double y = -7.75; y < 8; y += 0.5)
    for (double z = -11.75; z < 12; z += 0.5) {
      const Vector first{-9.75, y, z};
      EXPECT_EQ(spheres.row_inside(first, 0.5, 40), spheres.Interior::row_inside(first, 0.5, 40));
    }
}

/// 2 apart, but for 0.3 to all sides.
std::vector<FixedSphere> many_spheres() {
  std::mt19937 numbers(7);
  std::uniform_real_distribution<double> part(-0.3, 0.3);
  std::vector<FixedSphere> spheres;
  for (int x = -9; x < 10; x += 2)
    for (int y = -7; y < 8; y += 2)
      for (int z = -11; z < 12; z += 2)
        spheres.push_back(
            {{x + part(numbers), y + part(numbers), z + part(numbers)}, 0.4 + part(numbers)});
  return spheres;
}

// What few of them are asked for is what all would say.
TEST(FixedSpheres, AreFoundAmongMany) {
  const std::vector<FixedSphere> spheres = many_spheres();
  const SpheresInterior all(spheres, box);
  std::mt19937 numbers(8);
  std::uniform_real_distribution<double> part(-0.6, 0.6);
  int solid = 0;
  for (int n = 0; n < 4000; ++n) {
    const Vector place{box[0] * part(numbers), box[1] * part(numbers), box[2] * part(numbers)};
    double least = 1e300;
    int first = -1;
    for (std::size_t s = 0; s < spheres.size(); ++s) {
      const Vector out = from_nearest_image(spheres[s], place, box);
      const double gap = std::sqrt(geometry::dot(out, out)) - spheres[s].radius;
      least = std::min(least, gap);
      if (gap <= 0 && first < 0) first = static_cast<int>(s);
    }
    EXPECT_EQ(all.clearance(place), least);
    EXPECT_EQ(all.sphere_met(place, {0, 0, 0}), first);
    EXPECT_EQ(all.is_inside(place), first < 0);
    solid += first >= 0 ? 1 : 0;
  }
  EXPECT_GT(solid, 100);
}

// A bin has those near it, however many there are elsewhere.
TEST(FixedSpheres, AreFewNearAPlace) {
  const SphereBins bins(many_spheres(), box);
  for (const Vector& place : {Vector{0, 0, 0}, {10, 8, -12}, {-3.2, 7.7, 11.9}})
    EXPECT_LT(bins.near(place).size(), 100u);
}

// A dilute one is alone but for the first correction. Dense simple cubic arrays (Zick and Homsy,
// J. Fluid Mech. 115, 1982) let through a little less.
TEST(FixedSpheres, LetThroughAboutWhatArraysDo) {
  const SpheresInterior one({{{0, 0, 0}, 1}}, {100, 100, 100});
  const double alone = 1e6 / (6 * std::numbers::pi), part = 4 * std::numbers::pi / 3 * 1e-6;
  EXPECT_NEAR(one.permeability() / (alone * (1 - 1.5 * std::cbrt(part))), 1, 1e-6);
  for (const auto& [solid, drag] : {std::pair{0.027, 2.008}, {0.125, 4.292}, {0.45, 28.1}}) {
    const double radius = std::cbrt(3 * solid / (4 * std::numbers::pi));
    const SpheresInterior array({{{0, 0, 0}, radius}}, {1, 1, 1});
    const double happel = 1 / (6 * std::numbers::pi * radius * array.permeability());
    EXPECT_GT(happel / drag, 0.8) << solid;
    EXPECT_LT(happel / drag, 1) << solid;
  }
}

io::Case bed_case(const std::string& spheres) {
  return io::Case::parse("[geometry]\n" + spheres, "test.toml");
}

Vessel bed_cube() {
  return {.shape = VesselShape::spheres, .size = {20e-6, 20e-6, 20e-6}, .spacing = 1e-6};
}

std::string bed_mistakes(const std::string& spheres) {
  io::Case input = bed_case(spheres);
  Vessel vessel = bed_cube();
  read_spheres(input, vessel);
  try {
    input.finish();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string sphere(const std::string& radius, const std::string& centre) {
  return "[[geometry.spheres]]\nradius = " + radius + "\ncentre = " + centre + "\n";
}

TEST(FixedSpheres, AreReadFromACase) {
  io::Case input = bed_case(sphere("6e-6", "[1e-6, 0, 0]") + sphere("2e-6", "[-9e-6, 9e-6, 9e-6]"));
  Vessel vessel = bed_cube();
  read_spheres(input, vessel);
  input.finish();
  ASSERT_EQ(vessel.interior->spheres().size(), 2u);
  EXPECT_TRUE(vessel.lattice().periodic[0]);
  const auto sites = vessel.sites(0, vessel.lattice().extent[0]);
  EXPECT_NEAR(static_cast<double>(sites.size()) * 1e-18 / vessel.volume(), 1, 0.01);
  EXPECT_NE(vessel.interior->report(1e-6).at(0).find("2 spheres, 4 to 12 um wide"),
            std::string::npos);
}

TEST(FixedSpheres, MayTouch) {
  EXPECT_EQ(bed_mistakes(sphere("5e-6", "[-5e-6, 0, 0]") + sphere("5e-6", "[5e-6, 0, 0]")), "");
}

TEST(FixedSpheres, MistakesAreNamed) {
  const auto expect = [](const std::string& spheres, const std::string& part) {
    EXPECT_NE(bed_mistakes(spheres).find(part), std::string::npos) << bed_mistakes(spheres);
  };
  expect("", "one [[geometry.spheres]] or more");
  expect(sphere("1.4e-6", "[0, 0, 0]"), "at least 1.5 times");
  expect(sphere("10.1e-6", "[0, 0, 0]"), "its own image");
  expect(sphere("3e-6", "[0, 0, 10.5e-6]"), "must lie in the box");
  expect(sphere("5e-6", "[-8e-6, 0, 0]") + sphere("5e-6", "[8e-6, 0, 0]"), "overlaps sphere 0");
  expect(sphere("5e-6", "[0, 0]"), "centre");
  expect("[[geometry.spheres]]\ndiameter = 5e-6\ncentre = [0, 0, 0]", "diameter");
}

}  // namespace
}  // namespace thalweg::blood
