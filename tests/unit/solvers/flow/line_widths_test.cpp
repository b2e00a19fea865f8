// SPDX-License-Identifier: Apache-2.0
// Widths of cells along grid lines, and what reconstructions make of them.
#include "solvers/flow/mesh/line_widths.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/flow/fluxes/reconstruction.hpp"
#include "solvers/flow/mesh/generators.hpp"
#include "tests/support/stretched_grid.hpp"

namespace thalweg::flow {
namespace {

/// Mean of a + b x + c x^2 over a cell.
struct Parabola {
  double a, b, c;
  double integral(double x) const { return x * (a + x * (b / 2 + x * c / 3)); }
  double mean(double from, double to) const {
    return (integral(to) - integral(from)) / (to - from);
  }
  double at(double x) const { return a + x * (b + x * c); }
};

TEST(Reconstruction, OfMeansOfAParabolaIsItsValueAtTheFace) {
  const double widths[] = {1, 0.2, 3, 0.7, 5, 5, 0.01, 2};
  const Parabola q{0.3, -1.2, 0.8};
  for (int n = 0; n < 5; ++n) {
    const double* h = widths + n;
    double nodes[5] = {0.4}, mean[4];
    for (int m = 0; m < 4; ++m) {
      nodes[m + 1] = nodes[m] + h[m];
      mean[m] = q.mean(nodes[m], nodes[m + 1]);
    }
    const auto sides = sides_of(h + 2, 1);
    const double across = mean[2] - mean[1],
                 left = mean[1] + sides.left.weight_behind * (mean[1] - mean[0]) +
                        sides.left.weight_ahead * across,
                 right = mean[2] - sides.right.weight_behind * (mean[3] - mean[2]) -
                         sides.right.weight_ahead * across;
    EXPECT_NEAR(left, q.at(nodes[2]), 1e-13 * (1 + std::abs(q.at(nodes[4]))));
    EXPECT_NEAR(right, q.at(nodes[2]), 1e-13 * (1 + std::abs(q.at(nodes[4]))));
  }
}

TEST(Reconstruction, HasTheWeightsOfEvenCells) {
  const double widths[] = {0.3, 0.3, 0.3, 0.3};
  const auto sides = sides_of(widths + 2, 1);
  for (const auto& cell : {sides.left, sides.right}) {
    EXPECT_NEAR(cell.weight_behind, 1.0 / 6, 1e-15);
    EXPECT_NEAR(cell.weight_ahead, 1.0 / 3, 1e-15);
    EXPECT_NEAR(cell.lead(), 1.0 / 12, 1e-15);
  }
}

/// All on one rank.
struct Lines {
  explicit Lines(Mesh of)
      : mesh(std::move(of)), level{&mesh, mesh.blocks},
        arena(mesh.blocks, std::vector<int>(static_cast<std::size_t>(mesh.blocks.size())), 0, 2),
        lines(line_widths(level, arena, grid::find_ghosts(mesh.blocks, 2))) {}

  double at(int block, int axis, const grid::Cell& c) const {
    const WidthPlace& place = lines.places[grid::index(3 * block + axis)];
    return lines.relative.at(static_cast<std::size_t>(place.at(c[0], c[1], c[2])));
  }

  Mesh mesh;
  MeshLevel level;
  grid::BlockArena arena;
  LineWidths lines;
};

TEST(LineWidths, TellEvenBlocks) {
  const Lines even(box_mesh({.cells = {8, 6, 4}, .length = {3, 1, 0.7}, .blocks = {2, 1, 1}}));
  EXPECT_EQ(even.lines.is_even, std::vector<bool>(2, true));
  // Even blocks beside wider cells are not.
  const Lines beside(assembled(testing::stretched_grid()));
  EXPECT_EQ(beside.lines.is_even, std::vector<bool>(2, false));
}

TEST(LineWidths, AreSharedByLinesThatAreAlike) {
  const Lines box(box_mesh({.cells = {8, 6, 4}, .stretching = {1, 1, 1}}));
  EXPECT_EQ(box.lines.relative.size(), static_cast<std::size_t>((4 + 4) * 8 + (6 + 4) * 8 + 8 + 4));
  const Lines wavy(box_mesh({.cells = {8, 6, 4}, .amplitude = 0.05}));
  EXPECT_EQ(wavy.lines.relative.size(),
            static_cast<std::size_t>((4 + 4) * 8 + (6 + 4) * 8 + 6 * (8 + 4)));
}

TEST(LineWidths, OfStretchedBoxesAreRatiosOfCells) {
  const Lines box(box_mesh({.cells = {8, 6, 4}, .stretching = {1, 2, 0}}));
  const auto node = [](int n) {
    return 0.5 * (1 + std::tanh(2.0 * (n / 3.0 - 1)) / std::tanh(2.0));
  };
  for (const grid::Cell& c : {grid::Cell{0, 0, 0}, grid::Cell{3, 4, 7}})
    EXPECT_NEAR(box.at(0, 1, c) / box.at(0, 1, {0, 0, 0}),
                (node(c[1] + 1) - node(c[1])) / (node(1) - node(0)), 1e-12);
  // Mirrored beyond boundaries.
  for (const int layer : {0, 1}) {
    EXPECT_EQ(box.at(0, 1, {1, -1 - layer, 2}), box.at(0, 1, {1, layer, 2}));
    EXPECT_EQ(box.at(0, 1, {1, 6 + layer, 2}), box.at(0, 1, {1, 5 - layer, 2}));
  }
}

// In any orientation, up to a factor: the same four cells lie beside a face.
TEST(LineWidths, AgreeOnBothSidesOfConnections) {
  for (const int layers : {1, 5})
    for (const unsigned seed : {1u, 2u, 3u}) {
      VertexGrid grid = testing::stretched_grid(layers);
      testing::permute_all(grid, seed);
      const Lines lines(assembled(std::move(grid)));
      for (const grid::Connection& c : lines.mesh.blocks.connections())
        grid::for_each_cell(c.patch, [&](const grid::Cell& cell) {
          const std::size_t axis = grid::index(c.face.axis);
          double own[4], other[4];
          for (int n = 0; n < 4; ++n) {
            grid::Cell at = cell;
            at[axis] += (c.face.upper ? 1 : -1) * (n - 1);
            own[n] = lines.at(c.block, c.face.axis, at);
            other[n] = lines.at(c.donor, c.donor_face.axis, c.map(at));
          }
          for (int n = 1; n < 4; ++n) EXPECT_NEAR(own[n] / own[0], other[n] / other[0], 1e-9);
        });
    }
}

}  // namespace
}  // namespace thalweg::flow
