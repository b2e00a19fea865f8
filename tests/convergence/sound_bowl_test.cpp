// SPDX-License-Identifier: Apache-2.0
// A focused bowl of a case file against the field on its axis: O'Neil (1949), J. Acoust. Soc. Am.
// 21, 516, for a surface that moves evenly in a rigid wall, which is what one-sided sources are.
#include <gtest/gtest.h>

#include <cmath>

#include "solvers/sound/case/parameters.hpp"
#include "tests/convergence/sound_runs.hpp"

namespace thalweg::sound {
namespace {

constexpr double frequency = 1e6, radius = 8e-3, aperture = 8e-3, speed = 1500, apex = 2.5e-3;

std::string bowl_case(const std::string& points, const std::string& origin, bool axisymmetric) {
  const std::string rest = axisymmetric ? ", 0.0]" : ", 0.0, 0.0]";
  return "[grid]\npoints = " + points + "\nspacing = 2.5e-4\norigin = " + origin +
         "\n[sound]\naxisymmetric = " + (axisymmetric ? "true" : "false") +
         "\nabsorbing_layer = { points = 8 }\nrecord_from = 1.3e-5\n"
         "[medium]\nsound_speed = 1500\ndensity = 1000\n"
         "[[source]]\nshape = \"bowl\"\napex = [2.5e-3" +
         rest + "\nfocus = [1.05e-2" + rest +
         "\naperture = 8e-3\n"
         "signal = { kind = \"sine\", frequency = 1e6, amplitude = 1.0 }\n"
         "[time]\ncfl = 0.3\nend = 1.5e-5\n"
         "[[sensor]]\nshape = \"line\"\nfrom = [5e-3" +
         rest + "\nto = [1.45e-2" + rest + "\n";
}

double oneil(double z) {
  const double a = aperture / 2, h = radius - std::sqrt(radius * radius - a * a);
  const double k = 2 * runs::pi * frequency / speed;
  if (std::abs(z - radius) < 1e-9) return k * h;
  return std::abs(2 / (1 - z / radius) * std::sin(k / 2 * (std::hypot(z - h, a) - z)));
}

/// The amplitude at one frequency of a series over whole periods.
double amplitude(const runs::Series& series, int point, double dt) {
  const auto steps = static_cast<std::int64_t>(std::floor(2 / frequency / dt + 1e-6));
  std::complex<double> sum = 0;
  for (std::int64_t n = 0; n < steps; ++n)
    sum += series.at(series.steps() - steps + n, point) *
           std::polar(1.0, -2 * runs::pi * frequency * dt * static_cast<double>(n));
  return 2 * std::abs(sum) / static_cast<double>(steps);
}

/// The largest difference from O'Neil's solution, over its largest value.
double difference_of(const std::string& text) {
  io::Case input = io::Case::parse(text, "bowl.toml");
  const Parameters p = read_parameters(input);
  input.throw_if_errors();
  runs::Series series(p.sensors);
  const auto solver = runs::make(p.problem, true, p.sensors, &series);
  runs::take_steps(*solver, p.problem.steps);
  solver->flush();
  std::vector<double> found, expected;
  for (std::size_t i = 0; i < p.sensors.points.size(); ++i) {
    expected.push_back(oneil(p.grid.place(p.sensors.points[i])[0] - apex));
    found.push_back(amplitude(series, static_cast<int>(i), p.problem.dt));
  }
  const double difference = runs::difference(found, expected);
  std::printf("peak %.4f, O'Neil %.4f, largest difference %.2g\n", runs::largest(found),
              runs::largest(expected), difference);
  return difference;
}

TEST(SoundBowl, FocusesAsItsExactSolution) {
  EXPECT_LT(difference_of(bowl_case("[72, 56, 56]", "[0.0, -7e-3, -7e-3]", false)), 0.002);
}

TEST(SoundBowl, FocusesAboutAnAxis) {
  EXPECT_LT(difference_of(bowl_case("[72, 36]", "[0.0, 0.0]", true)), 0.01);
}

}  // namespace
}  // namespace thalweg::sound
