// SPDX-License-Identifier: Apache-2.0
// Grids written as CGNS and read again.
#include <gtest/gtest.h>

#include <numbers>

#include "base/error.hpp"
#include "io/grids/structured_grid.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::io {
namespace {

using testing::Scratch;

GridZone zone(const std::string& name, const std::array<int, 3>& vertices) {
  GridZone zone{name, vertices, {}};
  for (std::size_t n = 0; n < 3; ++n)
    for (std::int64_t v = 0; v < zone.size(); ++v)
      zone.at[n].push_back(static_cast<double>(v) / 3 + static_cast<double>(n));
  return zone;
}

TEST(CgnsGrids, AreReadAsTheyWereWritten) {
  const Scratch scratch;
  StructuredGrid grid;
  grid.zones = {zone("a", {2, 3, 4}), zone("b", {2, 3, 5})};
  grid.connections = {{.zone = 0,
                       .donor = 1,
                       .range = {{4, 1, 1}, {4, 3, 2}},
                       .donor_range = {{1, 3, 1}, {1, 1, 2}},
                       .transform = {1, -2, 3},
                       .translation = {0.5, 0, -2}},
                      {.zone = 1,
                       .donor = 1,
                       .range = {{1, 1, 1}, {3, 1, 2}},
                       .donor_range = {{1, 3, 1}, {3, 3, 2}},
                       .rotation_centre = {1, 2, 3},
                       .rotation_angle = {0, 0.5, 0}}};
  grid.families = {{1, {{5, 1, 1}, {5, 3, 2}}, "outflow", ""}};
  write_cgns_grid(scratch / "grid.cgns", grid);
  const StructuredGrid read = read_cgns_grid(scratch / "grid.cgns");
  ASSERT_EQ(read.zones.size(), 2u);
  for (std::size_t z = 0; z < 2; ++z) {
    EXPECT_EQ(read.zones[z].name, grid.zones[z].name);
    EXPECT_EQ(read.zones[z].vertices, grid.zones[z].vertices);
    EXPECT_EQ(read.zones[z].at, grid.zones[z].at);
  }
  ASSERT_EQ(read.connections.size(), 2u);
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_EQ(read.connections[c].zone, grid.connections[c].zone);
    EXPECT_EQ(read.connections[c].donor, 1);
    EXPECT_EQ(read.connections[c].range.begin, grid.connections[c].range.begin);
    EXPECT_EQ(read.connections[c].donor_range.end, grid.connections[c].donor_range.end);
    EXPECT_EQ(read.connections[c].transform, grid.connections[c].transform);
    EXPECT_EQ(read.connections[c].translation, grid.connections[c].translation);
    EXPECT_EQ(read.connections[c].rotation_angle, grid.connections[c].rotation_angle);
    EXPECT_EQ(read.connections[c].rotation_centre, grid.connections[c].rotation_centre);
  }
  ASSERT_EQ(read.families.size(), 1u);
  EXPECT_EQ(read.families[0].family, "outflow");
  EXPECT_EQ(read.families[0].range.begin, (std::array<int, 3>{5, 1, 1}));
  EXPECT_FALSE(read.is_plane);
}

// A turn of more than a whole one cannot be meant.
TEST(CgnsGrids, MayHaveAnglesInDegrees) {
  const Scratch scratch;
  StructuredGrid grid;
  grid.zones = {zone("a", {2, 2, 2})};
  grid.connections = {{.range = {{1, 1, 1}, {2, 1, 2}},
                       .donor_range = {{1, 2, 1}, {2, 2, 2}},
                       .rotation_angle = {0, 0, 60}}};
  write_cgns_grid(scratch / "grid.cgns", grid);
  EXPECT_NEAR(read_cgns_grid(scratch / "grid.cgns").connections[0].rotation_angle[2],
              std::numbers::pi / 3, 1e-15);
}

TEST(CgnsGrids, NeedNamesThatCgnsCanHold) {
  const Scratch scratch;
  StructuredGrid grid;
  grid.zones = {zone("a/b", {2, 2, 2})};
  EXPECT_THROW(write_cgns_grid(scratch / "grid.cgns", grid), InputError);
}

}  // namespace
}  // namespace thalweg::io
