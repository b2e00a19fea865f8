// SPDX-License-Identifier: Apache-2.0
// Areas, volumes, levels and boundary faces of grids.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "solvers/flow/mesh/boundary.hpp"
#include "solvers/flow/mesh/generators.hpp"
#include "solvers/flow/mesh/profiles.hpp"
#include "tests/support/ring_grid.hpp"
#include "tests/support/turned_mesh.hpp"

namespace thalweg::flow {
namespace {

using testing::turned_mesh;

BoxGrid wavy(int nx, int ny, int nz) {
  BoxGrid box;
  box.cells = {nx, ny, nz};
  box.amplitude = 0.06;
  return box;
}

grid::BlockArena arena_of(const MeshLevel& mesh) {
  return {mesh.blocks, std::vector<int>(static_cast<std::size_t>(mesh.blocks.size()), 0), 0, 2};
}

TEST(Metrics, AreasOfACellAddUpToNothingAndVolumesToTheBox) {
  const Mesh mesh = turned_mesh({-2, 1, 3}, {4, 5, 6}, 0.2);
  const MeshLevel level{&mesh, mesh.blocks};
  const grid::BlockArena arena = arena_of(level);
  const Metrics metrics = metrics_of(level, arena);
  double volume = 0;
  for (const grid::BlockPlace& place : arena.places())
    grid::for_each_cell(level.blocks.cells(place.block), [&](const grid::Cell& c) {
      const std::int64_t cell = place.at(c[0], c[1], c[2]);
      const std::int64_t steps[3] = {place.stride[0], place.stride[1], 1};
      for (std::size_t n = 0; n < 3; ++n) {
        double sum = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          const std::vector<double>& area = metrics.area[3 * axis + n];
          sum += area[static_cast<std::size_t>(cell + steps[axis])] -
                 area[static_cast<std::size_t>(cell)];
        }
        EXPECT_NEAR(sum, 0, 1e-14);
      }
      volume += metrics.volume[static_cast<std::size_t>(cell)];
    });
  EXPECT_NEAR(volume, 4 * 5 * 12, 1e-11);
}

// Between the blocks, where the points of both are the same by every bit.
TEST(Metrics, BothBlocksBesideAFaceHaveItsAreaByEveryBit) {
  for (const grid::Transform& transform : testing::rotations()) {
    const Mesh mesh = turned_mesh(transform, {3, 4, 5}, 0.2);
    const MeshLevel level{&mesh, mesh.blocks};
    for (const grid::Connection& c : mesh.blocks.at(0, {2, true}))
      grid::for_each_cell(c.patch, [&](const grid::Cell& cell) {
        grid::Cell beyond = cell;
        ++beyond[2];
        grid::Cell other = c.map(beyond);
        const geometry::Vector here = face_area(level, 0, 2, beyond);
        other[grid::index(c.donor_face.axis)] += c.donor_face.upper;
        const geometry::Vector there = face_area(level, 1, c.donor_face.axis, other);
        const double sign = c.donor_face.upper ? -1 : 1;
        for (std::size_t n = 0; n < 3; ++n) EXPECT_EQ(here[n], sign * there[n]);
      });
  }
}

TEST(Metrics, AFoldedCellIsNamed) {
  Mesh mesh = box_mesh(wavy(8, 8, 1));
  const auto vertex = mesh.vertex;
  mesh.vertex = [vertex](int block, const grid::Cell& v) {
    geometry::Vector at = vertex(block, v);
    if (v[1] == 3 && v[2] == 5) at[0] -= 0.3;
    return at;
  };
  const MeshLevel level{&mesh, mesh.blocks};
  try {
    metrics_of(level, arena_of(level));
    FAIL() << "a folded cell was taken";
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("block 0 0 0: cell (4, 2, 0)"), std::string::npos) << text;
    EXPECT_NE(text.find("folded"), std::string::npos) << text;
  }
}

TEST(Levels, ConnectionsOfCoarseOnesLeadToTheCellsThatCoverFineOnes) {
  for (const grid::Transform& transform : testing::rotations()) {
    const Mesh mesh = turned_mesh(transform, {4, 6, 8}, 0);
    const MeshLevel fine{&mesh, mesh.blocks}, coarse = coarsened(fine);
    const auto of_fine = fine.blocks.connections(), of_coarse = coarse.blocks.connections();
    ASSERT_EQ(of_fine.size(), of_coarse.size());
    for (std::size_t n = 0; n < of_fine.size(); ++n)
      grid::for_each_cell(of_coarse[n].patch, [&](const grid::Cell& c) {
        grid::Cell inside{2 * c[0], 2 * c[1], 2 * c[2]};
        const grid::Cell there = of_fine[n].map(inside), covers = of_coarse[n].map(c);
        for (std::size_t d = 0; d < 3; ++d)
          EXPECT_EQ(covers[d], there[d] >= 0 ? there[d] / 2 : (there[d] - 1) / 2);
      });
  }
}

TEST(Levels, AreAsManyAsCellsCanBeHalved) {
  EXPECT_EQ(most_levels(box_mesh(wavy(64, 32, 1)), 4), 4);
  EXPECT_EQ(most_levels(box_mesh(wavy(64, 36, 1)), 4), 3);
  EXPECT_EQ(most_levels(box_mesh(wavy(16, 16, 16)), 4), 3);
}

TEST(BoundaryFaces, AreAllOfTheBoxAndThoseBesideThemInOtherBlocks) {
  BoxGrid box = wavy(8, 8, 1);
  box.blocks = {2, 1, 1};
  const Mesh mesh = box_mesh(box);
  EXPECT_EQ(mesh.family_names(), (std::vector<std::string>{"y-", "y+", "x-", "x+"}));
  std::vector<Boundary> boundaries;
  for (const std::string& family : mesh.family_names()) boundaries.push_back({.family = family});
  const MeshLevel level{&mesh, mesh.blocks};
  const std::vector<BoundaryFace> faces =
      boundary_faces(level, arena_of(level), grid::find_ghosts(level.blocks, 2), boundaries);
  int own = 0, of_ghosts = 0;
  double area[3] = {};
  for (const BoundaryFace& face : faces) {
    ++(face.is_of_ghost ? of_ghosts : own);
    for (int n = 0; n < 3; ++n)
      if (!face.is_of_ghost) area[n] += face.area[n];
  }
  EXPECT_EQ(own, 32);
  EXPECT_EQ(of_ghosts, 8);  // two layers at both ends of the cut, in both blocks
  for (const double a : area) EXPECT_NEAR(a, 0, 1e-14);
}

TEST(BoundaryFaces, AParabolaHasTheMeanThatIsAskedFor) {
  const Mesh mesh = box_mesh(wavy(8, 64, 1));
  std::vector<Boundary> boundaries;
  for (const std::string& family : mesh.family_names()) boundaries.push_back({.family = family});
  boundaries[2] = {.family = "x-",
                   .condition = Condition::inflow,
                   .velocity = {2, 0, 0},
                   .profile = Profile::parabolic};
  const MeshLevel level{&mesh, mesh.blocks};
  double flow = 0, largest = 0;
  for (const BoundaryFace& face :
       boundary_faces(level, arena_of(level), grid::find_ghosts(level.blocks, 2), boundaries))
    if (face.condition == Condition::inflow) {
      flow -= face.velocity[0] * face.area[0];
      largest = std::max(largest, face.velocity[0]);
    }
  EXPECT_NEAR(flow, 2, 1e-3);
  EXPECT_NEAR(largest, 3, 1e-3);
}

// Those beside the seams of a sector are where the whole has them.
TEST(BoundaryFaces, OfGhostsInASectorAreTurned) {
  const testing::Ring quarter{.sectors = 4};
  const Mesh mesh = assembled(testing::ring_grid(quarter));
  std::vector<Boundary> boundaries;
  for (const std::string& family : mesh.family_names())
    boundaries.push_back({.family = family, .velocity = {1, 0, 0}});
  const MeshLevel level{&mesh, mesh.blocks};
  int of_ghosts = 0;
  for (const BoundaryFace& face :
       boundary_faces(level, arena_of(level), grid::find_ghosts(level.blocks, 2), boundaries)) {
    const double x = face.centre[0] - quarter.centre[0], y = face.centre[1] - quarter.centre[1];
    EXPECT_NEAR(x * face.area[1] - y * face.area[0], 0, 1e-14);
    EXPECT_EQ(x * face.area[0] + y * face.area[1] > 0, x * x + y * y > 2);  // outwards
    if (!face.is_of_ghost) continue;
    ++of_ghosts;
    EXPECT_LT(std::min(x, y), 0);
    EXPECT_NEAR(face.velocity[0], 0, 1e-15);
    EXPECT_NEAR(face.velocity[1], y < 0 ? -1 : 1, 1e-15);
  }
  EXPECT_EQ(of_ghosts, 8);  // two layers at both seams, inside and outside
}

// Vertices of grids from files are in a plane but for rounding.
TEST(BoundaryFaces, AParabolaHasNoWidthOfRounding) {
  Mesh mesh = box_mesh({.cells = {8, 64, 1}});
  const auto vertex = mesh.vertex;
  mesh.vertex = [vertex](int block, const grid::Cell& v) {
    geometry::Vector at = vertex(block, v);
    at[0] += v[1] % 2 == 0 ? 1e-16 : -1e-16;
    return at;
  };
  const ParabolicProfile profile(mesh, "x-");
  for (const double y : {0.1, 0.5, 0.8})
    EXPECT_NEAR(profile.factor({0, y, 0}), 6 * y * (1 - y), 1e-12);
}

// Where an inlet is inclined, as those of files may be, both its axes tell the same place.
TEST(BoundaryFaces, AParabolaRunsAlongAnInclinedFamily) {
  Mesh mesh = box_mesh({.cells = {8, 64, 1}});
  const auto vertex = mesh.vertex;
  mesh.vertex = [vertex](int block, const grid::Cell& v) {
    const geometry::Vector at = vertex(block, v);
    return geometry::Vector{0.8 * at[0] - 0.6 * at[1], 0.6 * at[0] + 0.8 * at[1], at[2]};
  };
  const ParabolicProfile profile(mesh, "x-");
  for (const double s : {0.1, 0.5, 0.8})
    EXPECT_NEAR(profile.factor({-0.6 * s, 0.8 * s, 0}), 6 * s * (1 - s), 1e-12);
}

TEST(BoundaryFaces, AParabolaHasNoSidesWhereTheGridRepeats) {
  const Mesh mesh = box_mesh({.cells = {8, 16, 8}, .is_periodic = {false, false, true}});
  const ParabolicProfile profile(mesh, "x-");
  EXPECT_EQ(profile.parabolas(), 1u);
  for (const double z : {0.0, 0.3, 0.9}) EXPECT_NEAR(profile.factor({0, 0.25, z}), 1.125, 1e-12);
  Mesh slot = mesh;  // has both
  for (Patch& patch : slot.patches) patch.cells.upper[0] = 4;
  EXPECT_EQ(ParabolicProfile(slot, "x-").parabolas(), 2u);
}

/// A box of 16 x 8 cells whose face y- has the families "a", of cells 0 to 8, and "b".
Mesh with_two_families() {
  Mesh mesh = box_mesh(wavy(16, 8, 1));
  Patch& lower = mesh.patches[2];  // behind z- and z+
  Patch other = lower;
  lower.family = "a", other.family = "b";
  lower.cells.upper[2] = other.cells.lower[2] = 8;
  mesh.patches.push_back(other);
  return mesh;
}

TEST(Families, OfOneFaceKeepTheirCellsOnCutBlocksAndCoarseLevels) {
  const Mesh mesh = with_two_families();
  require_conditions(mesh);
  EXPECT_EQ(most_levels(mesh, 4), 2);
  std::vector<Boundary> boundaries;
  for (const std::string& family : mesh.family_names()) boundaries.push_back({.family = family});
  boundaries.front().velocity = {1, 0, 0};  // of "a"
  for (const int cut : {4, 8, 12})
    for (const int level : {0, 1}) {
      MeshLevel parts{&mesh, mesh.blocks.split(0, 2, cut)};
      if (level == 1) parts = coarsened(parts);
      const grid::BlockArena arena = arena_of(parts);
      double moving = 0, of_ghosts = 0;
      for (const BoundaryFace& face :
           boundary_faces(parts, arena, grid::find_ghosts(parts.blocks, 2), boundaries))
        if (face.velocity[0] == 1) (face.is_of_ghost ? of_ghosts : moving) -= face.area[1];
      EXPECT_NEAR(moving, 0.5, 1e-14);
      // Two layers on both sides of the cut, where they have the family.
      const double spacing = level == 0 ? 1.0 / 16 : 1.0 / 8;
      EXPECT_NEAR(of_ghosts, (12 - cut) / 2 * spacing, 1e-14) << cut << " " << level;
    }
}

void expect_refusal(const Mesh& mesh, const std::vector<std::string>& words) {
  try {
    require_conditions(mesh);
    ADD_FAILURE() << "it was taken";
  } catch (const InputError& error) {
    for (const std::string& word : words)
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

TEST(Families, AFaceWithoutOneIsRefused) {
  Mesh mesh = with_two_families();
  mesh.patches.back().cells.lower[2] = 10;
  expect_refusal(mesh, {"face y- of block \"block 0 0 0\"", "[8, 10)", "no family"});
}

TEST(Families, AFaceWithTwoIsRefused) {
  Mesh mesh = with_two_families();
  mesh.patches.back().cells.lower[2] = 6;
  expect_refusal(mesh, {"face y-", "[6, 8)", "\"b\" and to \"a\""});
}

TEST(Families, AFaceThatIsConnectedTooIsRefused) {
  BoxGrid box = wavy(8, 8, 1);
  box.blocks = {2, 1, 1};
  Mesh mesh = box_mesh(box);
  mesh.patches.push_back(whole_face(mesh.blocks, 1, {2, false}, "wall"));
  expect_refusal(mesh,
                 {"face x- of block \"block 1 0 0\"", "\"wall\" and is connected", "block 0 0 0"});
}

TEST(Families, OutsideOfAFaceAreRefused) {
  Mesh mesh = with_two_families();
  mesh.patches.back().cells.upper[2] = 17;
  expect_refusal(mesh, {"no part of the face"});
}

}  // namespace
}  // namespace thalweg::flow
