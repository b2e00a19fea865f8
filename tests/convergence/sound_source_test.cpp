// SPDX-License-Identifier: Apache-2.0
// Several sources in one run, each with its own mode: in a linear medium their fields add up, and
// what sets the field holds it whatever else acts.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/convergence/sound_tissue.hpp"
#include "tests/convergence/sound_waves.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;

constexpr int steps = 30;

/// Still, linear, of varying speed and density: fields of sources add up to rounding.
Problem still(std::array<int, 3> points) {
  Problem p = tissue(points);
  p.medium.nonlinearity.reset();
  p.initial_pressure.reset();
  p.pressure_sources.clear();
  p.velocity_sources.clear();
  p.transducer.reset();
  return p;
}

/// The pressure and all components of the velocity after some steps.
std::vector<double> fields_of(const Problem& p) {
  const auto solver = make(p);
  take_steps(*solver, steps);
  std::vector<double> all = solver->field(Field::pressure);
  for (int c = 0; c < p.dimensions; ++c)
    for (const double u : solver->field(component(Field::velocity_x, c)))
      all.push_back(u * density * speed);
  return all;
}

std::vector<double> sum(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

std::vector<double> with(const Problem& p, const PressureSource& source) {
  Problem changed = p;
  changed.pressure_sources = {source};
  return fields_of(changed);
}

std::vector<double> with(const Problem& p, const VelocitySource& source) {
  Problem changed = p;
  changed.velocity_sources = {source};
  return fields_of(changed);
}

class Sources : public ::testing::TestWithParam<std::array<int, 3>> {
 protected:
  const Problem quiet = still(GetParam());
  const std::vector<std::int64_t> here = plate(quiet, 8), there = plate(quiet, 14);
  const int count = static_cast<int>(here.size());
};

// One field ends before the run does, and points lie on the same planes.
TEST_P(Sources, OfTwoAdditiveModesAddUp) {
  const PressureSource corrected{SourceMode::additive, here, tone(steps, count, 0.1)},
      plain{SourceMode::additive_plain, there, tone(20, 1, 0.2)};
  Problem both = quiet;
  both.pressure_sources = {corrected, plain};
  const auto expected = sum(with(quiet, corrected), with(quiet, plain));
  const double apart = difference(fields_of(both), expected);
  const PressureSource wrong{SourceMode::additive, there, plain.signals};
  const double of_mode = difference(with(quiet, wrong), with(quiet, plain));
  std::printf("  apart %.1e; the mode matters by %.1e\n", apart, of_mode);
  EXPECT_LT(apart, 1e-13);
  EXPECT_GT(of_mode, 1e-3);
}

TEST_P(Sources, OfVelocityAndATransducerAddUp) {
  const VelocitySource along_x{SourceMode::additive, here, {tone(25, 1, 0.1), {}, {}}},
      both_axes{
          SourceMode::additive_plain, there, {tone(20, count, 0.05), tone(steps, 1, 0.1), {}}};
  const Transducer transducer{here, delays(count), tone(60, 1, 0.2).samples, 24};
  Problem alone = quiet, all = quiet;
  alone.transducer = all.transducer = transducer;
  all.velocity_sources = {along_x, both_axes};
  const auto expected = sum(sum(with(quiet, along_x), with(quiet, both_axes)), fields_of(alone));
  EXPECT_LT(difference(fields_of(all), expected), 1e-13);
  EXPECT_GT(largest(fields_of(alone)), 0.05 * largest(expected));
}

/// The pressure at points after each step.
std::vector<double> heard(const Problem& p, const std::vector<std::int64_t>& points) {
  Sensors sensors{.points = points, .records = {{Field::pressure, Statistic::raw}}};
  Series series(sensors);
  const auto solver = make(p, false, sensors, &series);
  take_steps(*solver, steps);
  solver->flush();
  return series.all();
}

// Another source acts at its points and around them; when its signal ends, the point is free.
TEST_P(Sources, ThatSetThePressureHoldIt) {
  constexpr int held = 20;
  Problem p = quiet;
  p.medium.absorption = Absorption::none;
  p.medium.sound_speed = Quantity{.value = speed};
  auto around = here;
  around.push_back(here.front() + 1);
  p.pressure_sources = {{SourceMode::additive, around, tone(steps, 1, 0.1)},
                        {SourceMode::dirichlet, here, tone(held, count, 0.05)}};
  const auto values = heard(p, here);
  const double scale = p.dimensions * speed * speed;
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(t * count + i);
      if (t < held) {
        const double set = scale * p.pressure_sources[1].signals.samples[at];
        ASSERT_NEAR(values[at], set, 1e-6 * scale * 0.05) << t << " " << i;
      } else {
        ASSERT_GT(std::abs(values[at]), 1e-3 * scale * 0.05) << t << " " << i;
      }
    }
  const auto elsewhere = heard(p, there);
  EXPECT_GT(largest(elsewhere), 1e-2 * scale * 0.05);
}

// One source whose points stop at steps of their own is as good as two.
TEST_P(Sources, ThatSetThePressureStopEachAtItsEnd) {
  constexpr int first_end = 12;
  Problem apart = quiet;
  apart.pressure_sources = {{SourceMode::dirichlet, here, tone(first_end, count, 0.1)},
                            {SourceMode::dirichlet, there, tone(steps, count, 0.1)}};
  PressureSource joined{SourceMode::dirichlet, here, {steps, 2 * count, {}}};
  joined.points.insert(joined.points.end(), there.begin(), there.end());
  for (int t = 0; t < steps; ++t)
    for (const PressureSource& source : apart.pressure_sources)
      for (int i = 0; i < count; ++i)
        joined.signals.samples.push_back(
            t < source.signals.steps
                ? source.signals.samples[static_cast<std::size_t>(t * count + i)]
                : 0);
  const double never_ending = difference(with(quiet, joined), fields_of(apart));
  joined.signals.ends.assign(here.size(), first_end);
  joined.signals.ends.resize(joined.points.size(), steps);
  EXPECT_LT(difference(with(quiet, joined), fields_of(apart)), 1e-13);
  EXPECT_GT(never_ending, 1e-3);
}

// In k-Wave's order, in which both share their points: what sets the velocity, then the transducer.
TEST_P(Sources, ATransducerAddsToAVelocityThatIsSet) {
  Problem p = quiet;
  p.velocity_sources = {{SourceMode::dirichlet, here, {tone(steps, 1, 0.1), {}, {}}}};
  p.transducer = Transducer{here, delays(count), tone(60, 1, 0.2).samples, steps};
  const auto solver = make(p);
  for (int t = 0; t < 12; ++t) {
    solver->step();
    const auto u = solver->field(Field::velocity_x);
    for (std::size_t i = 0; i < here.size(); ++i)
      ASSERT_NEAR(
          u[static_cast<std::size_t>(here[i])],
          static_cast<double>(
              p.velocity_sources[0].components[0]->samples[static_cast<std::size_t>(t)]) +
              static_cast<double>(
                  p.transducer->signal[static_cast<std::size_t>(t + p.transducer->delay[i])]),
          1e-15)
          << t << " " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Grids, Sources,
                         ::testing::Values(std::array{26, 20, 1}, std::array{22, 16, 12}));

}  // namespace
}  // namespace thalweg::sound
