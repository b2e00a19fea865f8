// SPDX-License-Identifier: Apache-2.0
// Forces between vertices of different cells and from walls, against sums over all pairs.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "solvers/blood/repulsion/repulsion.hpp"
#include "solvers/blood/repulsion/wall_distances.hpp"

namespace thalweg::blood {
namespace {

constexpr int extent = 12;

/// Vertices at random places, as one part of memory: (coordinate, vertex).
struct Cloud {
  std::vector<double> places;
  std::vector<std::int64_t> cells;

  Cloud(int vertices, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(-0.4, extent - 0.6);
    for (int i = 0; i < 3 * vertices; ++i) places.push_back(place(random));
    for (int v = 0; v < vertices; ++v) cells.push_back(static_cast<std::int64_t>(random() % 5));
  }
  int count() const { return static_cast<int>(cells.size()); }
  double at(int vertex, int d) const {
    return places[static_cast<std::size_t>(d * count() + vertex)];
  }
};

grid::Lattice open_lattice() { return {{extent, extent, extent}, {false, false, false}}; }

/// (coordinate, vertex), of the places in a box.
std::vector<double> forces_on(const Cloud& cloud, const RepulsionLaw& law, const grid::Box& box) {
  const exec::Exec exec;
  Repulsion repulsion(law, open_lattice(), box, {});
  repulsion.set_vertices(exec, cloud.cells);
  const auto places = exec::uploaded(cloud.places);
  const int n = cloud.count();
  const Repulsion::Part all{0, {places.view().data, n}, {repulsion.forces(), n}, n};
  repulsion.list(exec, {all});
  repulsion.find(exec, Nodes{}, all);
  exec.wait();
  return {repulsion.forces(), repulsion.forces() + 3 * n};
}

TEST(RepulsionLaw, FallsToNothingAtItsRange) {
  const RepulsionLaw law{2, 1, 1};
  EXPECT_EQ(push(law, 2), 0);
  EXPECT_EQ(push(law, 5), 0);
  EXPECT_NEAR(push(law, 2 - 1e-9), 0, 1e-8);
  EXPECT_NEAR(push(law, std::sqrt(2)), 1, 1e-14);
  EXPECT_NEAR(push(law, 1), 3, 1e-14);
  EXPECT_EQ(push(law, 0.5), 15);
  EXPECT_EQ(push(law, 0), 15);
  EXPECT_EQ(push(law, -1), 15);
}

TEST(Repulsion, IsTheSumOverAllPairs) {
  for (const double range : {0.4, 1.0, 2.3}) {
    SCOPED_TRACE(range);
    const RepulsionLaw law{range, 0.7, 0};
    const Cloud cloud(1500, 3);
    const std::vector<double> found = forces_on(cloud, law, {{0, 0, 0}, {extent, extent, extent}});
    const int n = cloud.count();
    int pushed = 0;
    for (int a = 0; a < n; ++a) {
      double sum[3] = {}, size = 1;
      for (int b = 0; b < n; ++b) {
        if (cloud.cells[static_cast<std::size_t>(a)] == cloud.cells[static_cast<std::size_t>(b)])
          continue;
        const double way[3] = {cloud.at(a, 0) - cloud.at(b, 0), cloud.at(a, 1) - cloud.at(b, 1),
                               cloud.at(a, 2) - cloud.at(b, 2)};
        const double distance = std::hypot(way[0], way[1], way[2]);
        if (distance >= range) continue;
        ++pushed;
        const double held = std::max(distance, 0.25 * range);
        const double pushed_by = 0.7 * (range * range / (held * held) - 1);
        size += pushed_by;
        for (int d = 0; d < 3; ++d) sum[d] += pushed_by * way[d] / distance;
      }
      for (int d = 0; d < 3; ++d)
        EXPECT_NEAR(found[static_cast<std::size_t>(d * n + a)], sum[d], 1e-12 * size);
    }
    EXPECT_GT(pushed, 100);
  }
}

TEST(Repulsion, KeepsMomentum) {
  const Cloud cloud(1000, 5);
  const std::vector<double> found =
      forces_on(cloud, {1.5, 1, 0}, {{0, 0, 0}, {extent, extent, extent}});
  for (std::size_t d = 0; d < 3; ++d) {
    double sum = 0, size = 0;
    for (std::size_t v = 0; v < 1000; ++v) {
      sum += found[1000 * d + v];
      size += std::abs(found[1000 * d + v]);
    }
    EXPECT_GT(size, 100);
    EXPECT_NEAR(sum, 0, 1e-13 * size);
  }
}

/// What ranks with parts of the lattice find adds up to what one finds: each place is in one part.
TEST(Repulsion, OfPartsOfTheLatticeAddsUp) {
  const Cloud cloud(800, 7);
  const RepulsionLaw law{1.2, 1, 0};
  const std::vector<double> whole = forces_on(cloud, law, {{0, 0, 0}, {extent, extent, extent}});
  std::vector<double> sum(whole.size());
  for (const grid::Box& part :
       {grid::Box{{0, 0, 0}, {5, extent, extent}}, grid::Box{{5, 0, 0}, {extent, extent, 3}},
        grid::Box{{5, 0, 3}, {extent, extent, extent}}, grid::Box{{4, 4, 4}, {4, 4, 4}}}) {
    const std::vector<double> found = forces_on(cloud, law, part);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      EXPECT_TRUE(found[i] == 0 || sum[i] == 0);
      sum[i] += found[i];
    }
  }
  for (std::size_t i = 0; i < sum.size(); ++i)
    EXPECT_NEAR(sum[i], whole[i], 1e-12 * (1 + std::abs(whole[i])));
}

Vessel vessel_of(VesselShape shape) {
  Vessel vessel;
  vessel.shape = shape;
  vessel.size = {extent, extent, extent};
  vessel.interior = make_interior(shape, vessel.size);
  return vessel;
}

/// Forces of the wall at places, in a vessel on one rank.
std::vector<double> wall_forces(const Vessel& vessel, const RepulsionLaw& law,
                                const std::vector<geometry::Vector>& at) {
  const exec::Exec exec;
  const grid::Lattice lattice = vessel.lattice();
  const std::vector<grid::Cell> sites = vessel.sites(0, lattice.extent[0]);
  const NodeLayout layout(sites, 3, [&](const grid::Cell& site) {
    const auto cell = lattice.neighbour({0, 0, 0}, site);
    return cell && vessel.is_inside(vessel.place(*cell));
  });
  const NodeTables nodes(layout);
  Repulsion repulsion(law, lattice, lattice.box(), wall_distances(layout, vessel));
  const geometry::Vector first = vessel.place({0, 0, 0});
  std::vector<double> places;
  for (std::size_t d = 0; d < 3; ++d)
    for (const geometry::Vector& place : at) places.push_back(place[d] - first[d]);
  repulsion.set_vertices(exec, std::vector<std::int64_t>(at.size()));
  const auto uploaded = exec::uploaded(places);
  const int n = static_cast<int>(at.size());
  const Repulsion::Part all{0, {uploaded.view().data, n}, {repulsion.forces(), n}, n};
  repulsion.list(exec, {all});
  repulsion.find(exec, nodes.view(), all);
  exec.wait();
  return {repulsion.forces(), repulsion.forces() + 3 * n};
}

TEST(Repulsion, OfPlatesPushesTowardsTheMiddle) {
  const RepulsionLaw law{2, 1, 3};
  const std::vector<double> force =
      wall_forces(vessel_of(VesselShape::channel), law, {{0.3, 5.7, 5}, {1, -2, -4.6}, {0, 0, 3}});
  const double expected[3] = {-3 * push(law, 1), 3 * push(law, 1.4), 0};
  for (std::size_t v = 0; v < 3; ++v) {
    EXPECT_NEAR(force[v], 0, 1e-12);
    EXPECT_NEAR(force[3 + v], 0, 1e-12);
    EXPECT_NEAR(force[6 + v], expected[v], 1e-11);
  }
}

/// Distances between nodes are linear, so a round wall is off by a part of a spacing over its
/// radius.
TEST(Repulsion, OfATubePushesTowardsTheAxis) {
  const RepulsionLaw law{2, 1, 1};
  std::vector<geometry::Vector> at;
  for (int n = 0; n < 24; ++n)
    at.push_back({0.1 * n, 4.8 * std::cos(0.3 * n), 4.8 * std::sin(0.3 * n)});
  const std::vector<double> force = wall_forces(vessel_of(VesselShape::tube), law, at);
  for (std::size_t v = 0; v < at.size(); ++v) {
    const double out =
        (force[at.size() + v] * at[v][1] + force[2 * at.size() + v] * at[v][2]) / 4.8;
    EXPECT_NEAR(-out / push(law, 1.2), 1, 0.08);
    EXPECT_NEAR(force[v], 0, 1e-12);
    const double aside =
        (force[at.size() + v] * at[v][2] - force[2 * at.size() + v] * at[v][1]) / 4.8;
    EXPECT_NEAR(aside, 0, 0.12 * push(law, 1.2));
  }
}

}  // namespace
}  // namespace thalweg::blood
