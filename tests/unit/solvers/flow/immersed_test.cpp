// SPDX-License-Identifier: Apache-2.0
// Immersed bodies before any flow: distances, motions, fits, and the cells that stand for a
// surface.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "solvers/flow/immersed/fit.hpp"
#include "solvers/flow/immersed/immersed_cells.hpp"
#include "solvers/flow/mesh/generators.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::flow {
namespace {

using geometry::Vector;

constexpr double pi = std::numbers::pi;

ImmersedBody body_of(ShapePointer shape) { return {.name = "body", .shape = std::move(shape)}; }

TEST(Shapes, KnowTheirDistance) {
  const auto box = box_shape({1, 1, 0}, {2, 1, 1}, {0, 0, 90});
  EXPECT_NEAR(box->distance({1, 1, 0}), -0.5, 1e-14);
  EXPECT_NEAR(box->distance({1, 2.5, 0}), 0.5, 1e-14);
  EXPECT_NEAR(box->distance({1.5 + 0.3, 2 + 0.4, 0}), 0.5, 1e-14);
  const auto can = cylinder_shape({0, 0, 0}, 1, 0, 2);
  EXPECT_NEAR(can->distance({0, 0, 0}), -1, 1e-14);
  EXPECT_NEAR(can->distance({1.5, 0, 0}), 0.5, 1e-14);
  EXPECT_NEAR(can->distance({1.3, 1.4, 0}), 0.5, 1e-14);
}

TEST(Shapes, OutlinesAndSurfacesAgreeWithFormulas) {
  const auto square = outline_shape({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, false);
  const auto box = box_shape({0, 0, 0}, {2, 2, INFINITY}, {});
  const auto sheet = outline_shape({{-1, 0, 0}, {1, 0, 0}}, true);
  const auto ball = surface_shape(testing::sphere(0.5, 64), false);
  for (int n = 0; n < 50; ++n) {
    const Vector at{1.7 * std::sin(3.0 * n), 1.6 * std::cos(5.0 * n), 0.3 * std::sin(7.0 * n)};
    EXPECT_NEAR(square->distance(at), box->distance(at), 1e-12);
    EXPECT_GE(sheet->distance(at), 0);
    EXPECT_NEAR(ball->distance(at), std::sqrt(geometry::dot(at, at)) - 0.5, 2e-3);
  }
}

TEST(Motion, VelocitiesAreDerivativesOfPlaces) {
  Motion motion;
  motion.shift = {Motion::Component{0.3, 0.2, 0.7, 0.4}, Motion::Component{0, 0.1, 0.7, 1}, {}};
  motion.angle = {0, 0.5, 0.7, -1};
  motion.pivot = {0.2, 0.1, 0};
  const Vector start{0.9, 0.4, 0};
  constexpr double time = 1.3, step = 1e-5;
  const Pose now = motion.pose(time);
  const Vector place = now.forth(start), before = motion.pose(time - step).forth(start),
               after = motion.pose(time + step).forth(start);
  for (std::size_t d = 0; d < 3; ++d) {
    EXPECT_NEAR(now.back(place)[d], start[d], 1e-14);
    EXPECT_NEAR(now.velocity_at(place)[d], (after[d] - before[d]) / (2 * step), 1e-8);
  }
}

TEST(Fit, IsExactForLinearFunctions) {
  std::vector<Vector> places;
  for (int n = 0; n < 12; ++n)
    places.push_back({std::sin(n), std::cos(2.0 * n), std::sin(3.0 * n)});
  const auto linear = [](const Vector& v) { return 2 + v[0] - 3 * v[1] + 0.5 * v[2]; };
  const Vector target{0.3, 0.2, -0.1};
  const std::vector<double> weights = fit_weights(places, target, 1, 1e-9);
  double value = 0, sum = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    value += weights[k] * linear(places[k]);
    sum += weights[k];
  }
  EXPECT_NEAR(value, linear(target), 1e-6);
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(Fit, TakesNothingToChangeWherePlacesDoNotDiffer) {
  const std::vector<double> weights =
      fit_weights({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {1, 5, 0}, 1, 1e-3);
  EXPECT_NEAR(weights[0], weights[2], 1e-12);
  EXPECT_NEAR(weights[0] + weights[1] + weights[2], 1, 1e-12);
}

/// Cells of a box of side 2 about the origin.
struct Cells {
  Mesh mesh;
  MeshLevel level;
  grid::BlockArena arena;
  ArenaCells cells;
  explicit Cells(const std::array<int, 3>& n, const std::array<bool, 3>& is_periodic = {})
      : mesh(box_mesh(
            {.cells = n, .length = {2, 2, 2}, .origin = {-1, -1, -1}, .is_periodic = is_periodic})),
        level{&mesh, mesh.blocks}, arena(mesh.blocks, std::vector<int>(1), 0, 2),
        cells(level, arena) {}
  ImmersedCells list(const ImmersedBody& body) const {
    return immersed_cells(cells, arena, {body}, poses_at({body}, 0));
  }
};

double area_of(const ImmersedCells& list) {
  double area = 0;
  for (const ImmersedCell& cell : list.cells) area += cell.area;
  return area;
}

TEST(CellsAtABody, AddUpToItsSurface) {
  const Cells flat({64, 64, 1}), deep({32, 32, 32});
  const auto circle = cylinder_shape({0.013, -0.02, 0}, 0.6, 2, INFINITY);
  EXPECT_NEAR(area_of(flat.list(body_of(circle))) / (2 * 2 * pi * 0.6), 1, 2e-3);
  const auto ball = sphere_shape({0.013, -0.02, 0.03}, 0.6);
  EXPECT_NEAR(area_of(deep.list(body_of(ball))) / (4 * pi * 0.36), 1, 1e-2);
}

// A velocity with a parabolic profile away from a plane wall that moves: rows in the band and in
// the body go on with it.
TEST(CellsAtABody, ContinueAParabola) {
  const Cells flat({32, 32, 1});
  const auto wall = box_shape({0, -2, 0}, {INFINITY, 3.02, INFINITY}, {});
  const ImmersedCells list = flat.list(body_of(wall));
  const auto profile = [](double y) { return 2 * y - 3 * y * y; };
  int bands = 0;
  for (const ImmersedCell& cell : list.cells) {
    if (cell.kind != CellKind::band) continue;
    double u = cell.offset[0];
    for (int k = cell.first; k < cell.end; ++k) {
      const Donor& donor = list.donors[grid::index(k)];
      u += donor.velocity * profile(flat.cells[donor.cell].centre[1] + 0.49);
    }
    EXPECT_NEAR(u, profile(flat.cells[cell.cell].centre[1] + 0.49), 1e-3);
    ++bands;
  }
  EXPECT_EQ(bands, 32);
}

// A velocity that is the distance from the body as it is seen: bodies do not repeat.
TEST(CellsAtABody, SeeCellsAcrossPeriodicFacesAtTheirDistance) {
  const Cells flat({32, 32, 1}, {true, false, false});
  const ImmersedBody body = body_of(cylinder_shape({-0.4, 0.013, 0}, 0.5, 2, INFINITY));
  const Pose pose = poses_at({body}, 0)[0];
  const ImmersedCells list = flat.list(body);
  int across = 0;
  for (const ImmersedCell& cell : list.cells) {
    if (cell.kind != CellKind::band) continue;
    double u = cell.offset[0];
    for (int k = cell.first; k < cell.end; ++k) {
      const Donor& donor = list.donors[grid::index(k)];
      const ArenaCell& of = flat.cells[donor.cell];
      u += donor.velocity * body.distance(geometry::plus(of.centre, of.shift), pose);
      across += donor.velocity != 0 && of.shift[0] != 0;
    }
    EXPECT_NEAR(u, body.distance(flat.cells[cell.cell].centre, pose), 1e-9);
  }
  EXPECT_GT(across, 0);
}

}  // namespace
}  // namespace thalweg::flow
