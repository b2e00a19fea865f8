// SPDX-License-Identifier: Apache-2.0
// What is measured on planes and of suspensions, against geometry and published fits.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "solvers/blood/measures/membrane_rows.hpp"
#include "solvers/blood/measures/section.hpp"
#include "solvers/blood/measures/suspension.hpp"
#include "solvers/blood/measures/turning.hpp"
#include "solvers/blood/membrane/mesh.hpp"

namespace thalweg::blood {
namespace {

using geometry::Vector, std::numbers::pi;

Membranes membranes_of(const Mesh& mesh) {
  Membranes membranes{&mesh.triangles, mesh.vertices.size(), {}};
  for (std::size_t d = 0; d < 3; ++d)
    for (const Vector& vertex : mesh.vertices) membranes.places.push_back(vertex[d]);
  return membranes;
}

double volume_by_rows(const Mesh& mesh, std::size_t axis) {
  double volume = 0;
  for_each_crossing(membranes_of(mesh), axis,
                    [&](const RowCrossing& crossing) { volume += crossing.sign * crossing.place; });
  return volume;
}

Mesh sphere(double radius, const Vector& centre, int refinement) {
  Mesh mesh = icosphere(refinement);
  for (Vector& vertex : mesh.vertices) vertex = geometry::plus(centre, vertex, radius);
  return mesh;
}

/// A cube between `low` and `high` on each axis.
Mesh cube(double low, double high) {
  Mesh mesh;
  for (int n = 0; n < 8; ++n)
    mesh.vertices.push_back({(n & 1) ? high : low, (n & 2) ? high : low, (n & 4) ? high : low});
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

// Also where corners and edges lie on rows, and across zero.
TEST(MembraneRows, FillACube) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(volume_by_rows(cube(0.5, 4.5), axis), 64, 1e-7);
    EXPECT_NEAR(volume_by_rows(cube(0, 4), axis), 64, 1e-7);
    EXPECT_NEAR(volume_by_rows(cube(-3, 2), axis), 125, 1e-7);
  }
}

TEST(MembraneRows, ConvergeToTheVolumeOfASphere) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double mean[2] = {};
    for (int n = 0; n < 8; ++n) {
      const Vector centre{0.125 * n, 0.3 * n, 0.71 * n};
      for (int finer = 0; finer < 2; ++finer) {
        const Mesh mesh = sphere(4 * (1 + finer), centre, 4);
        mean[finer] += std::abs(volume_by_rows(mesh, axis) / volume_of(mesh) - 1) / 8;
      }
    }
    EXPECT_LT(mean[0], 0.02);
    EXPECT_LT(mean[1], mean[0] / 2);
  }
}

Vessel tube_of(double diameter, double length) {
  Vessel vessel{.shape = VesselShape::tube, .size = {length, diameter, diameter}, .spacing = 1};
  vessel.interior = make_interior(vessel.shape, vessel.size);
  return vessel;
}

PlaneSection section_of(const Plane& plane, const Vessel& vessel) {
  const auto sites = vessel.sites(0, vessel.lattice().extent[0]);
  return find_plane_section(PlaneOnLattice(plane, vessel), vessel, sites,
                            static_cast<int>(sites.size()));
}

double area_of(const Plane& plane, const Vessel& vessel) {
  double area = 0;
  for (const double share : section_of(plane, vessel).shares) area += share;
  return area;
}

Plane plane_across(const Vector& normal) {
  return {.name = "here", .at = {0.3, 0, 0}, .normal = geometry::unit(normal), .thickness = 1};
}

// Wherever the plane lies between sites, and however thick it is, also round the period.
TEST(PlaneSection, AcrossAnAxisHasTheSitesOfOneLayer) {
  const Vessel vessel = tube_of(11.3, 12);
  const auto layer = static_cast<double>(vessel.sites(0, vessel.lattice().extent[0]).size()) / 12;
  for (const double x : {0.0, 0.3, 0.5, -5.9, 5.99})
    for (const double thickness : {1.0, 2.5, 12.0}) {
      Plane plane = plane_across({1, 0, 0});
      plane.at[0] = x;
      plane.thickness = thickness;
      EXPECT_NEAR(area_of(plane, vessel), layer, 1e-9) << x << " " << thickness;
    }
}

TEST(PlaneSection, AtASlantHasTheAreaOfAnEllipse) {
  for (const Vector& normal : {Vector{1, 1, 0}, Vector{2, 1, 1}, Vector{3, -1, 2}}) {
    const Vessel vessel = tube_of(20.3, 60);
    const double exact = std::numbers::pi / 4 * 20.3 * 20.3 / geometry::unit(normal)[0];
    EXPECT_NEAR(area_of(plane_across(normal), vessel) / exact, 1, 0.01);
  }
}

TEST(PlaneSection, EndsAtTheRadius) {
  const Vessel vessel = tube_of(20, 8);
  Plane plane = plane_across({1, 0, 0});
  plane.radius = 6.2;
  EXPECT_NEAR(area_of(plane, vessel) / (std::numbers::pi * 6.2 * 6.2), 1, 0.03);
}

// The fit of Pries et al. (1992), as computed by an independent program.
TEST(Viscosity, InGlassIsThatOfTheFit) {
  const double table[][3] = {{5, 0.45, 1.471},  {7, 0.2, 1.105},    {8, 0.6, 1.406},
                             {10, 0.45, 1.328}, {20, 0.3, 1.307},   {40, 0.45, 1.923},
                             {100, 0.6, 3.544}, {300, 0.45, 2.973}, {1000, 0.2, 1.697}};
  for (const auto& [diameter, hematocrit, expected] : table)
    EXPECT_NEAR(viscosity_in_glass(diameter, hematocrit), expected, 6e-4) << diameter;
}

TEST(Hematocrit, InDischargeIsThatOfTheFit) {
  const double table[][2] = {{5, 0.805}, {8, 0.732}, {10, 0.719}, {20, 0.735}, {50, 0.810}};
  for (const auto& [diameter, ratio] : table)
    EXPECT_NEAR(discharge_hematocrit(diameter, 0.45 * ratio), 0.45, 5e-4) << diameter;
}

TEST(Viscosity, IsThatOfTheFluidForItsOwnFlow) {
  const Vessel tube = tube_of(20e-6, 8e-6);
  EXPECT_NEAR(apparent_viscosity(tube, 1e5, 3.2724923474893677e-13), 1.2e-3, 1e-12);
  Vessel channel{.shape = VesselShape::channel, .size = {1e-6, 2e-6, 8e-6}, .spacing = 1e-6};
  channel.interior = make_interior(channel.shape, channel.size);
  const double flow_rate = 1e4 * 2e-6 * 512e-18 / 12e-3;
  EXPECT_NEAR(apparent_viscosity(channel, 1e4, flow_rate), 1e-3, 1e-12);
}

// Seen from the sides, two points of a cell are nearest to the wall: at y = 3, and at z = -2.
TEST(CellFreeLayer, IsBetweenTheWallAndTheOutermostPlaces) {
  const Vessel vessel = tube_of(12, 4);  // the first site lies at y = z = -5.5
  const Mesh mesh{.vertices = {{1, 8.5, 5.5}, {1, 4.5, 3.5}, {5, 5.5, 6.5}}, .triangles = {}};
  Outline outline(4);
  outline.add(membranes_of(mesh));
  // y from -1 to 3, z from -2 to 1; x = 5 is x = 1 of the next period.
  EXPECT_NEAR(outline.cell_free_layer(vessel), 6 - (3 + 1 + 1 + 2) / 4.0, 1e-12);
}

/// Vertices of an icosphere, stretched along x and z and turned by an angle from x to z.
Membranes turned_ellipsoid(const std::vector<std::array<int, 3>>& triangles,
                           const std::vector<geometry::Vector>& sphere, double along, double across,
                           double angle) {
  Membranes membranes{&triangles, sphere.size(), std::vector<double>(3 * sphere.size())};
  const double c = std::cos(angle), s = std::sin(angle);
  for (std::size_t v = 0; v < sphere.size(); ++v) {
    const double x = along * sphere[v][0], z = across * sphere[v][2];
    membranes.places[v] = c * x - s * z;
    membranes.places[sphere.size() + v] = sphere[v][1];
    membranes.places[2 * sphere.size() + v] = s * x + c * z;
  }
  return membranes;
}

TEST(Turning, OfASphereThatTurnsRigidlyIsThatOfTheBody) {
  const Mesh mesh = icosphere(2);
  const std::size_t n = mesh.vertices.size();
  const geometry::Vector centre{3, -2, 7}, drift{0.4, 0.1, -0.2};
  Membranes sphere = turned_ellipsoid(mesh.triangles, mesh.vertices, 1, 1, 0);
  std::vector<double> speeds(3 * n);
  constexpr double rate = 0.03;  // radians per unit of time, from z to x
  for (std::size_t v = 0; v < n; ++v) {
    speeds[v] = drift[0] + rate * sphere.places[2 * n + v];
    speeds[n + v] = drift[1];
    speeds[2 * n + v] = drift[2] - rate * sphere.places[v];
    for (std::size_t d = 0; d < 3; ++d) sphere.places[d * n + v] += centre[d];
  }
  EXPECT_NEAR(turning(sphere.places.data(), speeds.data(), n, centre) * 2 * pi / rate, 1, 1e-12);
}

/// Each vertex goes round an ellipse once in the same time, fast at its sides and slowly at its
/// ends (S. R. Keller, R. Skalak, J. Fluid Mech. 120 (1982)).
TEST(Turning, OfAnEllipsoidThatTreadsIsThatOfItsMaterial) {
  const Mesh mesh = icosphere(4);
  const std::size_t n = mesh.vertices.size();
  constexpr double rate = 0.03, angle = 0.3, h = 1e-4;
  std::vector<geometry::Vector> later = mesh.vertices, earlier = mesh.vertices;
  for (std::size_t v = 0; v < n; ++v) {
    const auto turned = [&](double by) {
      const double c = std::cos(by), s = std::sin(by);
      const geometry::Vector& at = mesh.vertices[v];
      return geometry::Vector{c * at[0] + s * at[2], at[1], c * at[2] - s * at[0]};
    };
    later[v] = turned(rate * h);
    earlier[v] = turned(-rate * h);
  }
  const auto at = [&](const std::vector<geometry::Vector>& of) {
    return turned_ellipsoid(mesh.triangles, of, 1.6, 0.5, angle).places;
  };
  const std::vector<double> now = at(mesh.vertices), after = at(later), before = at(earlier);
  std::vector<double> speeds(3 * n);
  for (std::size_t i = 0; i < speeds.size(); ++i) speeds[i] = (after[i] - before[i]) / (2 * h);
  EXPECT_NEAR(turning(now.data(), speeds.data(), n, {0, 0, 0}) * 2 * pi / rate, 1, 0.01);
}

}  // namespace
}  // namespace thalweg::blood
