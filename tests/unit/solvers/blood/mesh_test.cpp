// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/membrane/mesh.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "base/error.hpp"
#include "solvers/blood/membrane/reference_shape.hpp"
#include "tests/support/membranes.hpp"

namespace thalweg::blood {
namespace {

TEST(Icosphere, HasTwelveVerticesWithFiveNeighbours) {
  for (const int refinement : {0, 1, 3}) {
    const Mesh mesh = icosphere(refinement);
    const int expected = 10 * (1 << (2 * refinement)) + 2;
    ASSERT_EQ(static_cast<int>(mesh.vertices.size()), expected);
    ASSERT_EQ(static_cast<int>(mesh.triangles.size()), 2 * expected - 4);
    const Neighbours neighbours(mesh);
    int with_five = 0;
    for (int v = 0; v < expected; ++v) {
      with_five += neighbours.count(v) == 5;
      EXPECT_NEAR(std::sqrt(geometry::dot(mesh.vertices[static_cast<std::size_t>(v)],
                                          mesh.vertices[static_cast<std::size_t>(v)])),
                  1, 1e-15);
    }
    EXPECT_EQ(with_five, 12);
    EXPECT_GT(volume_of(mesh), 0) << "triangles go round from outside";
  }
}

TEST(Neighbours, FollowEachOtherAnticlockwise) {
  const Mesh mesh = icosphere(2);
  const Neighbours neighbours(mesh);
  for (const auto& [a, b, c] : mesh.triangles) {
    EXPECT_EQ(neighbours.after(a, b), c);
    EXPECT_EQ(neighbours.after(b, c), a);
  }
}

TEST(Neighbours, RefuseAnOpenMesh) {
  Mesh mesh = icosphere(1);
  mesh.triangles.pop_back();
  EXPECT_THROW(Neighbours{mesh}, UsageError);
}

TEST(Refined, ConvergesToTheLimitOfEachVertex) {
  Mesh mesh = surface_of({ShapeOfCell::biconcave, {1, 1, 1}}, 1);
  const Neighbours first(mesh);
  const int watched = 3;
  std::array<double, 3> limit{};
  const double factor = limit_factor(first.count(watched));
  for (std::size_t d = 0; d < 3; ++d) {
    limit[d] = (1 - first.count(watched) * factor) * mesh.vertices[watched][d];
    for (const int n : first.of(watched))
      limit[d] += factor * mesh.vertices[static_cast<std::size_t>(n)][d];
  }
  for (int level = 0; level < 4; ++level) {
    const Refined next = refined(mesh.triangles, Neighbours(mesh));
    Mesh finer{{}, next.triangles};
    for (const Combination& parts : next.vertices) {
      geometry::Vector sum{};
      for (const auto& [vertex, part] : parts)
        sum = geometry::plus(sum, mesh.vertices[static_cast<std::size_t>(vertex)], part);
      finer.vertices.push_back(sum);
    }
    mesh = finer;
  }
  EXPECT_NEAR(geometry::distance(mesh.vertices[watched], limit), 0, 1e-3);
}

TEST(FittedControlNet, HasItsLimitOnTheSurface) {
  const Mesh mesh = surface_of({ShapeOfCell::biconcave, {2, 2, 2}}, 2);
  const Mesh net = fitted_control_net(mesh);
  const Neighbours neighbours(mesh);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const auto& ring = neighbours.of(static_cast<int>(v));
    const double factor = limit_factor(static_cast<int>(ring.size()));
    geometry::Vector limit =
        geometry::plus({}, net.vertices[v], 1 - static_cast<double>(ring.size()) * factor);
    for (const int n : ring)
      limit = geometry::plus(limit, net.vertices[static_cast<std::size_t>(n)], factor);
    EXPECT_NEAR(geometry::distance(limit, mesh.vertices[v]), 0, 1e-14);
  }
}

// Whatever neighbours vertices have, and as often as triangles are cut.
TEST(RefinedSurface, PassesThroughTheVerticesOfItsMesh) {
  const Mesh mesh = irregular_sphere(1);
  for (const int times : {0, 1, 2}) {
    const Mesh fine = refined_surface(mesh, times);
    EXPECT_EQ(static_cast<int>(fine.vertices.size()),
              vertices_of({ShapeOfCell::mesh, {}, std::make_shared<Mesh>(mesh)}, times));
    for (const geometry::Vector& vertex : mesh.vertices) {
      double nearest = 1;
      for (const geometry::Vector& other : fine.vertices)
        nearest = std::min(nearest, geometry::distance(vertex, other));
      EXPECT_NEAR(nearest, 0, 1e-12);
    }
  }
}

TEST(Mesh, HasTheCentreOfItsBody) {
  Mesh mesh = irregular_sphere(2);
  for (geometry::Vector& vertex : mesh.vertices) vertex[0] += 1e3;
  const geometry::Vector centre = centre_of(mesh);
  EXPECT_NEAR(centre[0], 1e3, 1e-3);
  EXPECT_NEAR(std::hypot(centre[1], centre[2]), 0, 1e-3);
}

// Evans and Fung: 94.1 um^3, 8 um across and 2.57 um thick.
TEST(ReferenceShape, OfARedCellHasItsVolumeAndThickness) {
  const Mesh mesh = surface_of({ShapeOfCell::biconcave, {3.91, 3.91, 3.91}}, 5);
  EXPECT_NEAR(volume_of(mesh), 94.09, 0.1);
  double thickest = 0;
  for (const geometry::Vector& vertex : mesh.vertices) thickest = std::max(thickest, 2 * vertex[2]);
  EXPECT_NEAR(thickest, 2.566, 0.003);
}

}  // namespace
}  // namespace thalweg::blood
