// SPDX-License-Identifier: Apache-2.0
// Residuals and smoothing on two blocks of which the second is stored in any orientation, with each
// flux and model of eddies.
#include <gtest/gtest.h>

#include <cmath>

#include "solvers/flow/level/level.hpp"
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

struct Scheme {
  Flux flux = Flux::roe;
  Subgrid model = Subgrid::none;
  bool is_limited = false;
};
const Scheme schemes[] = {{},
                          {Flux::rusanov, Subgrid::vreman, true},
                          {Flux::low_diffusion},
                          {Flux::low_diffusion, Subgrid::wale, true},
                          {Flux::central, Subgrid::smagorinsky},
                          {Flux::central}};

/// One block or two on each rank.
LevelOwners owners() {
  const std::vector<int> of_blocks{0, world().size() - 1};
  return {of_blocks, of_blocks};
}

class OnTurnedBlocks : public ::testing::Test {
 protected:
  /// The mesh stored so, and its level.
  void set_up(const grid::Transform& transform) {
    level_.reset();
    mesh_.emplace(testing::turned_mesh(transform, {4, 5, 6}, 0.2));
    level_.emplace(MeshLevel{&*mesh_, mesh_->blocks}, owners(), p_, world(), exec_, phases_);
  }
  void take(const Scheme& scheme) {
    p_.flux = scheme.flux;
    p_.damping = scheme.flux == Flux::central ? 0.2 : 1;
    p_.is_limited = scheme.is_limited;
    p_.turbulence = {scheme.model, 0.3};
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
  std::size_t turn = 0;
  for (const grid::Transform& transform : testing::rotations()) {
    take(schemes[turn++ % std::size(schemes)]);
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
  const auto rotations = testing::rotations();
  for (const Scheme& scheme : schemes) {
    std::optional<double> residual, smoothed;
    take(scheme);
    const std::size_t step = &scheme == schemes ? 1 : 5;  // all of them with one scheme
    for (std::size_t n = 0; n < rotations.size(); n += step) {
      set_up(rotations[n]);
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
}

TEST_F(OnTurnedBlocks, NothingIsLostBetweenCells) {
  for (const Scheme& scheme : schemes) {
    take(scheme);
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
}

// Cells of a straight grid that do not touch the seam, where the velocity jumps.
TEST_F(OnTurnedBlocks, EddiesAreThoseOfALinearVelocity) {
  p_.turbulence = {Subgrid::smagorinsky, 0.2};
  mesh_.emplace(testing::turned_mesh({-2, 1, 3}, {4, 5, 6}, 0));
  level_.emplace(MeshLevel{&*mesh_, mesh_->blocks}, owners(), p_, world(), exec_, phases_);
  set_state([](const geometry::Vector& at) {
    return std::array{0.0, 0.3 * at[1], 0.7 * at[2] - 0.1 * at[1], 0.1 * at[0] + 0.1 * at[2]};
  });
  // |S|^2 = 2 S:S with S_yy = -S_zz = -0.1, S_xy = 0.15, S_xz = 0.05, S_yz = 0.35.
  const double strain = std::sqrt(2 * (2 * 0.01 + 2 * (0.0225 + 0.0025 + 0.1225)));
  const double* eddies = level_->eddy_viscosity();
  const auto is_inside = [](double x, double end) { return x > 1 && x < end - 1; };
  int count = 0;
  for (const grid::BlockPlace& place : level_->arena().places())
    grid::for_each_cell(mesh_->blocks.cells(place.block), [&](const grid::Cell& c) {
      const geometry::Vector at = cell_centre(level_->mesh(), place.block, c);
      if (!is_inside(at[0], 12) || !is_inside(at[1], 5) || !is_inside(at[2], 4)) return;
      EXPECT_NEAR(eddies[place.at(c[0], c[1], c[2])], 0.04 * strain, 1e-15);
      ++count;
    });
  EXPECT_EQ(world().sum(static_cast<double>(count)), 10 * 3 * 2);
}

// With all of Roe's damping a central flux is Roe's; a limiter leaves small differences alone.
TEST_F(OnTurnedBlocks, FluxesWithNothingMoreAreThePlainOnes) {
  const auto residual = [&](double size) {
    set_up({-2, 1, 3});
    set_state([&](const geometry::Vector& at) {
      const double x = at[0] * M_PI / 6, y = at[1] * 2 * M_PI / 5;
      return std::array{size * std::cos(x), 1 + size * std::sin(x + y), size * std::cos(y), 0.3};
    });
    level_->compute_residuals(0);
    return weighted(level_->residual());
  };
  const double plain = residual(0.5), small = residual(1e-6);
  p_.flux = Flux::central;
  EXPECT_NEAR(residual(0.5), plain, 1e-12);
  p_.flux = Flux::roe;
  p_.is_limited = true;
  EXPECT_NEAR(residual(1e-6), small, 1e-11);
  EXPECT_GT(std::abs(residual(0.5) - plain), 1e-3);
}

}  // namespace
}  // namespace thalweg::flow
