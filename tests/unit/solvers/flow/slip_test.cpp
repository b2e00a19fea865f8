// SPDX-License-Identifier: Apache-2.0
// Slip walls that are curved: fluid that turns between two of them presses outwards.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "solvers/flow/level/level.hpp"
#include "tests/support/world.hpp"

namespace thalweg::flow {
namespace {

using transport::testing::world;

/// Radii from 1 to 2, n cells across and 4 n around.
Mesh ring(int n) {
  std::vector<grid::Block> blocks{{.name = "ring", .cells = {1, 4 * n, n}}};
  const std::vector<grid::Connection> connections{grid::connection_of(
      blocks, {.block = 0, .face = {1, true}, .donor = 0, .donor_face = {1, false}})};
  Mesh mesh{grid::BlockGrid(blocks, connections),
            [n](int, const grid::Cell& v) {
              const double r = 1 + static_cast<double>(v[2]) / n;
              const double angle = std::numbers::pi * (v[1] % (4 * n)) / (2 * n);
              return geometry::Vector{r * std::cos(angle), r * std::sin(angle),
                                      static_cast<double>(v[0])};
            },
            {},
            true};
  for (const bool upper : {false, true})
    mesh.patches.push_back(whole_face(mesh.blocks, 0, {2, upper}, upper ? "outer" : "inner"));
  return mesh;
}

/// Of the pressure at both walls, where the velocity is 1/r and the pressure -1/(2 r^2).
double error_at_walls(int n, Condition condition) {
  Parameters p;
  p.viscosity = 0;
  p.cycles.levels = 1;
  p.transport.route = "direct";
  p.boundaries = {{.family = "inner", .condition = condition},
                  {.family = "outer", .condition = condition}};
  const exec::Exec exec;
  Phases phases;
  const Mesh mesh = ring(n);
  const auto comm = transport::Communicator::self();
  Level<double> level({&mesh, mesh.blocks}, {{0}, {0}}, p, comm, exec, phases);
  const grid::BlockPlace& place = level.arena().places().front();
  grid::for_each_cell(mesh.blocks.cells(0), [&](const grid::Cell& c) {
    const geometry::Vector at = cell_centre(level.mesh(), 0, c);
    const double squared = at[0] * at[0] + at[1] * at[1];
    const double of[4] = {-0.5 / squared, -at[1] / squared, at[0] / squared, 0};
    for (std::int64_t f = 0; f < 4; ++f)
      level.state()[f * level.arena().size() + place.at(c[0], c[1], c[2])] = of[f];
  });
  level.state_has_changed();
  level.fill_ghosts();
  const std::vector<Traction> tractions = level.tractions();
  double worst = 0;
  for (std::size_t f = 0; f < tractions.size(); ++f) {
    const BoundaryFace& face = level.conditions().host_faces()[f];
    if (face.is_of_ghost) continue;
    const double squared = face.centre[0] * face.centre[0] + face.centre[1] * face.centre[1];
    const double area = std::hypot(face.area[0], face.area[1]);
    const double pressure =
        (tractions[f].pressure[0] * face.area[0] + tractions[f].pressure[1] * face.area[1]) /
        (area * area);
    worst = std::max(worst, std::abs(pressure + 0.5 / squared));
  }
  return worst;
}

TEST(Slip, HasThePressureOfACurvedWallToTheSecondOrder) {
  const double coarse = error_at_walls(16, Condition::slip),
               fine = error_at_walls(32, Condition::slip);
  EXPECT_GT(std::log2(coarse / fine), 1.8);
  EXPECT_LT(
      std::log2(error_at_walls(16, Condition::symmetry) / error_at_walls(32, Condition::symmetry)),
      1.2)
      << "planes of symmetry are even";
}

}  // namespace
}  // namespace thalweg::flow
