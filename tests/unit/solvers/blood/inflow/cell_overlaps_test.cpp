// SPDX-License-Identifier: Apache-2.0
// Cells of a file that share places, in a vessel far off the origin.
#include "solvers/blood/case/cell_overlaps.hpp"

#include <gtest/gtest.h>

#include "solvers/blood/vessel/mask_interior.hpp"

namespace thalweg::blood {
namespace {

using geometry::Vector;

constexpr double um = 1e-6;
constexpr Vector middle{50 * um, -70 * um, 30 * um};

/// An image full of fluid, 30 um along each axis, periodic along x.
Vessel vessel_far_off() {
  Voxels voxels({10, 10, 10}, {3 * um, 3 * um, 3 * um}, {true, false, false}, middle,
                std::vector<bool>(1000, true));
  Vessel vessel{.shape = VesselShape::mask,
                .size = {30 * um, 30 * um, 30 * um},
                .middle = middle,
                .spacing = um};
  vessel.interior = std::make_shared<MaskInterior>(std::move(voxels), MaskOpenings::parts);
  return vessel;
}

/// Of balls of 2 um, by their places from the middle.
std::string found_among(const std::vector<Vector>& places) {
  SpeciesParameters ball;
  ball.name = "ball";
  ball.shape = {ShapeOfCell::sphere, {2 * um, 2 * um, 2 * um}};
  ball.refinement = 2;
  CellFile file;
  for (const Vector& place : places)
    file.cells.push_back({0,
                          {.centre = geometry::plus(middle, place)},
                          "line " + std::to_string(file.cells.size() + 1)});
  return find_cell_without_room(file, {ball}, vessel_far_off()).value_or("none");
}

TEST(CellOverlaps, AreFoundFarOffTheOrigin) {
  const std::vector<Vector> apart{{0, 0, 0}, {0, 5 * um, 0}, {12 * um, 5 * um, -9 * um}};
  EXPECT_EQ(found_among(apart), "none");
  std::vector<Vector> beside = apart, across = apart;
  beside.push_back({0, 8 * um, 0});
  EXPECT_NE(found_among(beside).find("line 2 (ball) and line 4 (ball) overlap"), std::string::npos)
      << found_among(beside);
  across.push_back({-14.5 * um, 5 * um, -9 * um});  // over the end of the period
  EXPECT_NE(found_among(across).find("line 3 (ball) and line 4 (ball) overlap"), std::string::npos)
      << found_among(across);
}

}  // namespace
}  // namespace thalweg::blood
