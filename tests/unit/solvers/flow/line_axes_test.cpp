// SPDX-License-Identifier: Apache-2.0
// Lines lead along the axis along which cells are thin.
#include "solvers/flow/mesh/line_axes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "grid/block_partition.hpp"
#include "solvers/flow/mesh/generators.hpp"

namespace thalweg::flow {
namespace {

using Axes = std::array<int, 2>;

LineAxes axes_of(const BoxGrid& shape) { return line_axes(box_mesh(shape)).at(0); }

/// A box of so many cells and lengths (x, y, z).
BoxGrid box_of(std::array<int, 3> cells, std::array<double, 3> length) {
  BoxGrid shape;
  shape.cells = cells;
  shape.length = length;
  return shape;
}

TEST(LineAxes, AreTheThinOnes) {
  EXPECT_EQ(axes_of(box_of({8, 8, 8}, {1, 1, 4})).axis, (Axes{1, 2}));  // two are thin
  EXPECT_EQ(axes_of(box_of({8, 8, 8}, {4, 4, 1})).axis, (Axes{0, 0}));
  EXPECT_EQ(axes_of(box_of({8, 8, 8}, {1, 2, 2})).axis, (Axes{2, 2}));
  EXPECT_NEAR(axes_of(box_of({8, 8, 8}, {1, 2, 2})).ratio, 2, 1e-12);
  EXPECT_NEAR(axes_of(box_of({8, 8, 8}, {1, 2, 40})).ratio, 40, 1e-12);
}

TEST(LineAxes, OfFlatGridsDoNotLeadAcrossThem) {
  EXPECT_EQ(axes_of(box_of({8, 8, 1}, {1, 1, 1e-3})).axis, (Axes{1, 1}));
  EXPECT_EQ(axes_of(box_of({8, 8, 1}, {1, 3, 1e-3})).axis, (Axes{2, 2}));
}

TEST(LineAxes, CountCellsAtWallsOfStretchedGrids) {
  BoxGrid shape = box_of({16, 32, 1}, {1, 1, 1});
  shape.stretching = {0, 3, 0};
  EXPECT_EQ(axes_of(shape).axis, (Axes{1, 1}));
  // The first of 32 cells by tanh, beside 1/16.
  const double first = 0.5 * (1 + std::tanh(3 * (2.0 / 32 - 1)) / std::tanh(3.0));
  EXPECT_NEAR(axes_of(shape).ratio, 1.0 / 16 / first, 1e-9);
  shape.cells = {64, 64, 1};
  shape.stretching = {4, 4, 0};
  EXPECT_EQ(axes_of(shape).axis, (Axes{1, 2}));
}

TEST(LineAxes, AreNotCutWhereOthersCanBe) {
  const Mesh mesh = box_mesh(box_of({16, 64, 16}, {1, 1, 1}));
  const auto parts = grid::partition(mesh.blocks, 4, {.fewest = 4, .line_axis = {1}});
  EXPECT_EQ(parts.grid.size(), 4);
  EXPECT_EQ(parts.imbalance(), 1);
  for (const grid::Block& block : parts.grid.blocks()) EXPECT_EQ(block.cells[1], 64);
  // Three shares of eighths are not even, but better than cut lines.
  const auto three = grid::partition(mesh.blocks, 3, {.multiple = 4, .line_axis = {1}});
  EXPECT_GT(three.imbalance(), 1.05);
  for (const grid::Block& block : three.grid.blocks()) EXPECT_EQ(block.cells[1], 64);
  const auto more = grid::partition(mesh.blocks, 32, {.fewest = 4, .line_axis = {1}});
  EXPECT_EQ(more.imbalance(), 1);  // there is no other way then
}

}  // namespace
}  // namespace thalweg::flow
