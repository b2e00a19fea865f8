// SPDX-License-Identifier: Apache-2.0
// The mean intensity and the rms of waves that are known.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/convergence/sound_waves.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;

/// The largest error of the intensity at a few places over that of the wave; ten periods.
double intensity_error(const TravellingWave& wave, const Sensors& sensors) {
  const auto solver = make(wave.problem, false, sensors);
  wave.start(*solver);
  take_steps(*solver, 10 * wave.period + 3);  // three rows complete no mean
  solver->flush();
  double most = 0;
  for (int c = 0; c < wave.problem.dimensions; ++c)
    for (const float value : solver->statistic({component(Field::intensity_x, c), Statistic::mean}))
      most = larger(most, std::abs(static_cast<double>(value) - wave.intensity(c)));
  return most * 2 * density * speed;
}

Sensors intensity_sensors(const Problem& p, const std::vector<Position>& places) {
  Sensors sensors;
  for (const Position& place : places) sensors.points.push_back(nearest(p, place));
  for (int c = 0; c < p.dimensions; ++c)
    sensors.records.push_back({component(Field::intensity_x, c), Statistic::mean});
  return sensors;
}

// The velocity comes to the pressure's points exactly, so the step alone is to blame: the pressure
// half-way between steps is a mean of four, wrong by 3/128 (omega dt)^4. (5.4)
TEST(Intensity, OfAPlaneWaveIsOfFourthOrderInTheStep) {
  std::printf("    steps/period  error      expected   order\n");
  double last = 0;
  for (const int period : {8, 16, 32}) {
    const TravellingWave wave({48, 1, 1}, {5, 0, 0}, period);
    const double error =
        intensity_error(wave, intensity_sensors(wave.problem, scattered(wave.problem, 9)));
    const double theta = 2 * pi / period, expected = 3.0 / 128 * std::pow(theta, 4);
    std::printf("    %-12d  %.2e   %.2e   %.2f\n", period, error, expected,
                last > 0 ? std::log2(last / error) : 0);
    EXPECT_NEAR(error, expected, 0.2 * expected);
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / error), 4, 0.2);
    }
    last = error;
  }
}

TEST(Intensity, PointsWhereTheWaveGoes) {
  for (const TravellingWave& wave : {TravellingWave({40, 30, 1}, {5, -3, 0}, 64),
                                     TravellingWave({24, 20, 18}, {4, 3, -2}, 64)}) {
    const auto places = scattered(wave.problem, 12);
    Sensors sensors = intensity_sensors(wave.problem, places);
    const double on_grid = intensity_error(wave, sensors);
    sensors.places = places;
    const double between = intensity_error(wave, sensors);
    std::printf("  %d axes: on grid points %.1e, between them too %.1e\n", wave.problem.dimensions,
                on_grid, between);
    EXPECT_LT(on_grid, 4e-6);
    EXPECT_LT(between, 2e-4);
  }
}

// Pressure and velocity a quarter of a period apart carry nothing; taken half a step apart they
// would seem to carry sin(omega dt / 2) of what a travelling wave does.
TEST(Intensity, OfAStandingWaveIsNone) {
  StandingWave wave({48, 1, 1}, {5, 0, 0});
  wave.problem.dt = 2 * pi / (wave.omega * 16);
  Sensors sensors = intensity_sensors(wave.problem, scattered(wave.problem, 9));
  const auto solver = make(wave.problem, false, sensors);
  take_steps(*solver, 10 * 16 + 3);
  solver->flush();
  double most = 0;
  for (const float value : solver->statistic({Field::intensity_x, Statistic::mean}))
    most = larger(most, std::abs(static_cast<double>(value)));
  EXPECT_LT(most * 2 * density * speed, 1e-6);
}

TEST(RmsEverywhere, IsThatOfTheWave) {
  const TravellingWave wave({40, 30, 1}, {5, -3, 0}, 32);
  Sensors sensors{.points = {}, .records = {{Field::pressure, Statistic::rms_all}}};
  for (const bool single : {false, true}) {
    const auto solver = make(wave.problem, single, sensors);
    wave.start(*solver);
    take_steps(*solver, 3 * wave.period);
    for (const float value : solver->statistic({Field::pressure, Statistic::rms_all}))
      ASSERT_NEAR(value, std::sqrt(0.5), single ? 1e-5 : 1e-7);
  }
}

}  // namespace
}  // namespace thalweg::sound
