// SPDX-License-Identifier: Apache-2.0
// Meshes of arrays of vertices: connections are found in every orientation, blocks turned, and what
// cannot be taken is refused with its place.
#include "solvers/flow/mesh/vertex_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "solvers/flow/mesh/metrics.hpp"
#include "tests/support/permuted_grid.hpp"
#include "tests/support/ring_grid.hpp"

namespace thalweg::flow {
namespace {

using geometry::Vector;

/// Vertices of a box of cells (z, y, x) from a corner, moved in a way that no mirror repeats.
VertexBlock box_block(const std::string& name, const grid::Cell& cells, const Vector& corner) {
  VertexBlock block{name, cells, {}};
  grid::for_each_cell({{}, {cells[0] + 1, cells[1] + 1, cells[2] + 1}}, [&](const grid::Cell& v) {
    const Vector at{corner[0] + v[2], corner[1] + v[1], corner[2] + v[0]};
    block.vertices.push_back({at[0] + 0.1 * std::sin(at[1] + 2 * at[2]),
                              at[1] + 0.1 * std::sin(2 * at[0] + at[2]),
                              at[2] + 0.1 * std::sin(at[0] + 3 * at[1])});
  });
  return block;
}

/// Beside a face of the first block lie the second and, along a part of it, the third.
VertexGrid three_blocks() {
  return {.blocks = {box_block("first", {4, 5, 6}, {}), box_block("second", {4, 2, 3}, {6, 0, 0}),
                     box_block("third", {2, 3, 4}, {6, 2, 1})}};
}

/// Whether each connection leads the cell beyond a face to the cell that lies there.
void expect_places_to_go_on(const Mesh& mesh) {
  const MeshLevel level{&mesh, mesh.blocks};
  for (const grid::Connection& c : mesh.blocks.connections())
    grid::for_each_cell(c.patch, [&](const grid::Cell& cell) {
      grid::Cell beyond = cell, face = cell;
      beyond[grid::index(c.face.axis)] += c.face.upper ? 1 : -1;
      face[grid::index(c.face.axis)] += c.face.upper;
      const grid::Cell there = c.map(beyond);
      grid::Cell there_face = there;
      there_face[grid::index(c.donor_face.axis)] += c.donor_face.upper;
      const Vector own = face_area(level, c.block, c.face.axis, face),
                   other = face_area(level, c.donor, c.donor_face.axis, there_face);
      const double sign = c.face.upper == c.donor_face.upper ? -1 : 1;
      for (std::size_t n = 0; n < 3; ++n) EXPECT_EQ(own[n], sign * other[n]);
    });
}

std::int64_t connected_faces(const Mesh& mesh) {
  std::int64_t faces = 0;
  for (const grid::Connection& c : mesh.blocks.connections()) faces += c.patch.size();
  return faces;
}

TEST(Seams, AreFoundInEveryOrientationAndOnPartsOfFaces) {
  for (const grid::Transform& transform : grid::testing::all_transforms()) {
    VertexGrid grid = three_blocks();
    testing::permute(grid, 1, transform);
    testing::permute(grid, 2, {2, -3, 1});
    const Mesh mesh = assembled(grid);
    // 4 x 2 and 2 x 3 on the first block; 2 x 3 of the second and the third lie on each other.
    EXPECT_EQ(connected_faces(mesh), 2 * (8 + 6 + 6));
    expect_places_to_go_on(mesh);
  }
}

TEST(Seams, OfABlockWithItselfThroughATranslation) {
  for (const grid::Transform& transform : grid::testing::all_transforms()) {
    VertexGrid grid{.blocks = {box_block("round", {3, 4, 5}, {})}};
    for (Vector& at : grid.blocks[0].vertices) at = {std::round(at[0]), at[1], at[2]};
    for (int z = 0; z <= 3; ++z)
      for (int y = 0; y <= 4; ++y)
        grid.blocks[0].at({z, y, 5}) = geometry::plus(grid.blocks[0].at({z, y, 0}), {5, 0.5, 0});
    testing::permute(grid, 0, transform);
    EXPECT_EQ(connected_faces(assembled(grid)), 0);
    grid.motions = {{.shift = {5, 0.5, 0}}};
    EXPECT_EQ(connected_faces(assembled(grid)), 2 * 12);
  }
}

/// An O-grid of one block, whose ends meet, in a ring.
VertexGrid ring(int cells) {
  VertexBlock block{"ring", {1, 4, cells}, {}};
  for (int z = 0; z <= 1; ++z)
    for (int y = 0; y <= 4; ++y)
      for (int x = 0; x <= cells; ++x) {
        const double angle = -2 * M_PI * x / cells, r = 1 + y;
        block.vertices.push_back({r * std::cos(angle), r * std::sin(angle), 1.0 * z});
      }
  return {.blocks = {block}, .is_flat = true};
}

TEST(Seams, OfTheEndsOfARing) {
  const Mesh mesh = assembled(ring(12));
  EXPECT_EQ(connected_faces(mesh), 2 * 4);
  EXPECT_TRUE(mesh.blocks.at(0, {2, true}).size() == 1 && mesh.blocks.at(0, {1, true}).empty());
  expect_places_to_go_on(mesh);
}

TEST(Seams, OfASectorWithItselfThroughARotation) {
  const testing::Ring quarter{.sectors = 4};
  const Mesh mesh = assembled(testing::ring_grid(quarter));
  EXPECT_TRUE(mesh.is_sector());
  EXPECT_EQ(mesh.turn_axis, 2);
  EXPECT_EQ(mesh.turn_centre, quarter.centre);
  ASSERT_EQ(mesh.blocks.at(0, {1, true}).size(), 1u);
  const grid::Connection& onwards = mesh.blocks.at(0, {1, true})[0];
  // From the end at 90 degrees back to the beginning.
  EXPECT_DOUBLE_EQ(onwards.turn, -quarter.angle());
  EXPECT_DOUBLE_EQ(mesh.blocks.at(0, {1, false})[0].turn, quarter.angle());
  const grid::Ghosts ghosts = grid::find_ghosts(mesh.blocks, 2);
  EXPECT_EQ(ghosts.filled.size(), 2u);
  for (const grid::GhostBox& box : ghosts.filled)
    EXPECT_DOUBLE_EQ(box.turn, box.ghosts.lower[1] < 0 ? quarter.angle() : -quarter.angle());
}

TEST(Seams, OfASectorAreWrittenAndRead) {
  const Mesh mesh = assembled(testing::ring_grid({.sectors = 3, .layers = 2, .around = 24}));
  const Mesh again = assembled(vertex_grid_of(structured_grid_of(mesh), "grid", Dimensions::any));
  EXPECT_EQ(mesh.turn_centre, again.turn_centre);
  const std::vector<grid::Connection> all = mesh.blocks.connections(),
                                      found = again.blocks.connections();
  ASSERT_EQ(all.size(), found.size());
  for (std::size_t n = 0; n < all.size(); ++n) EXPECT_EQ(all[n], found[n]);
}

TEST(Seams, ThatTurnAboutSeveralAxesAreRefused) {
  const testing::Ring ring{.sectors = 4};
  VertexGrid grid = testing::ring_grid(ring);
  grid.seams = find_seams(grid);
  ASSERT_EQ(grid.seams.size(), 1u);
  VertexGrid both = grid;
  both.blocks.push_back(grid.blocks[0]);
  both.blocks[1].name = "other";
  both.seams.push_back(grid.seams[0]);
  both.seams[1].connection.block = both.seams[1].connection.donor = 1;
  for (Patch patch : grid.patches) {
    patch.block = 1;
    both.patches.push_back(patch);
  }
  for (geometry::Vector& at : both.blocks[1].vertices) at[0] += 10;
  both.seams[1].motion.centre[0] += 10;
  EXPECT_THROW(assembled(both), InputError);
}

TEST(Seams, OfAFaceFoldedOntoItself) {
  // A C-grid: the lower face of y comes back along itself behind a point.
  VertexBlock block{"c", {1, 3, 12}, {}};
  for (int z = 0; z <= 1; ++z)
    for (int y = 0; y <= 3; ++y)
      for (int x = 0; x <= 12; ++x) {
        const double s = std::abs(x - 6), side = x < 6 ? -1 : 1;
        const Vector at = x == 6 ? Vector{-1.0 * y, 0, 0} : Vector{s, side * y, 0};
        block.vertices.push_back({at[0], at[1], -1.0 * z});
      }
  const Mesh mesh = assembled({.blocks = {block}, .is_flat = true});
  EXPECT_EQ(connected_faces(mesh), 12);
  for (const grid::Connection& c : mesh.blocks.at(0, {1, false})) EXPECT_EQ(c.map.sign[2], -1);
  expect_places_to_go_on(mesh);
}

TEST(Seams, PointsOnBothSidesBecomeOne) {
  VertexGrid grid = three_blocks();
  for (std::size_t b = 1; b < 3; ++b)
    for (std::size_t n = 0; n < grid.blocks[b].vertices.size(); ++n)
      grid.blocks[b].vertices[n][0] += 1e-5 * std::sin(static_cast<double>(7 * n + b));
  const Mesh mesh = assembled(grid);
  EXPECT_EQ(connected_faces(mesh), 2 * (8 + 6 + 6));
  expect_places_to_go_on(mesh);
}

TEST(LeftHandedBlocks, AreTurnedWithTheirFamiliesAndSaidSo) {
  VertexGrid grid = three_blocks();
  grid.patches = {{1, {2, true}, {{0, 0, 2}, {4, 2, 3}}, "end"}};
  testing::permute(grid, 1, {1, 2, -3});
  ASSERT_FALSE(grid.patches[0].face.upper);
  const Mesh mesh = assembled(grid);
  ASSERT_EQ(mesh.notes.size(), 2u);
  EXPECT_NE(mesh.notes[0].find("\"second\" is left-handed"), std::string::npos) << mesh.notes[0];
  EXPECT_EQ(mesh.patches[0].face, (grid::Face{2, true}));
  EXPECT_EQ(mesh.patches[0].cells, (grid::Box{{0, 0, 2}, {4, 2, 3}}));
}

TEST(LeftHandedBlocks, KeepTheirStatedConnections) {
  const Mesh right = assembled(three_blocks());
  for (const int mirrored : {0, 1, 2}) {
    VertexGrid grid = three_blocks();
    for (const grid::Connection& c : right.blocks.connections())
      if (c.block < c.donor) grid.seams.push_back({c});
    // As stated of the blocks as they are stored: through the mirror.
    testing::permute(grid, mirrored, {1, 2, -3});
    for (Seam& seam : grid.seams) {
      grid::IndexMap mirror;
      mirror.sign[2] = -1;
      mirror.shift[2] = grid.blocks[grid::index(mirrored)].cells[2] - 1;
      grid::Connection& c = seam.connection;
      if (c.block == mirrored)
        c.patch = mirror(c.patch), c.face.upper ^= c.face.axis == 2, c.map = mirror.then(c.map);
      if (c.donor == mirrored)
        c.donor_face.upper ^= c.donor_face.axis == 2, c.map = c.map.then(mirror);
    }
    expect_places_to_go_on(assembled(grid));
    EXPECT_EQ(connected_faces(assembled(grid)), 2 * (8 + 6 + 6));
  }
}

void expect_refusal(const VertexGrid& grid, const std::vector<std::string>& words) {
  try {
    assembled(grid);
    ADD_FAILURE() << "it was taken";
  } catch (const InputError& error) {
    for (const std::string& word : words)
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

TEST(VertexGrids, WithFoldedCellsAreRefused) {
  VertexGrid grid = three_blocks();
  grid.blocks[0].at({2, 2, 3})[0] -= 6;
  expect_refusal(grid, {"of block \"first\"", "folded", "4 cells", "the worst is cell (2, 2, 1)"});
}

TEST(VertexGrids, WithFacesThatCollapseAreRefused) {
  VertexGrid grid{.blocks = {box_block("pole", {2, 3, 4}, {})}};
  for (int z = 0; z <= 2; ++z)
    for (int y = 1; y <= 3; ++y) grid.blocks[0].at({z, y, 0}) = grid.blocks[0].at({z, 0, 0});
  expect_refusal(grid, {"6 faces of cells of block \"pole\" have no area",
                        "face x- of cell (0, 0, 0) of x, y, z", "leave a small hole"});
}

TEST(VertexGrids, WithConnectionsWhosePointsDoNotCoincideAreRefused) {
  VertexGrid grid = three_blocks();
  const Mesh mesh = assembled(grid);
  for (const grid::Connection& c : mesh.blocks.at(0, {2, true})) grid.seams.push_back({c});
  grid.blocks[1].at({1, 1, 0})[1] += 0.05;
  expect_refusal(grid, {"face x+ of block \"first\" to face x- of block \"second\"",
                        "vertex (7, 2, 2) of i, j, k", "spacings apart"});
}

TEST(VertexGrids, WithABlockThatIsThereTwiceAreRefused) {
  VertexGrid grid{.blocks = {box_block("first", {4, 5, 6}, {})}};
  grid.blocks.push_back(grid.blocks[0]);
  grid.blocks.back().name = "again";
  // Left-handed as it is stored: it is turned, and covers the other all the same.
  for (const bool is_mirrored : {false, true}) {
    if (is_mirrored) testing::permute(grid, 1, {1, 2, -3});
    expect_refusal(grid, {"\"first\" coincides with face", "\"again\"", "one covers the other"});
  }
}

TEST(VertexGrids, WithThreeFacesAtOnePlaceAreRefused) {
  VertexGrid grid = three_blocks();
  grid.blocks.push_back(grid.blocks[1]);
  grid.blocks.back().name = "again";
  expect_refusal(grid, {"three faces lie at", "\"first\"", "\"second\"", "\"again\""});
}

}  // namespace
}  // namespace thalweg::flow
