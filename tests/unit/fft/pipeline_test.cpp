// SPDX-License-Identifier: Apache-2.0
// The pipelines where some modes count, against sums of waves written out, fused against batched,
// and on any number of ranks (this program runs on 1 to 4).
#include "fft/pipeline.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>

#include "tests/unit/fft/passes.hpp"

namespace thalweg::fft {
namespace {

using transport::Communicator;
using namespace testing;

class PipelineOn : public ::testing::TestWithParam<std::tuple<Grid, int, std::string>> {
 protected:
  Communicator world = Communicator::world();
  Grid grid() const { return std::get<0>(GetParam()); }
  TileExchangeOptions options() const { return {std::get<2>(GetParam()), std::get<1>(GetParam())}; }
  bool usable() const {
    const Modes modes = kept_modes(grid().nx, grid().ny, grid().nz, grid().truncation);
    return world.size() <= largest_rank_count(modes);
  }
};

TEST_P(PipelineOn, PointsAreTheSumOfTheWavesAndModesComeBack) {
  ASSERT_TRUE(usable());
  const Pass<double, FusedPipeline> pass(grid(), world, options());
  // The sum itself rounds: 1e3 waves of angles up to 1e2, each to 1e-16 of its angle.
  EXPECT_LT(point_error(pass), 1e-12);
  EXPECT_LT(pass.mode_error(), 1e-15);
}

TEST_P(PipelineOn, SinglePrecisionAgreesToItsRounding) {
  ASSERT_TRUE(usable());
  const Pass<float, FusedPipeline> pass(grid(), world, options());
  EXPECT_LT(pass.mode_error(), 4e-7);
}

TEST_P(PipelineOn, BatchedFormGivesTheSame) {
  ASSERT_TRUE(usable());
  const Pass<double, FusedPipeline> fused(grid(), world, options());
  const Pass<double, BatchedPipeline> batched(grid(), world, options());
  EXPECT_LT(batched.mode_error(), 1e-15);
  EXPECT_NEAR(batched.peak, fused.peak, 1e-13);
  double worst = 0;
  const auto size = static_cast<std::ptrdiff_t>(fused.points.size());
  for (std::ptrdiff_t i = 0; i < size; ++i)
    worst = std::max(worst, std::abs(fused.points.view().data[i] - batched.points.view().data[i]));
  EXPECT_LT(worst, 1e-13);
}

// Here nothing is copied between memories, but chunks, blocks of planes and turns are those of a
// device.
TEST_P(PipelineOn, StreamedFormGivesTheSame) {
  ASSERT_TRUE(usable());
  const Pass<double, BatchedPipeline> resident(grid(), world, options());
  for (const int chunks : {1, 4, 100}) {
    TileExchangeOptions streamed_options = options();
    streamed_options.streaming = {.streams = 3, .chunks = chunks, .components = 0};
    const Pass<double, BatchedPipeline> streamed(grid(), world, streamed_options);
    EXPECT_LT(streamed.mode_error(), 1e-15);
    EXPECT_NEAR(streamed.peak, resident.peak, 1e-13);
    double worst = 0;
    const auto size = static_cast<std::ptrdiff_t>(resident.points.size());
    for (std::ptrdiff_t i = 0; i < size; ++i)
      worst = std::max(worst,
                       std::abs(resident.points.view().data[i] - streamed.points.view().data[i]));
    EXPECT_LT(worst, 1e-13);
  }
}

TEST_P(PipelineOn, ThreadsDoNotChangeABit) {
  ASSERT_TRUE(usable());
  const int before = exec::threads();
  exec::set_threads(1);
  const Pass<double, FusedPipeline> one(grid(), world, options());
  exec::set_threads(3);
  const Pass<double, FusedPipeline> three(grid(), world, options());
  exec::set_threads(before);
  EXPECT_EQ(std::memcmp(one.points.view().data, three.points.view().data,
                        one.points.size() * sizeof(double)),
            0);
  EXPECT_EQ(one.peak, three.peak);
}

INSTANTIATE_TEST_SUITE_P(
    Grids, PipelineOn,
    ::testing::Values(std::tuple{Grid{16, 16, 16, Truncation::spherical}, 1, "direct"},
                      std::tuple{Grid{16, 16, 16, Truncation::spherical}, 3, "direct"},
                      std::tuple{Grid{24, 10, 15, Truncation::per_direction}, 2, "direct"},
                      std::tuple{Grid{11, 13, 17, Truncation::none}, 2, "alltoallv"},
                      std::tuple{Grid{4, 12, 4, Truncation::none}, 1, "alltoallv"},
                      std::tuple{Grid{6, 7, 5, Truncation::spherical}, 1, "direct"}));

/// Lines so long that a cache holds few of them: several rows share a k_y.
TEST(PipelineRows, OfOneKyMayBeSeveral) {
  const Grid grid{96, 6, 600, Truncation::spherical};
  const Pass<double, FusedPipeline> fused(grid, Communicator::world(), {"auto", 2});
  ASSERT_GT(fused.layout.groups, 1);
  EXPECT_LT(fused.mode_error(), 1e-15);
  const Pass<double, BatchedPipeline> batched(grid, Communicator::world(), {"direct", 1});
  EXPECT_LT(batched.mode_error(), 1e-15);
  EXPECT_NEAR(batched.peak, fused.peak, 1e-13);
}

/// Ranks that share planes: as many as there are, and, on four, two of two.
TEST(PipelinePencils, GiveTheSumOfTheWavesInBothForms) {
  const Communicator world = Communicator::world();
  for (const int across : {2, 3, 4}) {
    if (world.size() % across != 0) continue;
    for (const Grid& grid :
         {Grid{16, 16, 16, Truncation::spherical}, Grid{24, 10, 15, Truncation::per_direction},
          Grid{11, 13, 7, Truncation::none}, Grid{40, 10, 300, Truncation::spherical}}) {
      const auto expect_points = [&](const auto& pass, double bound) {
        if (grid.nz > 100) return;  // the sum takes long
        EXPECT_LT(point_error(pass), bound);
      };
      for (const TileExchangeOptions& options :
           {TileExchangeOptions{"auto", 3}, TileExchangeOptions{"direct", 2}}) {
        const Pass<double, FusedPipeline> fused(grid, world, options, across);
        EXPECT_LT(fused.mode_error(), 1e-15);
        expect_points(fused, 1e-12);
        const Pass<double, BatchedPipeline> batched(grid, world, options, across);
        EXPECT_LT(batched.mode_error(), 1e-15);
        expect_points(batched, 1e-12);
        EXPECT_NEAR(batched.peak, fused.peak, 1e-13);
      }
      const Pass<float, FusedPipeline> single(grid, world, {"auto", 2}, across);
      EXPECT_LT(single.mode_error(), 4e-7);
      expect_points(single, 1e-5);
    }
  }
}

TEST(PipelinePeak, IsNotANumberWhereAPointIsNot) {
  struct Poison {
    bool first = false;
    Poison row(int z, int y) const { return {z + y == 0}; }
    double operator()(int x, const double*, double*) const {
      return first && x == 0 ? std::numeric_limits<double>::quiet_NaN() : 1.0;
    }
  };
  const Communicator alone = Communicator::self();
  const Layout layout = make_layout(kept_modes(8, 8, 8, Truncation::none), 0, 1, 16);
  Phases phases;
  const exec::Exec exec;
  FusedPipeline<double> pipeline(layout, alone, exec, Traffic::up_to(1), {}, phases);
  pipeline.modes<0, 1>("load", LoadAmplitudes<double>{&layout, 1});
  double peak = 0;
  pipeline.planes<1, 0>("planes", SpreadAsIs<double>{}, Poison{}, {&peak, {1}});
  EXPECT_TRUE(std::isnan(peak));
}

TEST(BareTimes, ArePositive) {
  const Communicator world = Communicator::world();
  const Layout layout =
      make_layout(kept_modes(16, 16, 16, Truncation::spherical), world.rank(), world.size(), 16);
  Phases phases;
  const exec::Exec exec;
  const FusedPipeline<double> pipeline(layout, world, exec, Traffic::up_to(2), {}, phases);
  const BareTimes times = pipeline.measure_bare_times(world);
  EXPECT_GT(times.lines_forward, 0);
  EXPECT_GT(times.lines_inverse, 0);
  EXPECT_GT(times.planes_forward, 0);
  EXPECT_GT(times.planes_inverse, 0);
}

}  // namespace
}  // namespace thalweg::fft
