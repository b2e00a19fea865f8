// SPDX-License-Identifier: Apache-2.0
// Means of the medium over cells that a region's surface cuts.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "tests/unit/solvers/sound/samples.hpp"

namespace thalweg::sound::testing {
namespace {

/// The sample or another text with one more region, and keys of [medium].
Parameters with_region(const std::string& region, const std::string& medium,
                       const std::string& text = valid_case) {
  return read(replaced(replaced(text, "density = 1000\n", "density = 1000\n" + medium),
                       "[[source]]", "[[medium.region]]\n" + region + "\n[[source]]"));
}

/// A layer over a fifth of the cells of the points 30 along x, and of all beyond.
const std::string layer = "shape = \"layer\"\naxis = \"x\"\nfrom = 3.03e-3\n"
                          "sound_speed = 2000\ndensity = 1500\nabsorption = 3\n";

double at(const Quantity& quantity, const Grid& grid, int x, int y) {
  return values_of(quantity, grid)[static_cast<std::size_t>(grid.index({x, y, 0}))];
}

// Density and compressibility are means; the speed of sound and the absorption belong to them.
TEST(CellMean, IsThatOfDensityAndCompressibility) {
  const Parameters p = with_region(layer, "cell_samples = 10\n");
  const Medium& m = p.problem.medium;
  const double rho = 0.8 * 1000 + 0.2 * 1500;
  const double old_part = 0.8 / (1000 * 1500.0 * 1500), new_part = 0.2 / (1500 * 2000.0 * 2000);
  const double c = 1 / std::sqrt(rho * (old_part + new_part));
  EXPECT_NEAR(at(m.density, p.grid, 30, 40), rho, 1e-9);
  EXPECT_NEAR(at(m.sound_speed, p.grid, 30, 40), c, 1e-9);
  EXPECT_NEAR(at(m.absorption_coefficient, p.grid, 30, 40),
              (0.5 * 1500 * old_part + 3 * 2000 * new_part) / ((old_part + new_part) * c), 1e-12);
  EXPECT_NEAR(at(m.sound_speed, p.grid, 29, 40), 1500, 1e-9);
  EXPECT_NEAR(at(m.sound_speed, p.grid, 31, 40), 2000, 1e-9);
  EXPECT_NEAR(at(m.absorption_coefficient, p.grid, 31, 40), 3, 1e-12);
}

// Along an axis what is in series adds up, across it what lies side by side.
TEST(CellMean, OfTheStaggeredDensityFollowsItsAxis) {
  const Parameters p = with_region(layer, "cell_samples = 10\n");
  const auto& staggered = p.problem.medium.density_staggered;
  ASSERT_TRUE(staggered[0] && staggered[1] && !staggered[2]);
  EXPECT_NEAR(at(*staggered[0], p.grid, 30, 40), 0.3 * 1000 + 0.7 * 1500, 1e-9);
  EXPECT_NEAR(at(*staggered[1], p.grid, 30, 40), 1 / (0.8 / 1000 + 0.2 / 1500), 1e-9);
}

// As without means: what varies at random is half of one point, half of the next. A periodic axis
// begins anew behind its last point, others go on as they end.
TEST(CellMean, OfSpeckleIsThatOfTheTwoPointsAround) {
  const std::string speckle =
      "shape = \"layer\"\naxis = \"x\"\nfrom = -1.0\ndensity = 1000\ndensity_deviation = 100\n";
  for (const std::string samples : {"3", "8"})
    for (const bool periodic : {false, true}) {
      const Parameters p = with_region(
          speckle, "cell_samples = " + samples + "\n",
          replaced(valid_case, "points = 8 }", periodic ? "points = 0 }" : "points = 8 }"));
      const Medium& m = p.problem.medium;
      const auto rho = values_of(m.density, p.grid);
      for (std::size_t axis = 0; axis < 2; ++axis) {
        const auto staggered = values_of(*m.density_staggered[axis], p.grid);
        for (std::int64_t i = 0; i < p.grid.size(); ++i) {
          auto next = p.grid.position(i);
          const bool is_last = ++next[axis] == p.grid.points[axis];
          if (is_last) next[axis] = periodic ? 0 : next[axis] - 1;
          const double other = rho[static_cast<std::size_t>(p.grid.index(next))];
          const auto at_i = static_cast<std::size_t>(i);
          ASSERT_NEAR(staggered[at_i], (rho[at_i] + other) / 2, 1e-9) << axis << " " << i;
        }
      }
    }
}

// Without means a body has the area of so many cells.
TEST(CellMean, HoldsTheAreaOfABody) {
  const std::string disc = "shape = \"disc\"\ncenter = [3.01e-3, 2.03e-3]\nradius = 4.2e-4\n"
                           "density = 2000\n";
  const auto error = [&](const std::string& medium) {
    const Parameters p = with_region(disc, medium);
    const auto rho = values_of(p.problem.medium.density, p.grid);
    const double more = std::accumulate(rho.begin(), rho.end(), 0.0) - 1000.0 * 64 * 48;
    const double area = std::numbers::pi * 4.2 * 4.2;  // in cells
    return std::abs(more / 1000 / area - 1);
  };
  std::printf("  error of the area: %.2e, of cells as a whole %.2e\n", error("cell_samples = 8\n"),
              error(""));
  EXPECT_LT(error("cell_samples = 8\n"), 2e-3);
  EXPECT_GT(error(""), 5e-3);
}

TEST(CellMean, IsOnlyTakenWhereAskedFor) {
  const Parameters p = with_region(layer, "");
  EXPECT_FALSE(p.problem.medium.density_staggered[0]);
  EXPECT_EQ(at(p.problem.medium.density, p.grid, 30, 40), 1000);
  const std::string wrong =
      replaced(valid_case, "density = 1000\n", "density = 1000\ncell_samples = 0\n");
  EXPECT_NE(message_of(wrong).find("medium.cell_samples"), std::string::npos) << message_of(wrong);
}

}  // namespace
}  // namespace thalweg::sound::testing
