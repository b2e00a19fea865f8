// SPDX-License-Identifier: Apache-2.0
// Bodies and surfaces on grids, and the delays of arrays.
#include "solvers/sound/sources/emission.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "solvers/sound/sources/elements.hpp"

namespace thalweg::sound::testing {
namespace {

using geometry::distance;
using geometry::Shape;
using geometry::ShapeKind;

constexpr double pi = std::numbers::pi;

Grid cube(int n, double h) { return {.points = {n, n, n}, .spacing = {h, h, h}, .dimensions = 3}; }

Grid square(int n, double h) {
  return {.points = {n, n, 1}, .spacing = {h, h, 1}, .dimensions = 2};
}

/// The area that emissions stand for: their weights are area per volume.
double area_of(const std::vector<Emission>& emissions, const Grid& grid) {
  const double cell = grid.spacing[0] * grid.spacing[1] * grid.spacing[2];
  return std::accumulate(emissions.begin(), emissions.end(), 0.0,
                         [=](double sum, const Emission& e) { return sum + e.weight * cell; });
}

/// The weight of a point; 0 where there is none.
double weight_at(const std::vector<Emission>& emissions, std::int64_t point) {
  double weight = 0;
  for (const Emission& e : emissions)
    if (e.point == point) weight += e.weight;
  return weight;
}

TEST(SoundGeometry, PlacesAndPointsAreInverse) {
  Grid grid = cube(8, 0.5);
  grid.origin = {-1, 2, 0.25};
  for (std::int64_t i = 0; i < grid.size(); ++i) EXPECT_EQ(*grid.nearest(grid.place(i)), i);
  EXPECT_FALSE(grid.nearest(Vector{-1.3, 2, 0.25}));
  EXPECT_TRUE(grid.nearest(Vector{-1.2, 2, 0.25}));
}

TEST(SoundGeometry, BallsHaveTheirVolume) {
  const Grid grid = cube(40, 0.1);
  const Shape ball{.kind = ShapeKind::ball, .center = {2, 2, 2}, .radius = 1.5, .tolerance = 1e-7};
  const double cells = 4.0 / 3 * pi * std::pow(15, 3);
  EXPECT_NEAR(static_cast<double>(points_in(ball, grid).size()) / cells, 1, 0.01);
}

TEST(SoundGeometry, LayersTakeBothTheirEnds) {
  const Grid grid = square(10, 0.1);
  const Shape layer{.kind = ShapeKind::layer, .axis = 1, .from = 0.3, .to = 0.5, .tolerance = 1e-7};
  EXPECT_EQ(points_in(layer, grid).size(), 30u);
}

TEST(SoundGeometry, StraightDiscsWeighOnePerCell) {
  const Grid grid = cube(32, 0.1);
  const auto disc = emissions_of(geometry::disc({1.0, 1.5, 1.5}, {1, 0, 0}, 1.0, sampling_of(grid)),
                                 grid, Spread::band_limited);
  EXPECT_NEAR(area_of(disc, grid), pi, 1e-3 * pi);
  for (const Emission& e : disc) {
    EXPECT_EQ(grid.position(e.point)[0], 10);
    if (distance(grid.place(e.point), {1.0, 1.5, 1.5}) < 0.9) {
      EXPECT_NEAR(e.weight * 0.1, 1, 0.15);
    }
    EXPECT_NEAR(e.direction[0], 1, 1e-12);
  }
}

TEST(SoundGeometry, SlantingSurfacesAreAsLoudAsStraightOnes) {
  const Grid grid = cube(40, 0.1);
  const auto disc =
      emissions_of(geometry::disc({2, 2, 2}, geometry::unit({1, 1, 1}), 1.0, sampling_of(grid)),
                   grid, Spread::band_limited);
  EXPECT_NEAR(area_of(disc, grid), pi, 1e-3 * pi);
  EXPECT_GT(disc.size(), 400u);  // more points than cells of area
}

// Each component of the velocity lies half a cell further along its axis: what moves a slanting
// disc along x must be as much to the left of its centre, in numbers of points, as half a cell.
TEST(SoundGeometry, WhatMovesIsWhereItsVelocityLies) {
  const Grid grid{.points = {40, 40, 40}, .spacing = {0.1, 0.12, 0.15}, .dimensions = 3};
  const Vector center{2.03, 2.4, 2.9}, normal = geometry::unit({2, 1, -1});
  const auto disc =
      emissions_of(geometry::disc(center, normal, 1.0, sampling_of(grid)), grid, Spread::staggered);
  const double cell = grid.spacing[0] * grid.spacing[1] * grid.spacing[2];
  for (std::size_t d = 0; d < 3; ++d) {
    double moved = 0;
    Vector middle{};
    for (const Emission& e : disc) {
      moved += e.weight * e.direction[d];
      middle = geometry::plus(middle, grid.place(e.point), e.weight * e.direction[d]);
    }
    middle[d] += moved * grid.spacing[d] / 2;
    EXPECT_NEAR(moved * cell, pi * normal[d], 1e-3 * pi) << d;
    EXPECT_LT(distance(geometry::plus({}, middle, 1 / moved), center), 2e-3) << d;
  }
}

// A disc across an axis of the grid is one cell thick there, whatever the other spacings are.
TEST(SoundGeometry, UnevenSpacingsDoNotChangeTheStrength) {
  const Grid grid{.points = {40, 40, 40}, .spacing = {0.1, 0.2, 0.15}, .dimensions = 3};
  for (const std::size_t axis : {0, 1, 2}) {
    Vector normal{};
    normal[axis] = 1;
    const std::int64_t middle = grid.index({20, 20, 20});
    const auto disc =
        emissions_of(geometry::disc(grid.place(middle), normal, 1.5, sampling_of(grid)), grid,
                     Spread::band_limited);
    EXPECT_NEAR(area_of(disc, grid), pi * 2.25, 1e-3 * pi * 2.25) << axis;
    EXPECT_NEAR(weight_at(disc, middle) * grid.spacing[axis], 1, 0.02) << axis;
  }
}

TEST(SoundGeometry, PointsOfTheGridMakeALayer) {
  const Grid grid{.points = {8, 8, 8}, .spacing = {0.1, 0.2, 0.4}, .dimensions = 3};
  const auto weight = [&](const std::vector<std::array<int, 3>>& at, bool is_layer) {
    std::vector<Emission> emissions;
    for (const auto& one : at) emissions.push_back({grid.index(one), 3});
    EXPECT_EQ(weigh_as_layer(emissions, grid), is_layer);
    return emissions.front().weight;
  };
  EXPECT_DOUBLE_EQ(weight({{2, 0, 0}, {2, 1, 0}, {2, 0, 3}}, true), 3 / 0.1);
  EXPECT_DOUBLE_EQ(weight({{0, 5, 0}, {1, 5, 0}, {0, 5, 3}}, true), 3 / 0.2);
  EXPECT_DOUBLE_EQ(weight({{0, 5, 1}, {1, 5, 1}, {0, 7, 1}}, true), 3 / 0.4);
  EXPECT_DOUBLE_EQ(weight({{0, 5, 1}, {1, 5, 1}}, false), 3 / 0.1);  // a line
  EXPECT_DOUBLE_EQ(weight({{0, 5, 1}, {1, 6, 2}}, false), 3 / 0.1);
  const Grid even = cube(8, 0.1);
  std::vector<Emission> point{{0, 1}};
  EXPECT_TRUE(weigh_as_layer(point, even));
}

/// A plane and the same with its lower half left out, where y is then a radius.
struct HalfPlane {
  Grid whole{.points = {32, 65, 1},
             .spacing = {0.1, 0.12, 1},
             .origin = {0, -32 * 0.12, 0},
             .dimensions = 2};
  Grid half{
      .points = {32, 33, 1}, .spacing = {0.1, 0.12, 1}, .dimensions = 2, .axisymmetric = true};
  std::int64_t point_of_whole(std::int64_t point) const {
    const auto at = half.position(point);
    return whole.index({at[0], at[1] + 32, 0});
  }
};

// A section of a body of revolution is half of the same section with its mirror image, on the axis
// too: strengths and directions are equal there.
TEST(SoundGeometry, OnTheAxisASurfaceIsAsStrongAsBesideIt) {
  const HalfPlane grids;
  const auto surfaces = {geometry::disc({1.03, 0, 0}, {1, 0, 0}, 1.5, sampling_of(grids.half)),
                         geometry::bowl({0.6, 0, 0}, {3, 0, 0}, 3, sampling_of(grids.half))};
  for (const auto& surface : surfaces)
    for (const Spread spread : {Spread::band_limited, Spread::nearest}) {
      const auto whole = emissions_of(surface, grids.whole, spread),
                 half = emissions_of(surface, grids.half, spread);
      std::size_t found = 0;
      for (const Emission& e : half)
        for (const Emission& other : whole) {
          if (other.point != grids.point_of_whole(e.point)) continue;
          ++found;
          EXPECT_NEAR(e.weight, other.weight, 1e-9 / 0.1);
          EXPECT_NEAR(e.direction[0], other.direction[0], 1e-9);
          EXPECT_NEAR(e.direction[1], other.direction[1], 1e-9);
        }
      EXPECT_EQ(found, half.size());
    }
  const auto disc = emissions_of(*surfaces.begin(), grids.half, Spread::band_limited);
  const std::int64_t on_axis = grids.half.index({10, 0, 0});
  EXPECT_NEAR(weight_at(disc, on_axis) / weight_at(disc, grids.half.index({10, 3, 0})), 1, 0.02);
}

// On a periodic grid what a surface adds does not depend on where the grid begins; elsewhere what
// falls outside is lost.
TEST(SoundGeometry, PeriodicAxesHaveNoSeam) {
  constexpr int n = 24;
  for (const bool periodic : {true, false}) {
    Grid grid = cube(n, 0.1);
    if (periodic) grid.is_periodic = {true, true, true};
    const auto disc_at = [&](int x) {
      return emissions_of(
          geometry::disc({0.1 * x + 0.04, 1.2, 1.2}, {1, 0, 0}, 0.3, sampling_of(grid)), grid,
          Spread::band_limited);
    };
    const auto middle = disc_at(12);
    for (const int x : {0, n - 1}) {
      const auto disc = disc_at(x);
      EXPECT_EQ(disc.size() == middle.size(), periodic) << x;
      for (const Emission& e : middle) {
        auto at = grid.position(e.point);
        at[0] += x - 12;
        const bool inside = at[0] >= 0 && at[0] < n;
        at[0] = (at[0] + n) % n;
        EXPECT_NEAR(weight_at(disc, grid.index(at)), inside || periodic ? e.weight : 0, 1e-9) << x;
      }
    }
  }
}

TEST(SoundGeometry, WhatIsSetIsSetWhole) {
  const Grid grid = square(64, 0.1);
  const auto bowl = geometry::bowl({1.02, 3.2, 0}, {5, 3.2, 0}, 4, sampling_of(grid));
  for (const Emission& e : emissions_of(bowl, grid, Spread::nearest)) EXPECT_EQ(e.weight, 1);
}

// Elements without a gap share the points between them: what both set is their mean.
TEST(SoundGeometry, ElementsShareThePointsThatTheySet) {
  const Grid grid = square(64, 0.1);
  std::vector<Facet> facets;
  for (const Vector& center : geometry::row({2, 3.21, 0}, {0, 1, 0}, 4, 0.33))
    facets.push_back({geometry::rectangle(center, {1, 0, 0}, {0, 1, 0}, 0.33, 0, sampling_of(grid)),
                      center[1], 2});
  const auto emissions = emissions_of(facets, grid, Spread::nearest);
  std::size_t shared = 0;
  for (const Emission& e : emissions) {
    EXPECT_NEAR(weight_at(emissions, e.point), 2, 1e-12);
    if (e.weight < 1.999) ++shared;
  }
  EXPECT_GE(shared, 2u);
}

TEST(SoundGeometry, SurfacesOutsideAreRefused) {
  const Grid grid = square(16, 0.1);
  EXPECT_THROW(emissions_of(geometry::disc({0.5, 0.1, 0}, {1, 0, 0}, 0.5, sampling_of(grid)), grid,
                            Spread::band_limited),
               std::runtime_error);
}

std::vector<Element> row_of(int count, double pitch) {
  std::vector<Element> elements;
  for (int i = 0; i < count; ++i) elements.push_back({{0, pitch * i, 0}});
  return elements;
}

TEST(SoundArray, FocusedWavesArriveTogether) {
  auto elements = row_of(16, 3e-4);
  const Vector focus{2e-2, 1e-3, 0};
  focus_at(elements, focus, 1500);
  double least = 1;
  for (const Element& e : elements) {
    EXPECT_NEAR(e.delay + distance(e.center, focus) / 1500,
                elements[0].delay + distance(elements[0].center, focus) / 1500, 1e-15);
    least = std::min(least, e.delay);
  }
  EXPECT_EQ(least, 0);
}

TEST(SoundArray, SteeringIsALineOfDelays) {
  auto elements = row_of(4, 3e-4);
  steer(elements, {0, 1, 0}, 30, 1500);
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(elements[static_cast<std::size_t>(i)].delay, i * 3e-4 * 0.5 / 1500, 1e-15);
  steer(elements, {0, 1, 0}, -30, 1500);
  EXPECT_NEAR(elements[3].delay, 0, 1e-15);
}

TEST(SoundArray, ApodisationIsSymmetric) {
  for (const std::string window : {"none", "hann", "tukey"}) {
    auto elements = row_of(9, 1);
    apodise(elements, window);
    for (std::size_t i = 0; i < 9; ++i)
      EXPECT_NEAR(elements[i].weight, elements[8 - i].weight, 1e-15);
    EXPECT_EQ(elements[4].weight, 1);
    EXPECT_GT(elements[0].weight, 0);
  }
}

}  // namespace
}  // namespace thalweg::sound::testing
