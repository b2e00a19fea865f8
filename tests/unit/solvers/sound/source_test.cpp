// SPDX-License-Identifier: Apache-2.0
// From sources in physical units to the signals of a problem.
#include <gtest/gtest.h>

#include "solvers/sound/source_case.hpp"
#include "tests/unit/solvers/sound/samples.hpp"

namespace thalweg::sound::testing {
namespace {

TEST(SoundSource, ScalesAreThoseOfTheTheory) {
  Problem problem;
  problem.dimensions = 2;
  problem.dt = 1e-8;
  problem.spacing = {1e-4, 2e-4, 1};
  EXPECT_DOUBLE_EQ(pressure_scale(SourceMode::additive, problem, 1500),
                   2 * 1e-8 / (2 * 1500 * 1e-4));
  EXPECT_DOUBLE_EQ(pressure_scale(SourceMode::additive_plain, problem, 1500),
                   2 * 1e-8 / (2 * 1500 * 1e-4));
  EXPECT_DOUBLE_EQ(pressure_scale(SourceMode::dirichlet, problem, 1500), 1.0 / (2 * 1500.0 * 1500));
  EXPECT_DOUBLE_EQ(velocity_scale(SourceMode::additive, problem, 1500, 1), 2 * 1500 * 1e-8 / 2e-4);
  EXPECT_EQ(velocity_scale(SourceMode::dirichlet, problem, 1500, 1), 1);
}

TEST(SoundSource, EqualPointsShareASignal) {
  const Parameters p = read(valid_case);
  ASSERT_TRUE(p.problem.pressure_source);
  EXPECT_EQ(p.problem.pressure_source->points.size(), 21u);
  const Signals& signals = p.problem.pressure_source->signals;
  EXPECT_EQ(signals.signals, 1);
  EXPECT_TRUE(signals.weights.empty());
  // The burst is longer than the run.
  EXPECT_EQ(signals.steps, p.problem.steps);
  EXPECT_FALSE(p.problem.velocity_source);
}

TEST(SoundSource, AmplitudeFollowsTheSpeedOfSoundAtThePoint) {
  const Parameters p = read(replaced(valid_case, "from = [1e-3, 1e-3]\nto = [1e-3, 3e-3]",
                                     "from = [1e-3, 2e-3]\nto = [3e-3, 2e-3]"));
  const Signals& signals = p.problem.pressure_source->signals;
  ASSERT_EQ(signals.weights.size(), 21u);  // in water and in the ball
  EXPECT_FLOAT_EQ(signals.weights.back() / signals.weights.front(), 1500.0f / 1600.0f);
}

TEST(SoundSource, OtherSignalsNeedOnePerPointAndAddUp) {
  const Parameters p = read(replaced(
      valid_case, "[time]",
      "[[source]]\nshape = \"points\"\npositions = [[1e-3, 1e-3], [2e-3, 1e-3]]\n"
      "signal = { kind = \"sine\", frequency = 1e6, amplitude = 1e4, ramp_cycles = 0 }\n\n[time]"));
  const PressureSource& source = *p.problem.pressure_source;
  EXPECT_EQ(source.points.size(), 22u);
  EXPECT_EQ(source.signals.signals, 22);
  const std::size_t t = 25;
  // Points are in ascending order: (10, 10) has both, (20, 10) the sine, (10, 11) the burst.
  const float* now = source.signals.samples.data() + t * 22;
  EXPECT_FLOAT_EQ(now[0], now[1] + now[2]);
}

TEST(SoundSource, VelocitiesActAlongTheirDirection) {
  std::string text =
      replaced(valid_case, "kind = \"pressure\"", "kind = \"velocity\"\ndirection = [0.0, 2.0]");
  const Parameters p = read(text);
  ASSERT_TRUE(p.problem.velocity_source);
  EXPECT_FALSE(p.problem.velocity_source->components[0]);
  EXPECT_TRUE(p.problem.velocity_source->components[1]);
}

TEST(SoundSource, ArraysDelayTheirElements) {
  const std::string text =
      replaced(valid_case, "shape = \"line\"\nfrom = [1e-3, 1e-3]\nto = [1e-3, 3e-3]",
               "shape = \"array\"\ncenter = [1e-3, 2.4e-3]\nelements = 8\npitch = 3e-4\n"
               "element_width = 2e-4\nfocus = [5e-3, 2.4e-3]\napodisation = \"hann\"");
  EXPECT_EQ(message_of(text), "");
  const Signals signals = read(text).problem.pressure_source->signals;
  EXPECT_GT(signals.signals, 8);
}

}  // namespace
}  // namespace thalweg::sound::testing
