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

double total_weight(const std::vector<Emission>& emissions) {
  return std::accumulate(emissions.begin(), emissions.end(), 0.0,
                         [](double sum, const Emission& e) { return sum + e.weight; });
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

TEST(SoundGeometry, StraightDiscsWeighOnePerPoint) {
  const Grid grid = cube(32, 0.1);
  const auto disc = emissions_of(geometry::disc({1.0, 1.5, 1.5}, {1, 0, 0}, 1.0, sampling_of(grid)),
                                 grid, Spread::band_limited);
  EXPECT_NEAR(total_weight(disc), pi * 100, 1e-3 * pi * 100);
  for (const Emission& e : disc) {
    EXPECT_EQ(grid.position(e.point)[0], 10);
    if (distance(grid.place(e.point), {1.0, 1.5, 1.5}) < 0.9) {
      EXPECT_NEAR(e.weight, 1, 0.15);
    }
    EXPECT_NEAR(e.direction[0], 1, 1e-12);
  }
}

TEST(SoundGeometry, SlantingSurfacesAreAsLoudAsStraightOnes) {
  const Grid grid = cube(40, 0.1);
  const auto disc =
      emissions_of(geometry::disc({2, 2, 2}, geometry::unit({1, 1, 1}), 1.0, sampling_of(grid)),
                   grid, Spread::band_limited);
  EXPECT_NEAR(total_weight(disc), pi * 100, 1e-3 * pi * 100);
  EXPECT_GT(disc.size(), 400u);  // more points than cells of area
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
