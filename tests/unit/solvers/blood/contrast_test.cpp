// SPDX-License-Identifier: Apache-2.0
// Which lattice sites are found within cells, against exact shapes.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "solvers/blood/contrast/contrast_field.hpp"
#include "solvers/blood/contrast/enclosed_sites.hpp"
#include "tests/support/membranes.hpp"

namespace thalweg::blood {
namespace {

using std::numbers::pi;

Mesh moved(Mesh mesh, double factor, const geometry::Vector& by) {
  for (geometry::Vector& vertex : mesh.vertices)
    for (std::size_t d = 0; d < 3; ++d) vertex[d] = factor * vertex[d] + by[d];
  return mesh;
}

std::set<grid::Cell> enclosed(const Mesh& mesh) {
  std::set<grid::Cell> sites;
  for_each_enclosed_site(
      mesh, [&](const grid::Cell& at) { EXPECT_TRUE(sites.insert(at).second) << "told twice"; });
  return sites;
}

double distance_from(const grid::Cell& site, const geometry::Vector& centre) {
  return geometry::distance(
      {static_cast<double>(site[2]), static_cast<double>(site[1]), static_cast<double>(site[0])},
      centre);
}

/// All that lie deeper than the flat triangles cut off, and none outside.
TEST(EnclosedSites, OfASphereAreThoseNearerThanItsRadius) {
  const double radius = 6.3;
  for (const geometry::Vector& centre :
       {geometry::Vector{0, 0, 0}, {0.5, 0.5, 0.5}, {10.31, -7.12, 3.77}}) {
    const std::set<grid::Cell> sites =
        enclosed(moved(surface_of({ShapeOfCell::sphere, {1, 1, 1}}, 3), radius, centre));
    std::size_t certain = 0;
    for (int z = -20; z < 20; ++z)
      for (int y = -20; y < 20; ++y)
        for (int x = -20; x < 20; ++x) {
          const double distance = distance_from({z, y, x}, centre);
          if (distance < radius - 0.06) {
            ++certain;
            EXPECT_TRUE(sites.contains({z, y, x})) << x << " " << y << " " << z;
          }
          if (distance > radius) {
            EXPECT_FALSE(sites.contains({z, y, x}));
          }
        }
    EXPECT_GE(sites.size(), certain);
    EXPECT_NEAR(static_cast<double>(sites.size()) / (4 * pi / 3 * std::pow(radius, 3)), 1, 0.03);
  }
}

/// Corners and edges of triangles that lie on rows of the lattice.
TEST(EnclosedSites, OfAnOctahedronOnTheLatticeAreAllButItsSurface) {
  const Mesh octahedron{
      {{4, 0, 0}, {-4, 0, 0}, {0, 4, 0}, {0, -4, 0}, {0, 0, 4}, {0, 0, -4}},
      {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  const std::set<grid::Cell> sites = enclosed(octahedron);
  for (int z = -6; z <= 6; ++z)
    for (int y = -6; y <= 6; ++y)
      for (int x = -6; x <= 6; ++x) {
        const int sum = std::abs(x) + std::abs(y) + std::abs(z);
        if (sum < 4) {
          EXPECT_TRUE(sites.contains({z, y, x})) << x << " " << y << " " << z;
        }
        if (sum > 4) {
          EXPECT_FALSE(sites.contains({z, y, x})) << x << " " << y << " " << z;
        }
      }
}

TEST(EnclosedSites, AreNoneWhereTrianglesFaceInwards) {
  Mesh sphere = moved(icosphere(2), 5, {0.2, 0.3, 0.4});
  for (auto& triangle : sphere.triangles) std::swap(triangle[0], triangle[1]);
  EXPECT_TRUE(enclosed(sphere).empty());
}

TEST(CurvedNormals, OfASphereAreExactButForVerticesWithFiveNeighbours) {
  const double radius = 8;
  const Mesh sphere = moved(icosphere(3), radius, {});
  OneCell cell(sphere, Quadrature::one_point, {});
  const auto places = exec::uploaded(cell.places());
  const SpeciesTables<double> tables(sphere, loop_elements(sphere, Quadrature::one_point), {});
  const std::size_t n = cell.count();
  exec::Array<double, 1> normals({static_cast<std::int64_t>(3 * n)});
  exec::parallel_for(exec::Exec(), static_cast<std::int64_t>(n),
                     FindNormals<double>{{tables.view(), places.view().data, nullptr, nullptr},
                                         normals.view().data});
  const std::vector<double> packed = exec::downloaded(exec::Exec(), normals.view());
  for (std::size_t v = 0; v < n; ++v) {
    const auto at = CurvedNormal<double>::from({packed[v], packed[n + v], packed[2 * n + v]});
    const double along = at.normal.x * cell.place(v, 0) + at.normal.y * cell.place(v, 1) +
                         at.normal.z * cell.place(v, 2);
    EXPECT_NEAR(along / radius, 1, 1e-3);
    EXPECT_NEAR(radius * at.curvature, 1, 0.02);
  }
}

/// On a sphere the distance is exact where a vertex faces the node; far nodes are all in or out.
TEST(Marks, TellInsideFromOutside) {
  const CurvedNormal<double> top{{0, 0, 1}, 1 / 8.0};
  const auto inside = [&](double x, double z) {
    return MarkVertex<double>::told(top, {1, 0}, {x, 0, z}).inside;
  };
  EXPECT_EQ(inside(0, 0), 0.5);
  EXPECT_EQ(inside(0, 1), 0);
  EXPECT_EQ(inside(0, -1), 1);
  EXPECT_NEAR(MarkVertex<double>::told(top, {1, 0.4}, {0, 0, 0.25}).inside,
              0.5 - 0.25 - (0.25 * 0.25 / 2 + 0.4) / 8, 1e-12);
  EXPECT_NEAR(inside(1, std::sqrt(63.0) - 8), 0.5, 1e-12);  // the sphere, an eighth round it
  EXPECT_EQ(MarkVertex<double>::told(top, {1, 0}, {0, 2, 0.1}).weight, 0);
  EXPECT_GT(MarkVertex<double>::told(top, {1, 0}, {0, 0.2, 0}).weight,
            10 * MarkVertex<double>::told(top, {1, 0}, {0, 1.2, 0}).weight);
}

/// A sphere's contrast at the sites of a rank, by nodes that vertices add to, or that gather.
std::vector<double> contrast_of_sphere(int support, bool gathers) {
  const Mesh sphere = moved(icosphere(3), 5.2, {7.3, 6.9, 7.4});
  OneCell cell(sphere, Quadrature::one_point, {});
  const auto n = static_cast<std::int64_t>(cell.count());
  std::vector<grid::Cell> sites;
  for (int z = 0; z < 15; ++z)
    for (int y = 0; y < 15; ++y)
      for (int x = 0; x < 11; ++x) sites.push_back({z, y, x});
  const NodeLayout layout(
      sites, support, [](const grid::Cell&) { return true; }, gathers ? mark_margin : 0);
  const NodeTables nodes(layout);
  const SpeciesTables<double> tables(sphere, loop_elements(sphere, Quadrature::one_point), {});
  const auto places = exec::uploaded(cell.places());
  const exec::Exec exec;
  ContrastField<double> field(layout.nodes(), gathers);
  field.set_vertices(exec,
                     std::vector<VertexKind>(static_cast<std::size_t>(n), VertexKind{4, 0.03}));
  exec::parallel_for(
      exec, n,
      FindNormals<double>{{tables.view(), places.view().data, nullptr, nullptr}, field.normals()});
  exec::Array<BlockRange, 1> ranges({n});
  for (int repeat = 0; repeat < 2; ++repeat) {
    field.mark(exec, nodes.view(), {places.view().data, static_cast<int>(n)}, 0, n,
               ranges.view().data);
    field.read_marks(exec, nodes.view());
  }
  std::vector<double> values;
  for (const grid::Cell& site : sites) values.push_back(field.values()[layout.node(site)]);
  return values;
}

TEST(Marks, AreGatheredAsTheyAreAdded) {
  for (const int support : {2, 3, 4}) {
    const std::vector<double> added = contrast_of_sphere(support, false),
                              gathered = contrast_of_sphere(support, true);
    int inside = 0, outside = 0;
    for (std::size_t i = 0; i < added.size(); ++i) {
      EXPECT_NEAR(gathered[i], added[i], 1e-13);
      inside += added[i] == 4 ? 1 : 0;
      outside += added[i] == 0 ? 1 : 0;
    }
    EXPECT_GT(inside, 100);
    EXPECT_GT(outside, 500);
  }
}

}  // namespace
}  // namespace thalweg::blood
