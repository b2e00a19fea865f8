// SPDX-License-Identifier: Apache-2.0
// Eddy viscosities of gradients that are given, against what theory says of them; distances from
// walls. docs/theory/flow.md, section 7.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "solvers/flow/eddies/subgrid_models.hpp"
#include "solvers/flow/eddies/wall_distance.hpp"
#include "tests/support/turned_mesh.hpp"

namespace thalweg::flow {
namespace {

using Rows = std::array<std::array<double, 3>, 3>;

template <class Real>
class Rates : public ::testing::Test {
 protected:
  template <Subgrid model>
  static Real rate(const Rows& rows) {
    Real g[3][3];
    for (std::size_t n = 0; n < 9; ++n) g[n / 3][n % 3] = static_cast<Real>(rows[n / 3][n % 3]);
    return subgrid_rate<model>(g);
  }
  /// As near as rounding lets quotients of roots come.
  static constexpr double near = 20 * static_cast<double>(std::numeric_limits<Real>::epsilon());
};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Rates, Precisions);

constexpr Rows at_rest{};
constexpr Rows shear{{{0, 3, 0}, {0, 0, 0}, {0, 0, 0}}};
constexpr Rows rotation{{{0, -2, 0}, {2, 0, 0}, {0, 0, 0}}};
/// Fluid that is drawn out along x by both other axes.
constexpr Rows drawn{{{1, 0, 0}, {0, -0.5, 0}, {0, 0, -0.5}}};

TYPED_TEST(Rates, OfSmagorinskyAreThoseOfStrain) {
  using T = Rates<TypeParam>;
  EXPECT_EQ(T::template rate<Subgrid::smagorinsky>(at_rest), 0);
  EXPECT_NEAR(T::template rate<Subgrid::smagorinsky>(shear), 3, 3 * T::near);
  EXPECT_EQ(T::template rate<Subgrid::smagorinsky>(rotation), 0);
  EXPECT_NEAR(T::template rate<Subgrid::smagorinsky>(drawn), std::sqrt(3.0), T::near * 2);
}

// In shear alone there is no turbulence; of solid rotation it sees (2/3)^(1/4).
TYPED_TEST(Rates, OfWaleVanishInShear) {
  using T = Rates<TypeParam>;
  EXPECT_EQ(T::template rate<Subgrid::wale>(at_rest), 0);
  EXPECT_EQ(T::template rate<Subgrid::wale>(shear), 0);
  EXPECT_NEAR(T::template rate<Subgrid::wale>(rotation), 2 * std::pow(2.0 / 3, 0.25), 2 * T::near);
  EXPECT_NEAR(T::template rate<Subgrid::wale>(drawn),
              std::pow(0.375, 1.5) / (std::pow(1.5, 2.5) + std::pow(0.375, 1.25)), T::near);
}

TYPED_TEST(Rates, OfVremanVanishInShear) {
  using T = Rates<TypeParam>;
  EXPECT_EQ(T::template rate<Subgrid::vreman>(at_rest), 0);
  EXPECT_EQ(T::template rate<Subgrid::vreman>(shear), 0);
  EXPECT_NEAR(T::template rate<Subgrid::vreman>(rotation), 2 * std::sqrt(0.5), 2 * T::near);
  EXPECT_NEAR(T::template rate<Subgrid::vreman>(drawn), std::sqrt(0.375), T::near);
}

// Shear along no axis leaves what rounding leaves of squares, and roots of that.
TYPED_TEST(Rates, VanishInShearAlongNoAxis) {
  using T = Rates<TypeParam>;
  const double along[3] = {0.6, -0.48, 0.64}, across[3] = {0.8, 0.36, -0.48};
  Rows g{};
  for (std::size_t n = 0; n < 9; ++n) g[n / 3][n % 3] = 5 * along[n / 3] * across[n % 3];
  EXPECT_LT(T::template rate<Subgrid::wale>(g), 5 * T::near);
  EXPECT_LT(T::template rate<Subgrid::vreman>(g), 5 * std::sqrt(T::near));
}

// However slow or fast a flow is.
TYPED_TEST(Rates, GrowWithGradients) {
  using T = Rates<TypeParam>;
  const Rows g{{{0.3, -1.1, 0.4}, {0.7, -0.2, 0.9}, {-0.5, 0.6, -0.1}}};
  for (const double size : {1e-8, 1e8}) {
    Rows scaled = g;
    for (auto& row : scaled)
      for (double& value : row) value *= size;
    const auto expect_scaled = [&](double one, double all) {
      EXPECT_GT(one, 0.1);
      EXPECT_NEAR(all / size, one, 10 * one * T::near);
    };
    expect_scaled(T::template rate<Subgrid::smagorinsky>(g),
                  T::template rate<Subgrid::smagorinsky>(scaled));
    expect_scaled(T::template rate<Subgrid::wale>(g), T::template rate<Subgrid::wale>(scaled));
    expect_scaled(T::template rate<Subgrid::vreman>(g), T::template rate<Subgrid::vreman>(scaled));
  }
}

/// The gradient at a height y of u = (a y, b y^2, c y), where a, b, c change along the wall and
/// nothing flows out of the fluid.
Rows above_wall(double y) {
  return {
      {{0.3 * y, 1, 0.2 * y}, {0.15 * y * y, -0.4 * y, -0.25 * y * y}, {-0.1 * y, 0.4, 0.1 * y}}};
}

TYPED_TEST(Rates, FallTowardsAWallAsTheyMust) {
  using T = Rates<TypeParam>;
  const double y = 0.01;
  const auto power = [&](double upper, double lower) { return std::log2(upper / lower); };
  EXPECT_NEAR(power(T::template rate<Subgrid::wale>(above_wall(y)),
                    T::template rate<Subgrid::wale>(above_wall(y / 2))),
              3, 0.05);
  EXPECT_NEAR(power(T::template rate<Subgrid::vreman>(above_wall(y)),
                    T::template rate<Subgrid::vreman>(above_wall(y / 2))),
              1, 0.05);
}

/// Squares of side 1 below a box of cells, and one far off to its side.
std::vector<WallFace> floor_of(int nx, int nz) {
  std::vector<WallFace> faces;
  for (int k = 0; k < nz; ++k)
    for (int i = 0; i < nx; ++i) {
      const double x = i, z = k;
      faces.push_back({{{x, 0, z}, {x + 1, 0, z}, {x + 1, 0, z + 1}, {x, 0, z + 1}}});
    }
  faces.push_back({{{20, 0, 0}, {20, 9, 0}, {20, 9, 9}, {20, 0, 9}}});
  return faces;
}

TEST(NearestWalls, AreThoseBelowEachCell) {
  const Mesh mesh = testing::turned_mesh({-2, 1, 3}, {4, 5, 6}, 0);
  const MeshLevel level{&mesh, mesh.blocks};
  const grid::BlockArena arena(mesh.blocks, {0, 0}, 0, 2);
  const auto walls = nearest_walls(level, arena, floor_of(12, 4));
  for (const grid::BlockPlace& place : arena.places())
    grid::for_each_cell(mesh.blocks.cells(place.block), [&](const grid::Cell& c) {
      const geometry::Vector at = cell_centre(level, place.block, c);
      const NearestWall& wall = walls[static_cast<std::size_t>(place.at(c[0], c[1], c[2]))];
      EXPECT_EQ(wall.face, static_cast<int>(at[2]) * 12 + static_cast<int>(at[0]));
      EXPECT_NEAR(wall.distance, at[1], 1e-14);
    });
}

// Against a search through all of them.
TEST(NearestWalls, AreTheNearestOfFacesThatAreScattered) {
  const Mesh mesh = testing::turned_mesh({1, 2, 3}, {4, 5, 6}, 0.2);
  const MeshLevel level{&mesh, mesh.blocks};
  const grid::BlockArena arena(mesh.blocks, {0, 0}, 0, 2);
  std::vector<WallFace> faces;
  for (int n = 0; n < 200; ++n) {
    const double x = 6 + 7 * testing::scattered(3 * n), y = 2 + 4 * testing::scattered(3 * n + 1),
                 z = 2 + 4 * testing::scattered(3 * n + 2);
    faces.push_back({{{x, y, z}, {x + 0.2, y, z}, {x + 0.2, y + 0.2, z}, {x, y + 0.2, z}}});
  }
  const auto walls = nearest_walls(level, arena, faces);
  const auto distance = [&](std::size_t n, const geometry::Vector& at) {
    const geometry::Vector& corner = faces[n].corners[0];
    const auto beyond = [&](std::size_t axis, double side) {  // of the face, along that axis
      const double from = at[axis] - corner[axis];
      return from - std::clamp(from, 0.0, side);
    };
    return std::hypot(beyond(0, 0.2), beyond(1, 0.2), beyond(2, 0));
  };
  for (const grid::BlockPlace& place : arena.places())
    grid::for_each_cell(mesh.blocks.cells(place.block), [&](const grid::Cell& c) {
      const geometry::Vector at = cell_centre(level, place.block, c);
      const NearestWall& wall = walls[static_cast<std::size_t>(place.at(c[0], c[1], c[2]))];
      double least = 1e9;
      for (std::size_t n = 0; n < faces.size(); ++n) least = std::min(least, distance(n, at));
      EXPECT_NEAR(distance(static_cast<std::size_t>(wall.face), at), least, 1e-12);
      EXPECT_NEAR(wall.distance, least, 1e-12);
    });
}

}  // namespace
}  // namespace thalweg::flow
