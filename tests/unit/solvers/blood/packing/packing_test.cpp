// SPDX-License-Identifier: Apache-2.0
// Packed cells by their true shapes: they are apart from each other, inside the vessel and as many
// as was asked for.
#include "solvers/blood/packing/packing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/unit/solvers/blood/packing/packed_cells.hpp"

namespace thalweg::blood::testing {
namespace {

/// The least distance of a place on a cell's surface from the wall; negative if it is outside [m].
double least_from_walls(const Vessel& vessel, const Shapes& shapes, const Cells& cells) {
  double least = HUGE_VAL;
  for (const PackedCell& cell : cells)
    for (const Vector& own : shape_of(shapes, cell).surface(40, 60)) {
      const Vector p = cell.place(own);
      if (vessel.shape == VesselShape::tube)
        least = std::min(least, vessel.size[1] / 2 - std::hypot(p[1], p[2]));
      else
        for (std::size_t d = 0; d < 3; ++d)
          if (vessel.is_walled(d)) least = std::min(least, vessel.size[d] / 2 - std::abs(p[d]));
    }
  return least;
}

/// The part of a cube that is inside of cells, by places on a lattice. Where two cells overlap it
/// counts once.
double filled_part(double size, const Shape& shape, const Cells& cells) {
  constexpr int n = 80;
  const double h = size / n;
  const auto reach = static_cast<int>(shape.radius / h) + 1;
  std::vector<char> filled(n * n * n);
  for (const PackedCell& cell : cells) {
    int at[3];
    for (std::size_t d = 0; d < 3; ++d) at[d] = static_cast<int>(std::floor(cell.centre[d] / h));
    for (int i = at[0] - reach; i <= at[0] + reach; ++i)
      for (int j = at[1] - reach; j <= at[1] + reach; ++j)
        for (int k = at[2] - reach; k <= at[2] + reach; ++k)
          if (shape.contains(own_place(cell, {i * h, j * h, k * h})))
            filled[static_cast<std::size_t>(((i + 2 * n) % n * n + (j + 2 * n) % n) * n +
                                            (k + 2 * n) % n)] = 1;
  }
  return static_cast<double>(std::count(filled.begin(), filled.end(), 1)) / (n * n * n);
}

TEST(Packing, FillsAPeriodicBoxWithRedCells) {
  const double size = 32e-6, hematocrit = 0.45;
  const Vessel box = cube(size);
  const PackedSpecies species = red_cell().species(count_for(box, hematocrit, 94.09e-18));
  Cells cells = pack(box, {species}, {.seed = 3});
  EXPECT_EQ(cells.size(), 157);
  EXPECT_NEAR(filled_part(size, red_cell(), cells), hematocrit, 0.004);
  EXPECT_EQ(overlaps(box, {red_cell()}, cells), 0);
  // The measure does see an overlap.
  cells[0].centre = geometry::plus(cells[1].centre, {1e-6, 1e-6, 1e-6});
  EXPECT_GT(overlaps(box, {red_cell()}, cells), 0);
}

TEST(Packing, KeepsTheClearanceInATube) {
  const Vessel vessel = tube(30e-6, 20e-6);
  const Shapes shapes{red_cell()};
  const double clearance = 0.3e-6;
  const Cells cells = pack(vessel, {shapes[0].species(count_for(vessel, 0.3, 94.09e-18))},
                           {.clearance = clearance, .seed = 1});
  EXPECT_EQ(cells.size(), 30);
  EXPECT_EQ(overlaps(vessel, shapes, cells), 0);
  const double apart = least_distance(vessel, shapes, cells);
  EXPECT_GE(apart, clearance);
  EXPECT_LT(apart, 4 * clearance) << "cells this far apart are not packed";
  const double from_walls = least_from_walls(vessel, shapes, cells);
  EXPECT_GE(from_walls, clearance);
  EXPECT_LT(from_walls, 2 * clearance);
}

TEST(Packing, FillsAWideTube) {
  const Vessel vessel = tube(20e-6, 40e-6);
  const Shapes shapes{red_cell()};
  const Cells cells =
      pack(vessel, {shapes[0].species(count_for(vessel, 0.45, 94.09e-18))}, {.seed = 1});
  EXPECT_EQ(overlaps(vessel, shapes, cells), 0);
  EXPECT_GE(least_from_walls(vessel, shapes, cells), 0);
}

TEST(Packing, KeepsOffPlates) {
  for (const VesselShape shape : {VesselShape::channel, VesselShape::duct}) {
    const Vessel vessel = vessel_of(shape, {24e-6, 20e-6, 12e-6});
    const Cells cells = pack(vessel, {red_cell().species(count_for(vessel, 0.25, 94.09e-18))},
                             {.clearance = 0.1e-6, .seed = 5});
    EXPECT_EQ(overlaps(vessel, {red_cell()}, cells), 0);
    EXPECT_GE(least_from_walls(vessel, {red_cell()}, cells), 0.1e-6);
  }
}

TEST(Packing, MixesSpecies) {
  const Vessel vessel = tube(40e-6, 30e-6);
  const Shapes shapes{red_cell(), ellipsoid(1.5e-6, 0.5e-6), ellipsoid(6e-6, 6e-6)};
  const Cells cells =
      pack(vessel, {shapes[0].species(80), shapes[1].species(15), shapes[2].species(1)},
           {.clearance = 0.1e-6, .seed = 2});
  const auto count = [&](int species) {
    return std::count_if(cells.begin(), cells.end(),
                         [=](const PackedCell& cell) { return cell.species == species; });
  };
  EXPECT_EQ(count(0), 80);
  EXPECT_EQ(count(1), 15);
  EXPECT_EQ(count(2), 1);
  EXPECT_EQ(overlaps(vessel, shapes, cells), 0);
  EXPECT_GE(least_from_walls(vessel, shapes, cells), 0.1e-6);
}

TEST(Packing, TurnsCellsAllWays) {
  const Cells cells = pack(cube(40e-6), {red_cell().species(200)}, {.seed = 1});
  Vector squares{};
  for (const PackedCell& cell : cells) {
    const Vector first{cell.rotation[0][0], cell.rotation[1][0], cell.rotation[2][0]},
        second{cell.rotation[0][1], cell.rotation[1][1], cell.rotation[2][1]},
        axis{cell.rotation[0][2], cell.rotation[1][2], cell.rotation[2][2]};
    EXPECT_NEAR(geometry::distance(geometry::cross(first, second), axis), 0, 1e-12);
    for (std::size_t d = 0; d < 3; ++d) {
      squares[d] += axis[d] * axis[d] / 200;
      EXPECT_LE(std::abs(cell.centre[d]), 20e-6);
    }
  }
  for (const double square : squares) EXPECT_NEAR(square, 1.0 / 3, 0.1);
}

TEST(Packing, DependsOnTheSeedOnly) {
  const auto pack_with = [](std::uint64_t seed) {
    return pack(cube(20e-6), {red_cell().species(20)}, {.seed = seed});
  };
  EXPECT_TRUE(are_same(pack_with(1), pack_with(1)));
  EXPECT_FALSE(are_same(pack_with(1), pack_with(2)));
  EXPECT_FALSE(are_same(pack_with(1), pack_with(1 + (std::uint64_t{1} << 32))));
}

TEST(Packing, TellsHowFarItIs) {
  std::vector<double> told;
  pack(cube(20e-6), {red_cell().species(20)},
       {.progress = [&](double part) { told.push_back(part); }});
  ASSERT_GT(told.size(), 10u);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_LT(told.front(), 0.1);
  EXPECT_EQ(told.back(), 1);
}

TEST(Packing, OfNoCellsIsEmpty) {
  EXPECT_TRUE(pack(cube(20e-6), {}, {}).empty());
  EXPECT_TRUE(pack(tube(20e-6, 8e-6), {red_cell().species(0)}, {}).empty());
}

}  // namespace
}  // namespace thalweg::blood::testing
