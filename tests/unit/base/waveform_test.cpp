// SPDX-License-Identifier: Apache-2.0
// Quantities against time, and their harmonics.
#include "base/waveform.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace thalweg {
namespace {

constexpr double turn = 2 * std::numbers::pi;

TEST(Waveform, OfACosine) {
  const Waveform wave(2, 0.5, 4, std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(wave(0), 2);
  EXPECT_DOUBLE_EQ(wave(1.0 / 16), 1.5);
  EXPECT_DOUBLE_EQ(wave.largest(), 2.5);
  EXPECT_DOUBLE_EQ(wave.period(), 0.25);
  EXPECT_NEAR(std::abs(wave.harmonic(1) - std::complex<double>(0, 0.5)), 0, 1e-15);
  EXPECT_EQ(std::abs(wave.harmonic(2)), 0);
}

TEST(Waveform, OfATableHoldsItsEndsOrRepeats) {
  TimeTable table{{1, 2, 4}, {3, 5, 3}};
  const Waveform once(table);
  EXPECT_DOUBLE_EQ(once(0), 3);
  EXPECT_DOUBLE_EQ(once(1.25), 3.5);
  EXPECT_DOUBLE_EQ(once(3), 4);
  EXPECT_DOUBLE_EQ(once(9), 3);
  EXPECT_DOUBLE_EQ(once.mean(), 4);
  EXPECT_EQ(once.period(), 0);
  table.repeats = true;
  const Waveform again(table);
  EXPECT_DOUBLE_EQ(again.period(), 3);
  for (const double time : {1.25, 3.0, 3.9}) {
    EXPECT_NEAR(again(time + 3), once(time), 1e-12);
    EXPECT_NEAR(again(time - 6), once(time), 1e-12);
  }
}

TEST(Waveform, OfATableIsTheSumOfItsHarmonics) {
  const Waveform wave(TimeTable{{0.5, 1, 1.75, 2.5}, {1, 4, -2, 1}, true});
  for (const double time : {0.6, 1.3, 2.4, 3.1}) {
    double sum = wave.mean();
    for (int n = 1; n <= 4000; ++n)
      sum += (wave.harmonic(n) * std::polar(1.0, turn * n * time / wave.period())).real();
    EXPECT_NEAR(sum, wave(time), 2e-3) << time;
  }
}

TEST(Waveform, RisesAsAHalfCosine) {
  Waveform wave(3, 0, 0, 0);
  wave.set_ramp(2);
  EXPECT_EQ(wave(0), 0);
  EXPECT_DOUBLE_EQ(wave(1), 1.5);
  EXPECT_EQ(wave(2), 3);
  EXPECT_EQ(wave.steady(0), 3);
  EXPECT_DOUBLE_EQ(wave.scaled(2)(1), 3);
}

}  // namespace
}  // namespace thalweg
