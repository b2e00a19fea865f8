// SPDX-License-Identifier: Apache-2.0
// Fields of connected blocks against the field of one block, bit for bit, in all 48 orientations,
// on any number of ranks, whole and split; and what is said of connections that are wrong.
#include <gtest/gtest.h>

#include <limits>

#include "base/error.hpp"
#include "grid/block_arena.hpp"
#include "grid/block_partition.hpp"
#include "tests/support/field.hpp"
#include "tests/support/world.hpp"
#include "tests/unit/grid/oriented_pair.hpp"
#include "transport/movements/halo.hpp"

namespace thalweg::grid {
namespace {

using transport::testing::world;

using testing::all_transforms;
using testing::OrientedPair;

constexpr int layers = 2;

/// Visits the cells of a place, ghosts included.
template <class Visit>
void for_each_with_ghosts(const BlockPlace& place, Visit visit) {
  Box box;
  for (std::size_t d = 0; d < 3; ++d) {
    box.lower[d] = -layers;
    box.upper[d] = place.cells[d] + layers;
  }
  for_each_cell(box, visit);
}

bool is_ghost(const BlockPlace& place, const Cell& c) {
  for (std::size_t d = 0; d < 3; ++d)
    if (c[d] < 0 || c[d] >= place.cells[d]) return true;
  return false;
}

double& at(std::vector<double>& field, const BlockPlace& place, const Cell& c) {
  return field[static_cast<std::size_t>(place.at(c[0], c[1], c[2]))];
}

/// The field of this rank's blocks after an exchange of all ghosts.
std::vector<double> exchanged(const OrientedPair& pair, const BlockGrid& grid,
                              const std::vector<int>& owners, const BlockArena& arena) {
  const Ghosts ghosts = find_ghosts(grid, layers);
  EXPECT_TRUE(ghosts.open.empty());
  EXPECT_TRUE(ghosts.singular.empty());
  const BlockLinks links = links_of(ghosts, owners, arena, world().rank());
  transport::Halo<double> halo(world(), "blocks", links.sends, links.receives, 1,
                               test::plain_route);
  std::vector<double> values(static_cast<std::size_t>(arena.size()),
                             std::numeric_limits<double>::quiet_NaN());
  for (const BlockPlace& place : arena.places())
    for_each_with_ghosts(place, [&](const Cell& c) {
      if (!is_ghost(place, c))
        at(values, place, c) = pair.value(pair.place(grid.block(place.block), c));
    });
  test::Field<double> field(values);
  const exec::Exec exec;
  halo.start(exec, {field.data()});
  halo.finish(exec);
  return field.read(exec);
}

/// The 7-point Laplacian in units of the spacing. One compiled form for both sides of a comparison:
/// another might contract other products and sums.
[[gnu::noinline]] double sum_of(const std::array<double, 7>& values) {
  double sum = -6 * values[0];
  for (std::size_t i = 1; i < 7; ++i) sum += values[i];
  return sum;
}

/// value(step) of the neighbours in the order of the axes of the box.
template <class Value>
double laplacian(Value value) {
  std::array<double, 7> values{value(Cell{0, 0, 0})};
  for (std::size_t d = 0; d < 3; ++d)
    for (const int sign : {1, -1}) {
      Cell step{};
      step[d] = sign;
      values[1 + 2 * d + (sign < 0)] = value(step);
    }
  return sum_of(values);
}

void expect_field_of_one_block(const OrientedPair& pair, const BlockGrid& grid,
                               const std::vector<int>& owners) {
  const BlockArena arena(grid, owners, world().rank(), layers);
  std::vector<double> field = exchanged(pair, grid, owners, arena);
  std::int64_t wrong = 0, wrong_laplacians = 0;
  for (const BlockPlace& place : arena.places()) {
    const Block& block = grid.block(place.block);
    for_each_with_ghosts(place, [&](const Cell& c) {
      const Cell there = pair.place(block, c);
      wrong += at(field, place, c) != pair.value(there);
      if (is_ghost(place, c)) return;
      const double here = laplacian([&](const Cell& offset) {
        Cell next = c;
        for (std::size_t d = 0; d < 3; ++d)
          for (std::size_t e = 0; e < 3; ++e) next[e] += offset[d] * pair.step(block, d)[e];
        return at(field, place, next);
      });
      const double expected = laplacian([&](const Cell& offset) {
        return pair.value({there[0] + offset[0], there[1] + offset[1], there[2] + offset[2]});
      });
      wrong_laplacians += here != expected;
    });
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(wrong_laplacians, 0);
}

std::string text_of(const Transform& t) {
  return std::to_string(t[0]) + " " + std::to_string(t[1]) + " " + std::to_string(t[2]);
}

TEST(Blocks, InEachOfTheOrientationsHoldTheFieldOfOneBlock) {
  ASSERT_EQ(all_transforms().size(), 48u);
  for (const Transform& transform : all_transforms()) {
    SCOPED_TRACE(text_of(transform));
    const OrientedPair pair(transform, {3, 4, 5});
    expect_field_of_one_block(pair, pair.grid(), {0, 1 % world().size()});
  }
}

/// Ghosts then reach beyond the block that is next.
TEST(Blocks, ThinnerThanTheirGhostsHoldTheFieldOfOneBlock) {
  for (const Transform& transform : {Transform{1, 2, 3}, Transform{-3, 1, -2}}) {
    const OrientedPair pair(transform, {1, 2, 1});
    expect_field_of_one_block(pair, pair.grid(), {1 % world().size(), 0});
  }
}

TEST(Blocks, SplitOverRanksHoldTheFieldOfOneBlock) {
  for (const Transform& transform :
       {Transform{1, 2, 3}, Transform{2, -3, 1}, Transform{-3, -2, -1}}) {
    SCOPED_TRACE(text_of(transform));
    const OrientedPair pair(transform, {6, 7, 8});
    const BlockPartition parts =
        partition(pair.grid(), world().size(), {.imbalance = 1, .multiple = 1, .fewest = 2});
    if (world().size() > 2) {
      EXPECT_GT(parts.grid.size(), 2);
    }
    EXPECT_LT(parts.imbalance(), 1.25);
    expect_field_of_one_block(pair, parts.grid, parts.owners);
  }
}

TEST(Blocks, AreCutAtMultiplesOnly) {
  const BlockGrid grid({{"duct", {16, 24, 100}}}, {});
  const BlockPartition parts = partition(grid, 5, {.imbalance = 1.2, .multiple = 8});
  EXPECT_LE(parts.imbalance(), 1.2);
  std::int64_t cells = 0;
  for (const Block& block : parts.grid.blocks()) {
    cells += static_cast<std::int64_t>(block.cells[0]) * block.cells[1] * block.cells[2];
    for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(block.first[d] % 8, 0);
  }
  EXPECT_EQ(cells, 16 * 24 * 100);
}

TEST(Blocks, OfEqualSizeGoToTheRankOfTheirNeighbours) {
  std::vector<Block> blocks;
  for (int b = 0; b < 8; ++b) blocks.push_back({std::to_string(b), {8, 8, 8}});
  std::vector<Connection> connections;
  for (int b = 0; b + 1 < 8; ++b)
    connections.push_back(connection_of(
        blocks, FaceConnection{.block = b, .face = {2, true}, .donor = b + 1, .donor_face = {2}}));
  const BlockPartition parts = partition(BlockGrid(blocks, connections), 2);
  EXPECT_EQ(parts.owners, (std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(parts.imbalance(), 1);
}

/// The pair as a CGNS file states it: vertices from 1, axes (i, j, k).
TEST(CgnsConnections, MeanWhatWholeFacesMean) {
  for (const Transform& transform : all_transforms()) {
    SCOPED_TRACE(text_of(transform));
    const Cell n{3, 4, 5};
    const OrientedPair pair(transform, n);
    CgnsConnection cgns{0, 1};
    for (std::size_t d = 0; d < 3; ++d) {
      const int along = std::abs(transform[d]) - 1;
      const std::size_t i = 2 - d, a = static_cast<std::size_t>(2 - along);
      cgns.transform[i] = (transform[d] > 0 ? 1 : -1) * (3 - along);
      const bool is_x = d == 2;
      cgns.begin[i] = is_x ? n[d] + 1 : 1;
      cgns.end[i] = n[d] + 1;
      // The donor's x begins where the block's ends.
      const int first = transform[d] > 0 ? 1 : n[d] + 1, last = transform[d] > 0 ? n[d] + 1 : 1;
      cgns.donor_begin[a] = first;
      cgns.donor_end[a] = is_x ? first : last;
    }
    EXPECT_EQ(connection_of(pair.blocks(), cgns), pair.connections()[0]);
  }
}

/// Three blocks about one edge: which cell lies beyond it depends on the way round.
TEST(Ghosts, NameEdgesWhereOtherThanFourBlocksMeet) {
  const std::vector<Block> blocks{{"a", {2, 4, 4}}, {"b", {2, 4, 4}}, {"c", {2, 4, 4}}};
  const BlockGrid grid(
      blocks, {connection_of(blocks, FaceConnection{0, {2, true}, 1, {2, false}}),
               connection_of(blocks, FaceConnection{0, {1, true}, 2, {1, false}}),
               connection_of(blocks, FaceConnection{1, {1, true}, 2, {2, true}, {1, -3, 2}})});
  const Ghosts ghosts = find_ghosts(grid, layers);
  std::array<std::int64_t, 3> singular{};
  for (const BlockBox& box : ghosts.singular)
    singular[static_cast<std::size_t>(box.block)] += box.cells.size();
  const std::int64_t edge = 2 * layers * layers;
  EXPECT_EQ(singular, (std::array<std::int64_t, 3>{edge, edge, edge}));
  std::int64_t open = 0, filled = 0;
  for (const BlockBox& box : ghosts.open) open += box.cells.size();
  for (const GhostBox& box : ghosts.filled) filled += box.ghosts.size();
  const std::int64_t all = 3 * ((2 + 2 * layers) * 8 * 8 - 2 * 4 * 4);
  EXPECT_EQ(open + filled, all);
}

TEST(Ghosts, BeyondFacesAloneAreFewer) {
  const OrientedPair pair({1, 2, 3}, {4, 4, 4});
  std::int64_t filled = 0;
  for (const GhostBox& box : find_ghosts(pair.grid(), 1, GhostRegion::faces).filled)
    filled += box.ghosts.size();
  EXPECT_EQ(filled, 2 * 6 * 4 * 4);
}

std::string fault_of(const std::vector<Block>& blocks, const std::vector<Connection>& connections) {
  try {
    BlockGrid(blocks, connections);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

void expect_fault(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" is not in: " << text;
}

TEST(Connections, ThatAreWrongAreNamedAllAtOnce) {
  const std::vector<Block> blocks{{"inlet", {2, 3, 4}}, {"duct", {2, 3, 8}}};
  const Connection good = connection_of(blocks, FaceConnection{0, {2, true}, 1, {2, false}});
  EXPECT_EQ(fault_of(blocks, {good}), "");
  EXPECT_EQ(fault_of(blocks, {good, good.reverse()}), "");
  Connection outside = good, astray = good, overlap = good, nowhere = good;
  outside.face = {1, true};
  astray.map.shift[0] = 1;
  overlap.patch.upper[0] = 1;
  nowhere.donor = 7;
  const std::string all = fault_of(blocks, {good, outside, astray, overlap, nowhere});
  expect_fault(all, {"face y+ of block \"inlet\"", "no part of the face", "block \"duct\"",
                     "no part of the donor's face", "overlaps", "block number 7 of 2",
                     "Nothing was run."});
  expect_fault(fault_of({{"empty", {0, 3, 4}}}, {}), {"block \"empty\" has no cells"});
}

TEST(Connections, OfWholeFacesThatDoNotFitAreRefused) {
  const std::vector<Block> blocks{{"a", {2, 3, 4}}, {"b", {2, 5, 4}}};
  const auto fault = [&](const FaceConnection& faces) {
    try {
      connection_of(blocks, faces);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  expect_fault(fault({0, {2, true}, 1, {2, false}}), {"\"a\"", "\"b\"", "3 cells", "5"});
  expect_fault(fault({0, {1, true}, 1, {1, true}}), {"does not lead out of face y+ into face y+"});
  EXPECT_EQ(fault({0, {1, true}, 1, {1, true}, {1, -2, 3}}), "");
  expect_fault(fault({0, {1, true}, 1, {1, true}, {1, 1, 3}}), {"(1, 1, 3)", "each axis once"});
  expect_fault(fault({0, {1, true}, 1, {1, true}, {1, 0, 3}}), {"(1, 0, 3)"});
  expect_fault(fault({0, {1, true}, 4, {1, true}}), {"number 4", "no such block"});
}

TEST(CgnsConnections, ThatDoNotFitAreRefused) {
  const std::vector<Block> blocks{{"a", {2, 3, 4}}, {"b", {2, 3, 4}}};
  const CgnsConnection good{0, 1, {5, 1, 1}, {5, 4, 3}, {1, 1, 1}, {1, 4, 3}, {1, 2, 3}};
  EXPECT_NO_THROW(connection_of(blocks, good));
  const auto fault = [&](const CgnsConnection& cgns) {
    try {
      connection_of(blocks, cgns);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  CgnsConnection bad = good;
  bad.end = {5, 5, 3};
  expect_fault(fault(bad), {"block's range", "vertex 5 of j, of 4"});
  bad = good;
  bad.donor_begin = {2, 1, 1};
  bad.donor_end = {2, 4, 3};
  expect_fault(fault(bad), {"donor's range", "inside the block"});
  bad = good;
  bad.transform = {1, -2, 3};
  expect_fault(fault(bad), {"(1, -2, 3)", "end of the range"});
}

}  // namespace
}  // namespace thalweg::grid
