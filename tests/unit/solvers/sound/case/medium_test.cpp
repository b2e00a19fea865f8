// SPDX-License-Identifier: Apache-2.0
// The medium and the initial pressure, from shapes and files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/sound/medium/quantity.hpp"
#include "tests/unit/io/scratch.hpp"
#include "tests/unit/solvers/sound/samples.hpp"

namespace thalweg::sound::testing {
namespace {

/// A NumPy file of float32.
std::string npy(const std::string& shape, const std::vector<float>& values) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string text = std::string("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>(header.size() % 256);
  text += static_cast<char>(header.size() / 256);
  text += header;
  return text.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
}

TEST(SoundMedium, RegionsReplaceInOrder) {
  const std::string text =
      replaced(valid_case, "[[source]]",
               "[[medium.region]]\nshape = \"layer\"\naxis = \"x\"\nfrom = 3.05e-3\n"
               "sound_speed = 1400\ndensity = 900\n\n[[source]]");
  const Parameters p = read(text);
  const auto c = values_of(p.problem.medium.sound_speed, p.grid);
  const auto at = [&](int x, int y) {
    return c[static_cast<std::size_t>(p.grid.index({x, y, 0}))];
  };
  EXPECT_EQ(at(0, 0), 1500);
  EXPECT_EQ(at(30, 20), 1600);
  EXPECT_EQ(at(31, 20), 1400);
  EXPECT_EQ(p.sound_speed.range.lowest, 1400);
  EXPECT_EQ(p.sound_speed.range.highest, 1600);
  EXPECT_EQ(p.problem.sound_speed_ref, 1600);
  EXPECT_FALSE(p.problem.medium.density.uniform());
  EXPECT_TRUE(p.problem.medium.absorption_coefficient.uniform());
  EXPECT_FALSE(p.problem.medium.nonlinearity);
}

std::string with_region(const std::string& keys) {
  return replaced(valid_case, "[[source]]",
                  "[[medium.region]]\nshape = \"layer\"\naxis = \"x\"\nfrom = 3.05e-3\n" + keys +
                      "\n[[source]]");
}

TEST(SoundMedium, RegionsMayVaryAtRandom) {
  const Parameters p = read(with_region("density = 1000\ndensity_deviation = 20\n"));
  const auto rho = values_of(p.problem.medium.density, p.grid);
  double sum = 0, squares = 0, products = 0;
  int count = 0;
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 64; ++x) {
      const double d = rho[static_cast<std::size_t>(p.grid.index({x, y, 0}))] - 1000;
      if (x < 31) {
        EXPECT_EQ(d, 0);
        continue;
      }
      EXPECT_LE(std::abs(d), 20 * std::sqrt(3.0));
      sum += d;
      squares += d * d;
      if (x > 31)
        products += d * (rho[static_cast<std::size_t>(p.grid.index({x - 1, y, 0}))] - 1000);
      ++count;
    }
  // Within four standard errors of 1584 independent values, evenly spread.
  EXPECT_NEAR(sum / count, 0, 4 * 20 / std::sqrt(count));
  EXPECT_NEAR(squares / count, 400, 4 * 400 * std::sqrt(0.8 / count));
  EXPECT_NEAR(products / count, 0, 4 * 400 / std::sqrt(count));
  EXPECT_NEAR(p.density.range.lowest, 1000 - 20 * std::sqrt(3.0), 1e-9);
}

TEST(SoundMedium, RandomValuesHangOnSeedAndPlaceAlone) {
  const auto read_part = [](const std::string& seed) {
    std::string text = with_region("density = 1000\ndensity_deviation = 20\n");
    const Parameters p = read(replaced(text, "[medium]\n", "[medium]\n" + seed));
    std::vector<double> part(64);
    p.problem.medium.density.read(640, 704, part.data());
    return part;
  };
  const auto all = values_of(
      read(with_region("density = 1000\ndensity_deviation = 20\n")).problem.medium.density,
      read(valid_case).grid);
  EXPECT_TRUE(std::equal(all.begin() + 640, all.begin() + 704, read_part("").begin()));
  EXPECT_EQ(read_part(""), read_part("seed = 1\n"));
  EXPECT_NE(read_part(""), read_part("seed = 2\n"));
}

TEST(SoundMedium, RandomValuesStayPossible) {
  EXPECT_NE(message_of(with_region("density = 1000\ndensity_deviation = 600\n"))
                .find("lets the density fall to -39.2305; must be below 577.35"),
            std::string::npos);
  EXPECT_NE(message_of(with_region("density_deviation = 6\n")).find("density: missing"),
            std::string::npos);
}

TEST(SoundMedium, AnyRangeOfPointsReadsAlike) {
  const Parameters p = read(valid_case);
  const auto all = values_of(p.problem.medium.sound_speed, p.grid);
  std::vector<double> part(100);
  p.problem.medium.sound_speed.read(1200, 1300, part.data());
  EXPECT_TRUE(std::equal(part.begin(), part.end(), all.begin() + 1200));
}

TEST(SoundMedium, StepFollowsFromTheFastestMedium) {
  const Parameters p = read(valid_case);
  EXPECT_NEAR(p.problem.dt, 0.3 * 1e-4 / 1600, 1e-20);
  EXPECT_EQ(p.problem.steps, 1 + static_cast<std::int64_t>(std::ceil(1e-6 / p.problem.dt)));
}

TEST(SoundMedium, FilesGiveTheBackground) {
  const io::testing::Scratch scratch;
  std::vector<float> values(64 * 48);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1450 + static_cast<float>(i % 64);
  io::testing::put_bytes(scratch / "c.npy", npy("(48, 64)", values));
  const std::string text =
      replaced(valid_case, "sound_speed = 1500", "sound_speed_file = \"c.npy\"");
  const Parameters p = read(text, (scratch / "case.toml").string());
  const auto c = values_of(p.problem.medium.sound_speed, p.grid);
  EXPECT_EQ(c[5], 1455);
  EXPECT_EQ(c[static_cast<std::size_t>(p.grid.index({30, 20, 0}))], 1600);
  EXPECT_EQ(p.sound_speed.range.lowest, 1450);
}

TEST(SoundMedium, FilesOfOtherExtentsAreRefused) {
  const io::testing::Scratch scratch;
  io::testing::put_bytes(scratch / "c.npy", npy("(64, 48)", std::vector<float>(64 * 48, 1500)));
  const std::string text =
      replaced(valid_case, "sound_speed = 1500", "sound_speed_file = \"c.npy\"");
  std::string message;
  try {
    read(text, (scratch / "case.toml").string());
  } catch (const InputError& error) {
    message = error.what();
  }
  EXPECT_NE(message.find("has extents (64, 48), the grid has (48, 64) in the order (y, x): turn "
                         "its axes round"),
            std::string::npos)
      << message;
}

TEST(SoundInitial, PressuresAddWhereTheyOverlap) {
  const std::string disc = "[[initial.pressure]]\nshape = \"disc\"\ncenter = [3e-3, 2e-3]\n"
                           "radius = 1e-3\nvalue = 2\n\n";
  const Parameters p = read(
      replaced(valid_case, "[time]", "[initial]\nsmoothing = false\n" + disc + disc + "[time]"));
  const auto values = values_of(*p.problem.initial_pressure, p.grid);
  EXPECT_EQ(values[static_cast<std::size_t>(p.grid.index({30, 20, 0}))], 4);
  EXPECT_EQ(values[0], 0);
}

/// A wave of one mode is an eigenfunction of the window.
TEST(SoundInitial, SmoothingIsABlackmanWindow) {
  const Grid grid{.points = {32, 1, 1}, .spacing = {1, 1, 1}, .dimensions = 1};
  const auto wave = [](int mode, std::int64_t i) {
    return std::cos(2 * std::numbers::pi * mode * static_cast<double>(i) / 32);
  };
  Quantity both{0, [&](std::int64_t begin, std::int64_t end, double* values) {
                  for (std::int64_t i = begin; i < end; ++i)
                    values[i - begin] = wave(0, i) + wave(4, i);
                }};
  const auto values = values_of(smoothed(both, grid), grid);
  const double k = 2 * std::numbers::pi * 4 / 32;
  const double window = 0.42 + 0.5 * std::cos(k) + 0.08 * std::cos(2 * k);
  const double scale = 2 / (1 + window);  // the maximum stays
  for (std::int64_t i = 0; i < 32; ++i)
    EXPECT_NEAR(values[static_cast<std::size_t>(i)], scale * (1 + window * wave(4, i)), 1e-12);
}

TEST(SoundInitial, SmoothingKeepsTheMaximumInThreeDimensions) {
  const Grid grid{.points = {16, 12, 10}, .spacing = {1, 1, 1}, .dimensions = 3};
  const geometry::Shape ball{
      .kind = geometry::ShapeKind::ball, .center = {8, 6, 5}, .radius = 3, .tolerance = 1e-7};
  const Quantity smooth = smoothed(with_parts({0}, {{ball, -7}}, Overlap::add, grid), grid);
  const auto values = values_of(smooth, grid);
  EXPECT_NEAR(*std::min_element(values.begin(), values.end()), -7, 1e-12);
  std::vector<double> part(200);
  smooth.read(500, 700, part.data());
  EXPECT_TRUE(std::equal(part.begin(), part.end(), values.begin() + 500));
}

// In an axisymmetric grid a body on the axis is smoothed as its mirror image goes on, and not as
// what lies at the largest radius.
TEST(SoundInitial, SmoothingReachesOverTheAxis) {
  const Grid half{
      .points = {16, 12, 1}, .spacing = {1, 1, 1}, .dimensions = 2, .axisymmetric = true};
  const Grid whole{
      .points = {16, 24, 1}, .spacing = {1, 1, 1}, .origin = {0, -11, 0}, .dimensions = 2};
  const geometry::Shape ball{
      .kind = geometry::ShapeKind::ball, .center = {8, 0, 0}, .radius = 4, .tolerance = 1e-7};
  const auto smooth = [&](const Grid& grid) {
    return values_of(smoothed(with_parts({0}, {{ball, 3}}, Overlap::add, grid), grid), grid);
  };
  const auto found = smooth(half), expected = smooth(whole);
  for (int y = 0; y < 12; ++y)
    for (int x = 0; x < 16; ++x)
      EXPECT_NEAR(found[static_cast<std::size_t>(half.index({x, y, 0}))],
                  expected[static_cast<std::size_t>(whole.index({x, y + 11, 0}))], 1e-12)
          << x << " " << y;
  EXPECT_NEAR(found[static_cast<std::size_t>(half.index({8, 0, 0}))], 3, 1e-9);
}

}  // namespace
}  // namespace thalweg::sound::testing
