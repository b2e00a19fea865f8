// SPDX-License-Identifier: Apache-2.0
// Where other than four blocks meet: fluxes are the same from both sides and in all orientations,
// and those of linear velocities exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "solvers/flow/level/level.hpp"
#include "solvers/flow/mesh/shapes.hpp"
#include "tests/support/permuted_grid.hpp"
#include "tests/support/star_grid.hpp"
#include "tests/support/world.hpp"

namespace thalweg::flow {
namespace {

using geometry::Vector, transport::testing::world;

/// A level of a grid, all of it on this rank, with a state that is a function of place.
class Solved {
 public:
  template <class State>
  Solved(const VertexGrid& grid, double viscosity, State state, int level = 0,
         const Boundary& condition = {.family = "", .velocity = {0.2, 0.1, 0}})
      : mesh_(assembled(grid)) {
    p_.viscosity = viscosity;
    for (const std::string& family : mesh_.family_names()) {
      p_.boundaries.push_back(condition);
      p_.boundaries.back().family = family;
    }
    p_.transport.route = "direct";
    MeshLevel of_mesh{&mesh_, mesh_.blocks};
    for (int n = 0; n < level; ++n) of_mesh = coarsened(of_mesh);
    const std::vector<int> owners(grid.blocks.size(), world().rank());
    level_.emplace(of_mesh, LevelOwners{owners, owners}, p_, alone_, exec_, phases_);
    one_sided_ = one_sided_faces(level_->mesh(), level_->arena());
    for (const grid::BlockPlace& place : level_->arena().places())
      for_each_cell(place, [&](const grid::Cell& c) {
        const std::array<double, 4> q = state(cell_centre(level_->mesh(), place.block, c));
        for (std::size_t n = 0; n < 4; ++n)
          level_->state()[static_cast<std::int64_t>(n) * level_->arena().size() +
                          place.at(c[0], c[1], c[2])] = q[n];
      });
    level_->state_has_changed();
    level_->compute_residuals(0);
  }

  Level<double>& level() { return *level_; }
  const double* residual() { return level_->residual(); }

  /// visit(centre, four values of a field) of each cell.
  template <class Visit>
  void for_each(const double* fields, Visit visit) const {
    for (const grid::BlockPlace& place : level_->arena().places())
      for_each_cell(place, [&](const grid::Cell& c) {
        std::array<double, 4> values{};
        for (std::size_t n = 0; n < 4; ++n)
          values[n] = fields[static_cast<std::int64_t>(n) * level_->arena().size() +
                             place.at(c[0], c[1], c[2])];
        visit(cell_centre(level_->mesh(), place.block, c), values);
      });
  }
  double weighted(const double* fields) const {
    double sum = 0;
    for_each(fields, [&](const Vector& at, const std::array<double, 4>& values) {
      for (std::size_t n = 0; n < 4; ++n)
        sum += std::sin(at[0] + 2 * at[1] + 3 * at[2] + static_cast<double>(n)) * values[n];
    });
    return sum;
  }
  /// visit(connection, cell, centre, area outwards) of each face of each connection.
  template <class Visit>
  void for_each_connected_face(Visit visit) const {
    const MeshLevel& mesh = level_->mesh();
    for (const grid::Connection& c : mesh.blocks.connections())
      grid::for_each_cell(c.patch, [&](const grid::Cell& cell) {
        grid::Cell face = cell;
        face[grid::index(c.face.axis)] += c.face.upper;
        Vector area = face_area(mesh, c.block, c.face.axis, face);
        for (double& a : area) a *= c.face.upper ? 1 : -1;
        visit(c, cell, face_centre(mesh, c.block, c.face.axis, face), area);
      });
  }
  double flux_out(int block, grid::Face face, grid::Cell cell, std::size_t n) const {
    cell[grid::index(face.axis)] += face.upper;
    const std::int64_t right = level_->arena().place(block).at(cell[0], cell[1], cell[2]);
    double flux[4];
    if (mesh_.is_flat)
      compute_flux<1>(block, face.axis, right, flux);
    else
      compute_flux<2>(block, face.axis, right, flux);
    return (face.upper ? 1 : -1) * flux[n];
  }
  /// The most that fluxes through a face differ between the blocks beside it.
  double largest_jump() const {
    double worst = 0;
    for_each_connected_face(
        [&](const grid::Connection& c, const grid::Cell& cell, const Vector&, const Vector&) {
          grid::Cell beyond = cell;
          beyond[grid::index(c.face.axis)] += c.face.upper ? 1 : -1;
          for (std::size_t n = 0; n < 4; ++n)
            worst = std::max(worst, std::abs(flux_out(c.block, c.face, cell, n) +
                                             flux_out(c.donor, c.donor_face, c.map(beyond), n)));
        });
    return worst;
  }

 private:
  /// As tiles compute it.
  template <int transverses>
  void compute_flux(int block, int axis, std::int64_t right, double (&flux)[4]) const {
    using Row = FluxRow<Upwinding::roe, true, true, transverses, double>;
    const grid::BlockPlace& place = level_->arena().place(block);
    const std::int64_t strides[3] = {place.stride[0], place.stride[1], 1};
    Row row{};
    row.geometry = level_->geometry();
    row.state = std::as_const(*level_).state();
    row.scheme = level_->flux_scheme();
    row.axis = axis;
    row.step = strides[axis];
    const auto special =
        std::find_if(one_sided_.begin(), one_sided_.end(),
                     [&](const OneSidedFace& f) { return f.axis == axis && f.cell == right; });
    if (special != one_sided_.end()) {
      const GivenFlux first{.face = static_cast<int>(special - one_sided_.begin()), .step = 1};
      GiveOneSidedFluxes<Row, double>{row, one_sided_.data(), &first, flux}(0);
      return;
    }
    row.first = right;
    row.to = flux;
    row.size = 1;
    for (int t = 0; t < transverses; ++t) {
      row.other_axis[t] = Row::other(axis, t);
      row.other_step[t] = strides[row.other_axis[t]];
    }
    row(0, 0);
  }
  template <class Visit>
  static void for_each_cell(const grid::BlockPlace& place, Visit visit) {
    grid::for_each_cell({{}, {place.cells[0], place.cells[1], place.cells[2]}}, visit);
  }

  exec::Exec exec_;
  Phases phases_;
  Parameters p_;
  Mesh mesh_;
  transport::Communicator alone_ = transport::Communicator::self();
  std::optional<Level<double>> level_;
  std::vector<OneSidedFace> one_sided_;
};

std::array<double, 4> shear(const Vector& at) {
  return {0.3, 1 + 0.7 * at[0] - 0.4 * at[1], 0.5 + 0.6 * at[0] + 0.9 * at[1], -0.2};
}

constexpr double rate_of_strain[3][3] = {{0.7, 0.1, 0}, {0.1, 0.9, 0}, {0, 0, 0}};

std::array<double, 4> wave(const Vector& at) {
  return {std::cos(at[0] + at[1]), std::sin(2 * at[0]) + std::cos(at[2]), std::sin(at[1] + at[2]),
          std::cos(at[0] - 2 * at[2])};
}

double distance_from_axis(const Vector& at) { return std::hypot(at[0], at[1]); }

// Between two rhombi, which are mirror images, differences along a face are along it by symmetry.
TEST(SingularEdges, StressOfLinearVelocitiesIsExactBetweenBlocks) {
  for (const int blocks : {3, 4, 5, 6, 7})
    for (const bool is_flat : {true, false})
      for (const unsigned seed : {1u, 2u, 3u}) {
        VertexGrid grid = testing::star_grid(blocks, 8, is_flat ? 1 : 8, is_flat);
        testing::permute_all(grid, seed);
        const Solved viscous(grid, 1, shear), inviscid(grid, 0, shear);
        int beside_axis = 0;
        viscous.for_each_connected_face([&](const grid::Connection& c, const grid::Cell& cell,
                                            const Vector& centre, const Vector& area) {
          // Not where differences reach the outer faces, whose walls move otherwise.
          if (distance_from_axis(centre) > 0.9 || (!is_flat && std::abs(centre[2] - 0.5) > 0.4))
            return;
          beside_axis += distance_from_axis(centre) < 0.1;
          for (std::size_t n = 0; n < 3; ++n) {
            double stress = 0;
            for (std::size_t m = 0; m < 3; ++m) stress += 2 * rate_of_strain[n][m] * area[m];
            const std::size_t component = n + 1;
            EXPECT_NEAR(inviscid.flux_out(c.block, c.face, cell, component) -
                            viscous.flux_out(c.block, c.face, cell, component),
                        stress, 1e-13)
                << blocks << " blocks, flat: " << is_flat;
          }
        });
        EXPECT_EQ(beside_axis, 2 * blocks * (is_flat ? 1 : 6));
      }
}

/// Where three and five blocks meet, around corners of walls, and beside parts of faces.
std::vector<VertexGrid> grids() {
  return {testing::star_grid(3, 8, 1, true),
          testing::star_grid(5, 8, 1, true),
          testing::star_grid(3, 8, 8, false),
          testing::star_grid(5, 8, 8, false),
          testing::corner_grid(8),
          cylinder_channel_grid({.quarter = 8}),
          cylinder_channel_grid({.quarter = 8, .span = {8, 0.4, true}}),
          step_grid({.step_cells = 8, .inlet_cells_high = 8, .inlet_cells = 8, .outlet_cells = 16}),
          sphere_grid({.side = 8, .outwards = 8, .far = 2, .first = 0.1})};
}

TEST(SingularEdges, FluxesAreTheSameFromBothSides) {
  for (const VertexGrid& grid : grids())
    for (const int level : {0, 1})
      for (const unsigned seed : {1u, 2u, 3u}) {
        VertexGrid permuted = grid;
        testing::permute_all(permuted, seed);
        EXPECT_LT(Solved(permuted, 0.3, wave, level).largest_jump(), 1e-12)
            << grid.blocks.front().name << " " << level;
      }
}

TEST(SingularEdges, ResidualsAndSmoothingDoNotDependOnOrientation) {
  for (const VertexGrid& grid : grids())
    for (const int level : {0, 1}) {
      std::optional<double> residual, smoothed;
      for (unsigned seed = 0; seed < 8; ++seed) {
        VertexGrid permuted = grid;
        if (seed > 0) testing::permute_all(permuted, seed);
        Solved solved(permuted, 0.3, wave, level);
        const double r = solved.weighted(solved.residual());
        solved.level().smooth(0);
        const double s = solved.weighted(solved.level().state());
        if (!residual) residual = r, smoothed = s;
        EXPECT_NEAR(r, *residual, 1e-12 * std::max(1.0, std::abs(*residual)))
            << grid.blocks.front().name << " " << level << " " << seed;
        EXPECT_NEAR(s, *smoothed, 1e-4 * std::abs(*smoothed));  // single precision diagonals
      }
    }
}

// It comes in and goes out through all faces as it is.
TEST(SingularEdges, AUniformStreamHasNoResidual) {
  const Boundary stream{.family = "", .condition = Condition::inflow, .velocity = {0.2, 0.1, 0}};
  for (const VertexGrid& grid : grids())
    for (const int level : {0, 1}) {
      VertexGrid permuted = grid;
      testing::permute_all(permuted, 5);
      Solved solved(
          permuted, 0.3,
          [](const Vector&) {
            return std::array{0.7, 0.2, 0.1, 0.0};
          },
          level, stream);
      double worst = 0;
      solved.for_each(solved.residual(), [&](const Vector&, const std::array<double, 4>& r) {
        for (std::size_t n = 0; n < 4; ++n) worst = std::max(worst, std::abs(r[n]));
      });
      EXPECT_LT(worst, 1e-13) << grid.blocks.front().name << " " << level;
    }
}

}  // namespace
}  // namespace thalweg::flow
