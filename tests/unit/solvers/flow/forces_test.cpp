// SPDX-License-Identifier: Apache-2.0
// Forces on walls around a box in pressures and velocities that are known everywhere.
#include "solvers/flow/measures/forces.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "solvers/flow/case/boundary_parameters.hpp"
#include "solvers/flow/case/decomposition.hpp"
#include "solvers/flow/level/level.hpp"
#include "solvers/flow/mesh/generators.hpp"
#include "tests/support/world.hpp"

namespace thalweg::flow {
namespace {

using transport::testing::world;

/// 2 by 3 by 1.5, walls on all sides; two bodies, of all of them and of one.
Parameters closed_box() {
  Parameters p;
  p.mesh = std::make_shared<Mesh>(box_mesh(
      {.cells = {8, 12, 8}, .length = {2, 3, 1.5}, .origin = {1, 0, 0}, .blocks = {2, 1, 1}}));
  p.viscosity = 0.3;
  p.cycles.levels = 1;
  p.transport.route = "direct";
  for (const char* family : {"x-", "x+", "y-", "y+", "z-", "z+"})
    p.boundaries.push_back({.family = family});
  p.bodies = {{.name = "all", .boundaries = {0, 1, 2, 3, 4, 5}},
              {.name = "side", .boundaries = {1}, .unit_of_force = 4, .unit_of_moment = 8}};
  p.bodies[1].centre = {0, 1, 0};
  return p;
}

/// By name, where cells have this pressure and velocity.
template <class Value>
std::map<std::string, double> forces(const Parameters& p, Value value) {
  const exec::Exec exec;
  Phases phases;
  const grid::BlockPartition parts = partition_of(*p.mesh, p, world().size());
  Level<double> level({p.mesh.get(), parts.grid}, {parts.owners, parts.owners}, p, world(), exec,
                      phases);
  for (const grid::BlockPlace& place : level.arena().places())
    grid::for_each_cell(level.mesh().blocks.cells(place.block), [&](const grid::Cell& c) {
      const std::array<double, 4> q = value(cell_centre(level.mesh(), place.block, c));
      for (std::size_t n = 0; n < 4; ++n)
        level.state()[static_cast<std::int64_t>(n) * level.arena().size() +
                      place.at(c[0], c[1], c[2])] = q[n];
    });
  level.state_has_changed();
  level.fill_ghosts();
  std::map<std::string, double> by_name;
  for (const auto& s :
       force_scalars(p, level.conditions().host_faces(), level.tractions(), {}, world()))
    by_name[s.name] = s.value;
  return by_name;
}

// Gauss: of a pressure with a gradient the force is the gradient times the volume.
TEST(Forces, OnAllSidesInALinearPressureAreTheGradientTimesTheVolume) {
  const auto force = forces(closed_box(), [](const geometry::Vector& at) {
    return std::array{5 + 0.7 * at[0] - 0.2 * at[1] + 1.3 * at[2], 0.0, 0.0, 0.0};
  });
  const double volume = 2 * 3 * 1.5;
  EXPECT_NEAR(force.at("wall_force_x"), 0.7 * volume, 1e-12);
  EXPECT_NEAR(force.at("wall_force_y"), -0.2 * volume, 1e-12);
  EXPECT_NEAR(force.at("wall_force_z"), 1.3 * volume, 1e-12);
  EXPECT_NEAR(force.at("drag_all"), 0.7 * volume, 1e-12);
  EXPECT_NEAR(force.at("lift_all"), -0.2 * volume, 1e-12);
}

TEST(Forces, OfAnEvenPressurePushAtTheMiddleOfASide) {
  const auto force = forces(closed_box(), [](const geometry::Vector&) {
    return std::array{2.0, 0.0, 0.0, 0.0};
  });
  const double push = 2 * 3 * 1.5;
  EXPECT_NEAR(force.at("force_x+_x"), push, 1e-12);
  EXPECT_NEAR(force.at("force_pressure_x+_x"), push, 1e-12);
  EXPECT_NEAR(force.at("force_viscous_x+_x"), 0, 1e-12);
  EXPECT_NEAR(force.at("force_x-_x"), -push, 1e-12);
  EXPECT_NEAR(force.at("drag_side"), push / 4, 1e-12);
  // From (0, 1, 0) the middle of the side is at (3, 0.5, 0.75).
  EXPECT_NEAR(force.at("moment_side_x"), 0, 1e-12);
  EXPECT_NEAR(force.at("moment_side_y"), 0.75 * push / 8, 1e-12);
  EXPECT_NEAR(force.at("moment_side_z"), -0.5 * push / 8, 1e-12);
}

TEST(Forces, OfShearDragAlongTheWall) {
  const auto force = forces(closed_box(), [](const geometry::Vector& at) {
    return std::array{0.0, 4 * at[1], 0.0, 0.0};
  });
  EXPECT_NEAR(force.at("force_viscous_y-_x"), 0.3 * 4 * 2 * 1.5, 1e-12);
  EXPECT_NEAR(force.at("force_pressure_y-_x"), 0, 1e-12);
  EXPECT_NEAR(force.at("force_y-_x"), 0.3 * 4 * 2 * 1.5, 1e-12);
}

TEST(Forces, HaveTheColumnsThatTheCaseIsToldOf) {
  const auto force = forces(closed_box(), [](const geometry::Vector&) {
    return std::array{0.0, 0.0, 0.0, 0.0};
  });
  const std::vector<std::string> names = force_columns(closed_box());
  EXPECT_EQ(names.size(), force.size());
  for (const std::string& name : names) EXPECT_TRUE(force.contains(name)) << name;
}

// A block may be turned about an axis in the plane, so that its layer leads towards -z.
TEST(Forces, AreDividedByAThicknessAboveZeroWhereverTheBlockLeads) {
  Mesh mesh = box_mesh({.cells = {8, 8, 1}, .length = {1, 1, 0.5}});
  const auto vertex = mesh.vertex;
  mesh.vertex = [vertex](int block, const grid::Cell& v) {
    geometry::Vector at = vertex(block, v);
    at[1] = -at[1], at[2] = -at[2];
    return at;
  };
  Parameters p;
  p.boundaries.push_back({.family = "y-"});
  auto input = io::Case::parse(
      "[[body]]\nname = \"floor\"\nfamilies = [\"y-\"]\nvelocity = 2\nheight = 0.25\n", "test.toml",
      {});
  read_bodies(input, mesh, p);
  ASSERT_EQ(p.bodies.size(), 1u);
  EXPECT_DOUBLE_EQ(p.bodies[0].unit_of_force, 2 * 2 / 2.0 * 0.5 * 0.25);
}

}  // namespace
}  // namespace thalweg::flow
