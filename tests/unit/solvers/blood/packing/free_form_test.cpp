// SPDX-License-Identifier: Apache-2.0
// Cells in vessels whose walls are more than a size: junctions, surfaces, images, beds of spheres.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "solvers/blood/packing/wall_field.hpp"
#include "solvers/blood/packing/walls.hpp"
#include "solvers/blood/vessel/mask_interior.hpp"
#include "solvers/blood/vessel/spheres_interior.hpp"
#include "solvers/blood/vessel/surface_interior.hpp"
#include "solvers/blood/vessel/torus_interior.hpp"
#include "solvers/blood/vessel/tubes_interior.hpp"
#include "tests/support/bounded_vessel.hpp"
#include "tests/support/triangulated.hpp"
#include "tests/unit/solvers/blood/packing/packed_cells.hpp"

namespace thalweg::blood::testing {
namespace {

constexpr double spacing = 1e-6, clearance = 0.3e-6;

Vessel junction(const std::vector<TubePath>& tubes, double period = 0) {
  return around(VesselShape::junction, std::make_shared<TubesInterior>(tubes, period), spacing);
}

/// A tube of 20 um that parts into two of 16 um.
Vessel forked() {
  return junction({{{{-30e-6, 0, 0}, {0, 0, 0}}, 20e-6},
                   {{{0, 0, 0}, {14e-6, 10e-6, 0}, {32e-6, 10e-6, 0}}, 16e-6},
                   {{{0, 0, 0}, {14e-6, -10e-6, 0}, {32e-6, -10e-6, 0}}, 16e-6}});
}

/// A tube of 20 um that closes on itself.
Vessel ring() {
  const TorusShape shape{.diameter = 20e-6, .curvature_radius = 20e-6};
  return around(VesselShape::torus, std::make_shared<TorusInterior>(shape, false), spacing);
}

/// Along x, far off the origin.
Vessel triangulated(bool is_periodic) {
  geometry::TriangleSurface surface = thalweg::testing::tube(20e-6, 40e-6, 64, 8);
  for (Vector& corner : surface.corners) corner = geometry::plus(corner, {50e-6, 20e-6, -10e-6});
  auto openings = geometry::find_openings(surface);
  return around(VesselShape::surface,
                std::make_shared<SurfaceInterior>(surface, std::move(openings), is_periodic),
                spacing);
}

/// The same tube by voxels of half a spacing, periodic along x.
Vessel imaged() {
  constexpr int across = 44, along = 80;
  constexpr double size = 0.5e-6;
  std::vector<bool> has_fluid;
  for (int z = 0; z < across; ++z)
    for (int y = 0; y < across; ++y)
      for (int x = 0; x < along; ++x)
        has_fluid.push_back(std::hypot(y + 0.5 - across / 2, z + 0.5 - across / 2) * size < 10e-6);
  Voxels voxels({along, across, across}, {size, size, size}, {true, false, false},
                {5e-6, -40e-6, 20e-6}, std::move(has_fluid));
  return around(VesselShape::mask,
                std::make_shared<MaskInterior>(std::move(voxels), MaskOpenings::parts), spacing);
}

/// Two spheres in a box, one of them across its edge.
Vessel bed() {
  const Vector size{40e-6, 32e-6, 32e-6};
  Vessel vessel{.shape = VesselShape::spheres, .size = size, .spacing = spacing};
  vessel.interior = std::make_shared<SpheresInterior>(
      std::vector<FixedSphere>{{{-10e-6, 0, 0}, 9e-6}, {{10e-6, 4e-6, 16e-6}, 6e-6}}, size);
  return vessel;
}

/// The least distance of a place on a cell's surface from walls and closed ends; negative outside.
double least_room(const Vessel& vessel, const Shape& shape, const Cells& cells) {
  double least = HUGE_VAL;
  for (const PackedCell& cell : cells)
    for (const Vector& own : shape.surface(20, 40)) {
      const Vector place = wrapped(vessel, cell.place(own));
      const double clear = vessel.interior->clearance(place);
      least = std::min(least, vessel.is_inside(place) ? clear : -std::abs(clear));
      for (std::size_t d = 0; d < 3; ++d)
        if (vessel.is_walled(d))
          least = std::min(least, vessel.size[d] / 2 - std::abs(place[d] - vessel.middle[d]));
    }
  return least;
}

/// uneven: how much nearer than asked cells may come, as the distance is linear between places.
void expect_packed(const Vessel& vessel, double hematocrit, double uneven) {
  const int count = count_for(vessel, hematocrit, 94.09e-18);
  const Cells cells =
      pack(vessel, {red_cell().species(count)}, {.clearance = clearance, .seed = 4});
  EXPECT_EQ(cells.size(), static_cast<std::size_t>(count));
  EXPECT_EQ(overlaps(vessel, {red_cell()}, cells), 0);
  EXPECT_GE(least_distance(vessel, {red_cell()}, cells), clearance);
  const double room = least_room(vessel, red_cell(), cells);
  EXPECT_GE(room, clearance - uneven);
  EXPECT_LT(room, 3 * clearance) << "none is beside a wall";
}

TEST(WallField, IsTheDistanceInARoundTube) {
  const Vessel vessel = junction({{{{-20e-6, 0, 0}, {20e-6, 0, 0}}, 20e-6}});
  const WallField walls(vessel, 0.5e-6);
  Dice dice;
  for (int n = 0; n < 2000; ++n) {
    const Vector place{dice.number(-8e-6, 8e-6), dice.number(-7e-6, 7e-6),
                       dice.number(-7e-6, 7e-6)};
    const double out = std::hypot(place[1], place[2]);
    if (out < 2e-6) continue;
    const WallField::Sample sample = walls.at(place);
    // The wall is hollow all around, so what is linear lies below, by the square of a spacing over
    // the distance from the axis.
    EXPECT_LE(sample.distance, 9.5e-6 - out + 1e-12);
    EXPECT_GE(sample.distance, 9.5e-6 - out - spacing * spacing / (4 * (out - spacing)));
    EXPECT_NEAR(sample.slope[0], 0, 1e-9);
    EXPECT_NEAR(sample.slope[1], -place[1] / out, 0.7 * spacing / (out - spacing));
  }
  // Closed ends are walls.
  EXPECT_NEAR(walls.at({18e-6, 0, 0}).distance, 1.5e-6, 1e-12);
  EXPECT_LT(walls.at({21e-6, 0, 0}).distance, 0);
}

TEST(WallField, TakesOpeningsForWalls) {
  const Vessel vessel = triangulated(false);
  ASSERT_EQ(vessel.interior->openings().size(), 2u);
  EXPECT_NEAR(WallField(vessel, 0).at({68e-6, 20e-6, -10e-6}).distance, 2e-6, 1e-9);
}

TEST(WallField, GoesOnBehindPeriodicEnds) {
  const WallField walls(triangulated(true), 0);
  const Vector end{70e-6, 26e-6, -10e-6};
  EXPECT_NEAR(walls.at(end).distance, 4e-6, 0.05e-6);
  EXPECT_EQ(walls.at(end).distance, walls.at(geometry::plus(end, {-40e-6, 0, 0})).distance);
}

// Walls of simple shape have their contacts in closed form.
TEST(WallContacts, AreThoseOfATube) {
  const Vessel simple = tube(60e-6, 20e-6);
  const WallField walls(junction({{{{-30e-6, 0, 0}, {30e-6, 0, 0}}, 20e-6}}), 0);
  Dice dice;
  int touching = 0;
  for (int n = 0; n < 500; ++n) {
    const Disc core{
        {dice.number(-10e-6, 10e-6), dice.number(-7e-6, 7e-6), dice.number(-7e-6, 7e-6)},
        geometry::unit(dice.place(1)),
        3e-6};
    const auto deepest = [](const std::vector<WallContact>& contacts) {
      double overlap = 0;
      for (const WallContact& contact : contacts) overlap = std::max(overlap, contact.overlap);
      return overlap;
    };
    const double exact = deepest(wall_contacts(simple, core, 2e-6)),
                 found = deepest(wall_contacts(walls, core, 2e-6));
    touching += exact > 0 ? 1 : 0;
    // Contacts are 8 um or more from the axis, where the distance is linear to 0.04 um (above).
    EXPECT_GE(found, exact - 0.01e-6);
    EXPECT_LE(found, exact + 0.04e-6);
  }
  EXPECT_GT(touching, 50);
}

TEST(FreeForm, FillsAForkOfTubes) { expect_packed(forked(), 0.28, 0.02e-6); }

TEST(FreeForm, FillsABendThatGoesOnPeriodically) {
  expect_packed(junction({{{{0, 0, 0}, {20e-6, 12e-6, 0}, {40e-6, 0, 0}}, 18e-6}}, 40e-6), 0.25,
                0.02e-6);
}

TEST(FreeForm, FillsASurfaceOfTriangles) {
  for (const bool is_periodic : {false, true}) expect_packed(triangulated(is_periodic), 0.3, 1e-12);
}

TEST(FreeForm, FillsARing) { expect_packed(ring(), 0.3, 0.02e-6); }

TEST(FreeForm, FillsAnImage) { expect_packed(imaged(), 0.28, 0.1e-6); }

TEST(FreeForm, FillsABedOfSpheres) { expect_packed(bed(), 0.2, 0.05e-6); }

TEST(FreeForm, IsTheSameForTheSameSeed) {
  const auto packed = [](std::uint64_t seed) {
    return pack(forked(), {red_cell().species(30)}, {.clearance = clearance, .seed = seed});
  };
  EXPECT_TRUE(are_same(packed(1), packed(1)));
  EXPECT_FALSE(are_same(packed(1), packed(2)));
}

std::string refusal(const Vessel& vessel, int count) {
  try {
    pack(vessel, {red_cell().species(count)}, {.clearance = clearance, .seed = 1});
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(FreeForm, RefusesWhatDoesNotFit) {
  const std::string crowded = refusal(triangulated(true), 70);
  EXPECT_NE(crowded.find("70 cells, a hematocrit of"), std::string::npos) << crowded;
  const std::string narrow = refusal(junction({{{{0, 0, 0}, {40e-6, 0, 0}}, 2e-6}}), 1);
  EXPECT_NE(narrow.find("it is 2 um wide along y"), std::string::npos) << narrow;
  const std::string slanted = refusal(junction({{{{0, 0, 0}, {40e-6, 30e-6, 20e-6}}, 2e-6}}), 1);
  EXPECT_NE(slanted.find("random places none is 1.22 um away from all walls"), std::string::npos)
      << slanted;
}

}  // namespace
}  // namespace thalweg::blood::testing
