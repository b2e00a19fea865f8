// SPDX-License-Identifier: Apache-2.0
// Residuals and smoothing on two blocks of which the second is stored in any orientation.
#include <gtest/gtest.h>

#include <cmath>

#include "solvers/flow/level.hpp"
#include "tests/support/turned_mesh.hpp"
#include "tests/support/world.hpp"

namespace thalweg::flow {
namespace {

using transport::testing::world;

Parameters viscous() {
  Parameters p;
  p.viscosity = 0.3;
  p.cycles.levels = 1;
  p.transport.route = "direct";
  return p;
}

/// One block or two on each rank.
std::vector<int> owners() { return {0, world().size() - 1}; }

class OnTurnedBlocks : public ::testing::Test {
 protected:
  /// The mesh stored so, and its level.
  void set_up(const grid::Transform& transform) {
    level_.reset();
    mesh_.emplace(testing::turned_mesh(transform, {4, 5, 6}, 0.2));
    level_.emplace(MeshLevel{&*mesh_, mesh_->blocks}, owners(), p_, world(), exec_, phases_);
  }
  /// value(place) as pressure and velocity of each cell.
  template <class Value>
  void set_state(Value value) {
    for (const grid::BlockPlace& place : level_->arena().places())
      grid::for_each_cell(mesh_->blocks.cells(place.block), [&](const grid::Cell& c) {
        const std::array<double, 4> q = value(cell_centre(level_->mesh(), place.block, c));
        for (std::size_t n = 0; n < 4; ++n)
          level_->state()[static_cast<std::int64_t>(n) * level_->arena().size() +
                          place.at(c[0], c[1], c[2])] = q[n];
      });
    level_->state_has_changed();
  }
  /// By the whole box's cell that each belongs to: sums of squares would hide exchanged cells.
  double weighted(const double* fields) {
    double sum = 0;
    for (const grid::BlockPlace& place : level_->arena().places())
      grid::for_each_cell(mesh_->blocks.cells(place.block), [&](const grid::Cell& c) {
        const geometry::Vector at = cell_centre(level_->mesh(), place.block, c);
        for (int n = 0; n < 4; ++n)
          sum += std::sin(at[0] + 2 * at[1] + 3 * at[2] + n) *
                 fields[n * level_->arena().size() + place.at(c[0], c[1], c[2])];
      });
    return world().sum(sum);
  }

  exec::Exec exec_;
  Phases phases_;
  Parameters p_ = viscous();
  std::optional<Mesh> mesh_;
  std::optional<Level<double>> level_;
};

TEST_F(OnTurnedBlocks, AUniformStreamHasNoResidual) {
  for (const grid::Transform& transform : testing::rotations()) {
    set_up(transform);
    set_state([](const geometry::Vector&) { return std::array{0.7, 0.8, -0.5, 0.3}; });
    level_->compute_residuals(0);
    double worst = 0;
    for (const grid::BlockPlace& place : level_->arena().places())
      grid::for_each_cell(mesh_->blocks.cells(place.block), [&](const grid::Cell& c) {
        for (int n = 0; n < 4; ++n)
          worst = std::max(
              worst,
              std::abs(
                  level_->residual()[n * level_->arena().size() + place.at(c[0], c[1], c[2])]));
      });
    EXPECT_LT(worst, 1e-13);
  }
}

TEST_F(OnTurnedBlocks, ResidualsAndSmoothingDoNotDependOnOrientation) {
  const auto wave = [](const geometry::Vector& at) {
    const double x = at[0] * M_PI / 6, y = at[1] * 2 * M_PI / 5, z = at[2] * M_PI / 2;
    return std::array{std::cos(x + y), std::sin(x) + std::cos(z), std::sin(y + z), std::cos(x - z)};
  };
  std::optional<double> residual, smoothed;
  for (const grid::Transform& transform : testing::rotations()) {
    set_up(transform);
    set_state(wave);
    level_->compute_residuals(0);
    const double r = weighted(level_->residual());
    level_->smooth(0);
    const double s = weighted(level_->state());
    if (!residual) residual = r, smoothed = s;
    EXPECT_NEAR(r, *residual, 1e-11);
    EXPECT_NEAR(s, *smoothed, 1e-5);  // diagonals are inverted in single precision
  }
}

TEST_F(OnTurnedBlocks, NothingIsLostBetweenCells) {
  set_up({-2, 1, 3});
  set_state([](const geometry::Vector& at) {
    return std::array{std::sin(at[0]), std::cos(at[1]), std::sin(at[2] + at[0]), 0.5};
  });
  level_->compute_residuals(0);
  for (int n = 0; n < 4; ++n) {
    double sum = 0;
    for (const grid::BlockPlace& place : level_->arena().places())
      grid::for_each_cell(mesh_->blocks.cells(place.block), [&](const grid::Cell& c) {
        sum += level_->residual()[n * level_->arena().size() + place.at(c[0], c[1], c[2])];
      });
    EXPECT_NEAR(world().sum(sum), 0, 1e-11);
  }
}

}  // namespace
}  // namespace thalweg::flow
