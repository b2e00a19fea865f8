// SPDX-License-Identifier: Apache-2.0
// Fields that pass through a device in chunks: what crosses the bus, how long that takes on several
// streams, and what a case may ask for.
#include <gtest/gtest.h>

#include <algorithm>

#include "solvers/turbulence/bus_model.hpp"
#include "solvers/turbulence/decomposition.hpp"
#include "solvers/turbulence/overlap_model.hpp"
#include "solvers/turbulence/residence.hpp"

namespace thalweg::turbulence {
namespace {

TEST(Streams, OneDoesAllInTurn) {
  EXPECT_DOUBLE_EQ(streamed_seconds({2, 3, 1}, 5, 1), 5 * (2 + 3 + 1));
}

TEST(Streams, ThreeOrMoreWaitForTheSlowestEngineAlone) {
  for (const ChunkSeconds chunk : {ChunkSeconds{2, 3, 1}, {4, 1, 2}, {1, 2, 5}, {2, 2, 2}}) {
    const double all = chunk.in + chunk.work + chunk.out;
    const double most = std::max({chunk.in, chunk.work, chunk.out});
    for (const int streams : {3, 8}) {
      if (streams * most < all) continue;  // too few to keep that engine busy
      EXPECT_DOUBLE_EQ(streamed_seconds(chunk, 7, streams), all + 6 * most);
    }
  }
}

// Two streams take turns: two chunks in the time of one, unless an engine is busy longer.
TEST(Streams, TwoHaveAtMostTwoChunksUnderWay) {
  EXPECT_DOUBLE_EQ(streamed_seconds({1, 1, 1}, 6, 2), 3 * 3 + 1);
  EXPECT_DOUBLE_EQ(streamed_seconds({1, 4, 1}, 6, 2), 6 + 5 * 4);
}

TEST(Streams, MoreNeverTakeLonger) {
  for (int streams = 1; streams < 12; ++streams)
    EXPECT_LE(streamed_seconds({2, 3, 2.5}, 24, streams + 1),
              streamed_seconds({2, 3, 2.5}, 24, streams));
}

Parameters small_case() {
  Parameters p;
  p.points = {16, 12, 18};
  p.length.fill(1);
  p.viscosity = 0.01;
  p.truncation = fft::Truncation::none;
  p.scheme = "rk3";
  p.step = 0.01;
  return p;
}

// By hand: all modes but the Nyquist ones are kept.
TEST(Bus, CarriesWhatEachSweepReadsAndWrites) {
  const Parameters p = small_case();
  const fft::Layout layout = fft::make_layout(p.modes(), 0, 1, 16);
  const double stages = 3, component = 16.0 * static_cast<double>(layout.component_size()),
               half = 16.0 * static_cast<double>(layout.row_start.back()) * 18;
  const BusBytes bytes = bus_bytes_of_step(p, layout);
  // The state is loaded and advanced in every stage, its rates are not read in the first.
  const double there = 3 * component * (stages + stages + stages - 1);
  EXPECT_DOUBLE_EQ(bytes.to_device, there + stages * (6 + 3) * half);
  const double back = 3 * component * (stages + stages - 1);
  EXPECT_DOUBLE_EQ(bytes.to_host, back + stages * (6 + 3) * half);
}

TEST(Bus, OfAllRanksIsThatOfOne) {
  const Parameters p = small_case();
  const auto sum = [&](int ranks) {
    BusBytes total;
    for (int rank = 0; rank < ranks; ++rank)
      total += bus_bytes_of_step(p, fft::make_layout(p.modes(), rank, ranks, 16));
    return total;
  };
  EXPECT_DOUBLE_EQ(sum(3).to_device, sum(1).to_device);
  EXPECT_DOUBLE_EQ(sum(3).to_host, sum(1).to_host);
}

TEST(Residence, IsRefusedWhereWholeFieldsAreNeededOnTheDevice) {
  Parameters p = small_case();
  EXPECT_FALSE(why_not_on_host(p, 1));
  EXPECT_TRUE(why_not_on_host(p, 2));
  p.particles.resize(1);
  EXPECT_TRUE(why_not_on_host(p, 1));
}

TEST(Residence, ChunksFollowTheStreams) {
  Parameters p = small_case();
  p.device.streams = 3;
  EXPECT_EQ(streaming(p, describe(p)).chunks, 24);
  EXPECT_EQ(streaming(p, describe(p)).components, 6);
  p.device.chunks = 7;
  EXPECT_EQ(streaming(p, describe(p)).chunks, 7);
}

// What is on the device follows from the chunks, not from the grid.
TEST(Residence, TakesLessOfTheDeviceInMoreChunks) {
  Parameters p = small_case();
  p.points = {64, 64, 64};
  const fft::Layout layout = fft::make_layout(p.modes(), 0, 1, 16);
  const auto batches = [&](int chunks) {
    p.device.chunks = chunks;
    return fft::BatchedPipeline<double>::memory(layout, {.to_planes = {6}, .to_rows = {3}},
                                                streaming(p, describe(p)))
        .batches;
  };
  EXPECT_NEAR(batches(16) / batches(32), 2, 0.05);
}

}  // namespace
}  // namespace thalweg::turbulence
