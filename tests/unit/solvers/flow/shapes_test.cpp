// SPDX-License-Identifier: Apache-2.0
// Grids around shapes: their extents, families, levels and cells.
#include "solvers/flow/mesh/shapes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "solvers/flow/mesh/generators.hpp"
#include "solvers/flow/mesh/metrics.hpp"
#include "solvers/flow/mesh/quality.hpp"
#include "solvers/flow/mesh/spacing.hpp"

namespace thalweg::flow {
namespace {

/// Without blocks that had to be turned, and with conditions all round.
Mesh checked(VertexGrid grid) {
  Mesh mesh = assembled(std::move(grid));
  require_conditions(mesh);
  for (const std::string& note : mesh.notes)
    EXPECT_EQ(note.find("left-handed"), std::string::npos) << note;
  return mesh;
}

double volume_of(const Mesh& mesh) {
  const MeshLevel level{&mesh, mesh.blocks};
  double volume = 0;
  for (int b = 0; b < mesh.blocks.size(); ++b)
    grid::for_each_cell(mesh.blocks.cells(b),
                        [&](const grid::Cell& cell) { volume += cell_volume(level, b, cell); });
  return volume;
}

/// Of faces, by family: sums of |S|.
std::map<std::string, double> areas_of(const Mesh& mesh) {
  const MeshLevel level{&mesh, mesh.blocks};
  std::map<std::string, double> areas;
  for (const Patch& patch : mesh.patches)
    grid::for_each_cell(patch.cells, [&](grid::Cell cell) {
      cell[grid::index(patch.face.axis)] += patch.face.upper;
      const geometry::Vector s = face_area(level, patch.block, patch.face.axis, cell);
      areas[patch.family] += std::sqrt(geometry::dot(s, s));
    });
  return areas;
}

TEST(Spacings, GrowFromTheFirstCellByOneRatio) {
  const Spacing s = growing(20, 0.001);
  EXPECT_NEAR(s[1], 0.001, 1e-9);
  EXPECT_EQ(s.back(), 1);
  for (std::size_t n = 2; n < 20; ++n)
    EXPECT_NEAR((s[n + 1] - s[n]) / (s[n] - s[n - 1]), (s[2] - s[1]) / (s[1] - s[0]), 1e-9);
  const Spacing flat = growing(8, 0.125);
  for (std::size_t n = 0; n <= 8; ++n) EXPECT_NEAR(flat[n], 0.125 * static_cast<double>(n), 1e-9);
}

TEST(Spacings, OfSegmentsGrowFromOneEndToTheOther) {
  const Spacing s = graded({{3, 4, 0.125}, {2, 2, 1}, {5, 1, 7}});
  ASSERT_EQ(s.size(), 8);
  EXPECT_NEAR(s[4], 0.3, 1e-15);
  EXPECT_NEAR(s[6], 0.5, 1e-15);
  EXPECT_EQ(s[7], 1);
  for (std::size_t n = 1; n < 4; ++n)
    EXPECT_NEAR((s[n + 1] - s[n]) / (s[n] - s[n - 1]), 0.5, 1e-13);
  EXPECT_NEAR(s[5] - s[4], 0.1, 1e-15);
}

TEST(Boxes, HaveTheirVerticesWhereTheyAreToldTo) {
  const Mesh mesh = box_mesh({.cells = {4, 2, 1},
                              .length = {8, 1, 1},
                              .origin = {-1, 0, 0},
                              .places = {graded({{1, 1, 1}, {7, 3, 4}}), {}, {}},
                              .blocks = {2, 1, 1}});
  EXPECT_NEAR(mesh.vertex(0, {0, 0, 1})[0], 0, 1e-14);
  EXPECT_NEAR(mesh.vertex(0, {0, 0, 2})[0], 1, 1e-14);
  EXPECT_NEAR(mesh.vertex(1, {0, 0, 1})[0], 3, 1e-14);
  EXPECT_NEAR(mesh.vertex(1, {0, 2, 2})[0], 7, 1e-14);
}

TEST(CylinderChannels, FillTheChannelButForTheCylinder) {
  const Mesh mesh = checked(cylinder_channel_grid({.quarter = 32}));
  EXPECT_TRUE(mesh.is_flat);
  EXPECT_EQ(most_levels(mesh, 4), 3);
  const double polygon = 64 * 0.05 * 0.05 * std::sin(2 * M_PI / 128);
  EXPECT_NEAR(volume_of(mesh), 2.2 * 0.41 - polygon, 1e-12);
  std::map<std::string, double> areas = areas_of(mesh);
  ASSERT_EQ(areas.size(), 4u);
  EXPECT_NEAR(areas["inflow"], 0.41, 1e-12);
  EXPECT_NEAR(areas["outflow"], 0.41, 1e-12);
  EXPECT_NEAR(areas["walls"], 4.4, 1e-12);
  EXPECT_NEAR(areas["cylinder"], 256 * 0.05 * std::sin(M_PI / 128), 1e-12);
  const Quality quality = quality_of(mesh);
  EXPECT_LT(quality.skewness.value, 0.6);
  EXPECT_LT(quality.aspect_ratio.value, 36);
}

TEST(CylinderChannels, InThreeDimensionsHaveSides) {
  const Mesh mesh = checked(cylinder_channel_grid({.quarter = 8, .span = {8, 0.41, false}}));
  EXPECT_FALSE(mesh.is_flat);
  EXPECT_NEAR(areas_of(mesh)["z-"], volume_of(mesh) / 0.41, 1e-12);
  const Mesh round = checked(cylinder_channel_grid({.quarter = 8, .span = {8, 0.41, true}}));
  EXPECT_EQ(areas_of(round).count("z-"), 0u);
}

TEST(Cylinders, AreRoundedByBlocks) {
  const Mesh mesh = checked(cylinder_grid({.around = 64, .outwards = 32, .blocks = 4}));
  EXPECT_EQ(mesh.blocks.size(), 4);
  const double of_unit = 32 * std::sin(2 * M_PI / 64);
  EXPECT_NEAR(volume_of(mesh), of_unit * (400 - 0.25), 1e-9);
  EXPECT_NEAR(areas_of(mesh)["far"], 20 * 128 * std::sin(M_PI / 64), 1e-9);
  EXPECT_LT(quality_of(mesh).skewness.value, 0.05);
}

double distance(const geometry::Vector& a, const geometry::Vector& b) {
  const geometry::Vector way = geometry::plus(b, a, -1);
  return std::sqrt(geometry::dot(way, way));
}

TEST(Cylinders, MayHaveFinerCellsInTheWake) {
  const Mesh mesh = checked(cylinder_grid({.around = 64, .outwards = 8, .wake = 4, .blocks = 2}));
  const double behind = distance(mesh.vertex(0, {0, 0, 0}), mesh.vertex(0, {0, 1, 0}));
  const double before = distance(mesh.vertex(1, {0, 0, 0}), mesh.vertex(1, {0, 1, 0}));
  EXPECT_NEAR(before / behind, 4, 0.02);
  EXPECT_NEAR(mesh.vertex(1, {0, 0, 0})[0], -0.5, 1e-15);
  // A conformal map: cells beside each other differ little.
  EXPECT_LT(quality_of(mesh).skewness.value, 0.1);
}

TEST(Steps, HaveOneFaceWithAWallAndAConnection) {
  const Mesh mesh = checked(step_grid({}));
  EXPECT_EQ(most_levels(mesh, 4), 4);
  EXPECT_NEAR(volume_of(mesh), 10 + 60, 1e-11);
  std::map<std::string, double> areas = areas_of(mesh);
  EXPECT_NEAR(areas["inflow"], 1, 1e-12);
  EXPECT_NEAR(areas["outflow"], 2, 1e-12);
  EXPECT_NEAR(areas["top"], 40, 1e-12);
  EXPECT_NEAR(areas["bottom"], 41, 1e-12);
  EXPECT_EQ(mesh.blocks.at(0, {1, false}).size(), 1u);
  EXPECT_NEAR(quality_of(mesh).skewness.value, 0, 1e-7);
}

TEST(Steps, MayHaveASlope) {
  const Mesh mesh = checked(step_grid({.outlet_length = 30, .slope = 2, .outlet_cells = 180}));
  EXPECT_NEAR(volume_of(mesh), 70 - 1, 1e-11);
  EXPECT_NEAR(areas_of(mesh)["bottom"], 10 + std::sqrt(5) + 28, 1e-11);
}

TEST(Spheres, AreSixBlocksOfTheRightVolume) {
  double last = 1;
  for (const int side : {8, 16}) {
    const Mesh mesh = checked(sphere_grid({.side = side, .outwards = 16, .far = 5}));
    EXPECT_EQ(mesh.blocks.size(), 6);
    const double exact = 4 * M_PI / 3 * (125 - 0.125);
    const double error = std::abs(volume_of(mesh) / exact - 1);
    EXPECT_LT(error, last / 3.8);  // of the second order
    last = error;
    EXPECT_NEAR(areas_of(mesh)["sphere"], M_PI, 4.0 / side / side);
    EXPECT_LT(quality_of(mesh).skewness.value, 0.45);
  }
}

TEST(Spheres, MayHaveFinerCellsInTheWake) {
  const Mesh mesh = checked(sphere_grid({.side = 16, .outwards = 8, .wake = 4}));
  // The middles of the sides before and behind.
  const double before = distance(mesh.vertex(0, {0, 8, 8}), mesh.vertex(0, {0, 8, 7}));
  const double behind = distance(mesh.vertex(1, {0, 8, 8}), mesh.vertex(1, {0, 8, 7}));
  EXPECT_NEAR(before / behind, 4, 0.05);
  EXPECT_NEAR(mesh.vertex(1, {0, 8, 8})[0], 0.5, 1e-15);
  EXPECT_NEAR(areas_of(mesh)["sphere"], M_PI, 0.04);
}

TEST(Plates, AreCutIntoManyBlocks) {
  const PlateGrid shape{.around = 304, .outwards = 16, .span = {16, 1, true}};
  const Mesh mesh = checked(plate_grid(shape));
  EXPECT_EQ(mesh.blocks.size(), 152);
  // Two sides of 0.98, and round edges.
  EXPECT_NEAR(areas_of(mesh)["plate"], 2 * 0.98 + M_PI * 0.02, 1e-3);
  const Quality quality = quality_of(mesh);
  EXPECT_LT(quality.skewness.value, 0.6);
  EXPECT_NEAR(bounds_of(mesh).upper[0], 10, 1e-9);
}

TEST(Qualities, OfASlantedCellAreKnown) {
  VertexBlock block{"slanted", {1, 1, 1}, {}};
  for (int z = 0; z <= 1; ++z)
    for (int y = 0; y <= 1; ++y)
      for (int x = 0; x <= 1; ++x) block.vertices.push_back({4.0 * x + y, 1.0 * y, 1.0 * z});
  const Mesh mesh = assembled({.blocks = {block}, .is_flat = true});
  const Quality quality = quality_of(mesh);
  EXPECT_NEAR(quality.skewness.value, 0.5, 1e-12);
  EXPECT_NEAR(quality.aspect_ratio.value, 4 / std::sqrt(2), 1e-12);
  EXPECT_NEAR(quality.least_volume.value, 4, 1e-12);
  EXPECT_EQ(text_of(mesh, quality.skewness),
            "0.5 in block \"slanted\", cell (0, 0, 0) at (2.5, 0.5, 0.5)");
}

TEST(Qualities, OfAnEdgeOfNoLengthAreTheWorst) {
  VertexBlock block{"wedge", {1, 1, 1}, {}};
  for (int z = 0; z <= 1; ++z)
    for (int y = 0; y <= 1; ++y)
      for (int x = 0; x <= 1; ++x) block.vertices.push_back({1.0 * x, 1.0 * y, 1.0 * z});
  block.at({1, 1, 1}) = block.at({0, 1, 1});
  EXPECT_EQ(quality_of(assembled({.blocks = {block}})).skewness.value, 1);
}

}  // namespace
}  // namespace thalweg::flow
