// SPDX-License-Identifier: Apache-2.0
// Signals of sources.
#include "solvers/sound/sources/signal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace thalweg::sound::testing {
namespace {

TEST(SoundSignal, SineSwellsAndStays) {
  const Signal sine{.amplitude = 3, .frequency = 2, .phase = 90, .ramp = 2};
  EXPECT_EQ(sine.at(-0.1), 0);
  EXPECT_NEAR(sine.at(0), 0, 1e-12);
  EXPECT_NEAR(sine.at(0.5), 1.5, 1e-12);  // half-way up the ramp
  EXPECT_NEAR(sine.at(100), 3, 1e-9);
  EXPECT_EQ(sine.duration(), std::numeric_limits<double>::infinity());
}

TEST(SoundSignal, BurstsHaveTheirEnvelope) {
  Signal burst{
      .kind = SignalKind::tone_burst, .amplitude = 1, .frequency = 1, .phase = 90, .cycles = 4};
  EXPECT_EQ(burst.duration(), 4);
  EXPECT_NEAR(burst.at(4), 1, 1e-9);  // the end belongs to it
  EXPECT_EQ(burst.at(4.1), 0);
  burst.envelope = Envelope::gaussian;
  EXPECT_NEAR(burst.at(2), 1, 1e-12);
  EXPECT_NEAR(burst.at(0), std::exp(-4.5), 1e-12);
  burst.envelope = Envelope::ramped;
  burst.ramp = 1;
  EXPECT_NEAR(burst.at(0), 0, 1e-12);
  EXPECT_NEAR(burst.at(2), 1, 1e-12);
  EXPECT_NEAR(burst.at(4), 0, 1e-12);
}

TEST(SoundSignal, SamplesAreJoinedByLines) {
  const Signal samples{
      .kind = SignalKind::samples, .amplitude = 2, .sample_step = 0.5, .samples = {0, 1, -1}};
  EXPECT_EQ(samples.duration(), 1);
  EXPECT_NEAR(samples.at(0.25), 1, 1e-12);
  EXPECT_NEAR(samples.at(0.75), 0, 1e-12);
  EXPECT_NEAR(samples.at(1), -2, 1e-12);
  EXPECT_EQ(samples.at(1.1), 0);
}

}  // namespace
}  // namespace thalweg::sound::testing
