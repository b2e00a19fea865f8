// SPDX-License-Identifier: Apache-2.0
// What a rank can work on while it waits for the ghosts that others send.
#include "solvers/flow/boundary/awaited.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "grid/block_partition.hpp"
#include "solvers/flow/level/residual_tiles.hpp"
#include "solvers/flow/mesh/generators.hpp"
#include "solvers/flow/mesh/shapes.hpp"

namespace thalweg::flow {
namespace {

/// A mesh dealt to ranks, as rank 0 sees it.
struct Dealt {
  Dealt(Mesh of_case, int ranks)
      : mesh(std::move(of_case)), parts(grid::partition(mesh.blocks, ranks)),
        ghosts(grid::find_ghosts(parts.grid, 2)), arena(parts.grid, parts.owners, 0, 2),
        awaited(awaited_ghosts(ghosts, parts.owners, arena, 0)) {}

  grid::Box cells(std::size_t place) const {
    const int* n = arena.places()[place].cells;
    return {{}, {n[0], n[1], n[2]}};
  }
  bool is_awaited(std::size_t place, const grid::Cell& cell) const {
    for (const grid::Box& box : awaited[place])
      if (box.contains(cell)) return true;
    return false;
  }
  /// As if every second block were.
  std::vector<bool> even() const {
    std::vector<bool> is_even;
    for (std::size_t n = 0; n < arena.places().size(); ++n) is_even.push_back(n % 2 == 0);
    return is_even;
  }
  /// Of a cell, along one axis or the other, or both.
  bool needs_others(std::size_t place, const grid::Cell& cell, int reach) const {
    bool needs = false;
    for (std::size_t d = 0; d < 3; ++d)
      for (int n = -reach; n <= reach; ++n) {
        grid::Cell other = cell;
        other[d] += n;
        needs = needs || is_awaited(place, other);
      }
    return needs;
  }

  Mesh mesh;
  grid::BlockPartition parts;
  grid::Ghosts ghosts;
  grid::BlockArena arena;
  AwaitedGhosts awaited;
};

std::vector<Dealt> dealt_meshes() {
  std::vector<Dealt> all;
  all.emplace_back(box_mesh({.cells = {24, 20, 32}, .is_periodic = {false, false, true}}), 2);
  all.emplace_back(box_mesh({.cells = {48, 16, 1}}), 2);
  all.emplace_back(assembled(sphere_grid({.side = 8, .outwards = 8, .far = 4})), 3);
  all.emplace_back(assembled(plate_grid({.around = 152, .outwards = 8, .span = {16, 1, true}})), 4);
  return all;
}

TEST(AwaitedGhosts, AreThoseOfOtherRanks) {
  const Dealt box(box_mesh({.cells = {24, 20, 32}, .is_periodic = {false, false, true}}), 2);
  ASSERT_EQ(box.arena.places().size(), 1u);  // half of the box, cut across z
  std::int64_t ghosts = 0;
  for (const grid::Box& awaited : box.awaited[0]) ghosts += awaited.size();
  EXPECT_EQ(ghosts, 2 * 2 * 24 * 20);
}

TEST(Tiles, CoverCellsOnceAndInnerOnesNeedNoOthers) {
  for (const Dealt& dealt : dealt_meshes()) {
    const ResidualTiles tiles =
        residual_tiles(dealt.arena, {}, {}, {32, 16, 64}, dealt.awaited, dealt.even());
    std::vector<std::set<grid::Cell>> seen(dealt.arena.places().size());
    for (std::size_t t = 0; t < tiles.tiles.size(); ++t) {
      const ResidualTile& tile = tiles.tiles[t];
      const auto place = static_cast<std::size_t>(tile.place);
      const grid::Box box{{tile.lower[0], tile.lower[1], tile.lower[2]},
                          {tile.upper[0], tile.upper[1], tile.upper[2]}};
      grid::for_each_cell(box, [&](const grid::Cell& cell) {
        EXPECT_TRUE(seen[place].insert(cell).second);
        if (static_cast<int>(t) < tiles.inner) {
          EXPECT_FALSE(dealt.needs_others(place, cell, 2));
        }
      });
    }
    for (std::size_t n = 0; n < seen.size(); ++n)
      EXPECT_EQ(static_cast<std::int64_t>(seen[n].size()), dealt.cells(n).size());
    EXPECT_LT(tiles.inner, static_cast<int>(tiles.tiles.size()));
  }
}

TEST(Tiles, FollowEachOtherInRunsOfEvenBlocksAndOthers) {
  for (const Dealt& dealt : dealt_meshes()) {
    const ResidualTiles tiles =
        residual_tiles(dealt.arena, {}, {}, {32, 16, 64}, dealt.awaited, dealt.even());
    int end = 0;
    for (const TileRun& run : tiles.runs) {
      EXPECT_EQ(run.begin, end);
      for (int t = run.begin; t < run.end; ++t)
        EXPECT_EQ(run.is_even, tiles.tiles[grid::index(t)].place % 2 == 0);
      end = run.end;
    }
    EXPECT_EQ(end, static_cast<int>(tiles.tiles.size()));
    EXPECT_LE(tiles.runs.size(), 4u);
  }
}

TEST(Tiles, HaveAnInsideButWhereOthersAreMetAlongShortRows) {
  const auto inner_of = [](const Dealt& dealt) {
    return residual_tiles(dealt.arena, {}, {}, {32, 16, 64}, dealt.awaited, dealt.even()).inner;
  };
  const std::vector<Dealt> meshes = dealt_meshes();
  EXPECT_GT(inner_of(meshes[0]), 0);   // cut across z
  EXPECT_EQ(inner_of(meshes[1]), 0);   // across x, in rows of 24 cells
  EXPECT_GT(inner_of(meshes[3]), 20);  // 38 blocks
}

TEST(AwaitingCells, AreAllButThoseWhoseNeighboursAreThere) {
  for (const Dealt& dealt : dealt_meshes()) {
    const AwaitingCells cells = awaiting_cells(dealt.arena, dealt.awaited);
    std::map<int, std::int64_t> outer;
    for (std::size_t n = 0; n < cells.outer.size(); ++n)
      outer[cells.outer_places[n].block] += cells.outer[n].size();
    for (std::size_t n = 0; n < cells.inner.size(); ++n) {
      grid::for_each_cell(cells.inner[n], [&](const grid::Cell& cell) {
        EXPECT_FALSE(dealt.needs_others(n, cell, 1));
      });
      EXPECT_EQ(cells.inner[n].size() + outer[dealt.arena.places()[n].block],
                dealt.cells(n).size());
    }
  }
}

TEST(AwaitingFaces, ComeLast) {
  const Dealt dealt(box_mesh({.cells = {24, 20, 32}, .is_periodic = {false, false, true}}), 2);
  const MeshLevel level{&dealt.mesh, dealt.parts.grid};
  std::vector<Boundary> boundaries;
  for (const char* family : {"x-", "x+", "y-", "y+"}) boundaries.push_back({.family = family});
  std::vector<BoundaryFace> faces = boundary_faces(level, dealt.arena, dealt.ghosts, boundaries);
  const auto count = static_cast<std::ptrdiff_t>(faces.size());
  const int first = awaiting_last(faces, dealt.arena, dealt.awaited);
  EXPECT_EQ(static_cast<std::ptrdiff_t>(faces.size()), count);
  for (std::ptrdiff_t f = 0; f < count; ++f)
    EXPECT_EQ(faces[static_cast<std::size_t>(f)].is_of_ghost, f >= first);
  EXPECT_EQ(count - first, 2 * 2 * (2 * 24 + 2 * 20));
}

}  // namespace
}  // namespace thalweg::flow
