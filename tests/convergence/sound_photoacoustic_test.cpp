// SPDX-License-Identifier: Apache-2.0
// Waves from an initial pressure in two and three dimensions, and axisymmetric ones, against exact
// solutions.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "tests/convergence/sound_runs.hpp"
#include "tests/support/photoacoustics.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;
using testing::Ball;
using testing::Disc;

constexpr double speed = 1500, spacing = 1e-4;

/// A square or cubic grid of n points each way, with the source at its middle.
struct Box {
  int n, dimensions;

  double distance(std::int64_t index) const {
    double square = 0;
    for (int d = 0; d < dimensions; ++d, index /= n)
      square += std::pow(static_cast<double>(index % n - n / 2), 2);
    return spacing * std::sqrt(square);
  }
  std::int64_t point(std::array<int, 3> from_middle) const {
    std::int64_t index = 0;
    for (int d = dimensions; d-- > 0;)
      index = index * n + n / 2 + from_middle[static_cast<std::size_t>(d)];
    return index;
  }
};

/// The initial pressure of a source on a box; many points lie at the same distance.
template <class Source>
Quantity start_of(const Source& source, const Box& box) {
  std::map<double, double> known;
  std::vector<double> values;
  const auto size = static_cast<std::int64_t>(std::pow(box.n, box.dimensions) + 0.5);
  for (std::int64_t i = 0; i < size; ++i) {
    const double r = box.distance(i);
    const auto [at, is_new] = known.try_emplace(r, 0);
    // Beyond eight deviations the Gaussian has nothing left in double precision.
    if (is_new && r < source.radius + 8 * source.w) at->second = source.initial(r);
    values.push_back(at->second);
  }
  return sampled(std::move(values));
}

/// The largest error at each sensor over the largest initial pressure, 1.
template <class Source>
void expect_agreement(const Source& source, const Box& box, double cfl, int cells,
                      const std::vector<std::array<int, 3>>& places, bool single_precision,
                      double bound) {
  const int n = box.n;
  Problem p = water({n, n, box.dimensions == 3 ? n : 1}, spacing, cfl * spacing / speed);
  p.initial_pressure = start_of(source, box);
  Sensors sensors{.points = {}, .records = {{Field::pressure, Statistic::raw}}, .first_step = 0};
  for (const auto& place : places) sensors.points.push_back(box.point(place));
  p.steps = std::llround(cells / cfl);
  Series series(sensors);
  const auto solver = make(p, single_precision, sensors, &series);
  take_steps(*solver, p.steps);
  solver->flush();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double r = box.distance(sensors.points[i]);
    double error = 0, most = 0;
    for (std::int64_t step = 0; step < series.steps(); ++step) {
      const double exact = source.pressure(r, speed * p.dt * static_cast<double>(step));
      error = larger(error, std::abs(series.at(step, static_cast<int>(i)) - exact));
      most = std::max(most, std::abs(exact));
    }
    std::printf("    %-9s  %-3g  %-5.2f  %.4f    %.2e\n", single_precision ? "single" : "double",
                cfl, r / spacing, most, error);
    EXPECT_LT(error, bound);
  }
}

/// Precision and CFL number. Of the two numbers the longer step shows more of the rounding.
constexpr std::pair<bool, double> runs_of_a_source[] = {{false, 0.3}, {false, 0.9}, {true, 0.9}};

// The ball's edge, smoothed over 1.5 cells, holds 1e-5 of its spectrum beyond the grid's waves.
TEST(Photoacoustic, BallGivesTheNWave) {
  const Ball ball{8 * spacing, 1.5 * spacing};
  std::printf("  ball of radius 8 cells on 72^3, sharp to 1.5 cells\n"
              "    precision  CFL  cells  largest  error\n");
  for (const auto& [single_precision, cfl] : runs_of_a_source)
    expect_agreement(ball, {72, 3}, cfl, 33, {{{16, 0, 0}}, {{0, 11, 11}}, {{-9, 9, 9}}},
                     single_precision, single_precision ? 2e-5 : 1e-6);
}

TEST(Photoacoustic, DiscFollowsTheIntegral) {
  const Disc disc{10 * spacing, 1.5 * spacing};
  std::printf("  disc of radius 10 cells on 128^2, sharp to 1.5 cells\n"
              "    precision  CFL  cells  largest  error\n");
  for (const auto& [single_precision, cfl] : runs_of_a_source)
    expect_agreement(disc, {128, 2}, cfl, 70, {{{20, 0, 0}}, {{-14, 14, 0}}, {{0, 30, 0}}},
                     single_precision, single_precision ? 2e-5 : 1e-6);
}

/// The largest error of the pressure in an axisymmetric grid, where the ball stands on it, after a
/// way of `cells`; layers would hide nothing yet.
double axisymmetric_error(const Ball& ball, double cfl, int cells) {
  constexpr int along = 96, radii = 64;
  Problem p = water({along, radii, 1}, spacing, cfl * spacing / speed);
  p.axisymmetric = true;
  const auto distance = [](std::int64_t i) {
    return spacing *
           std::hypot(static_cast<double>(i % along - along / 2), static_cast<double>(i / along));
  };
  std::vector<double> start;
  for (std::int64_t i = 0; i < p.size(); ++i) start.push_back(ball.initial(distance(i)));
  p.initial_pressure = sampled(start);
  const auto solver = make(p);
  const auto steps = std::llround(cells / cfl);
  take_steps(*solver, steps + 1);
  const auto found = solver->field(Field::pressure);
  double error = 0;
  for (std::int64_t i = 0; i < p.size(); ++i) {
    const double r = distance(i);
    if (r < spacing) continue;  // the formula divides by r
    const double exact = ball.pressure(r, speed * p.dt * static_cast<double>(steps));
    error = larger(error, std::abs(found[static_cast<std::size_t>(i)] - exact));
  }
  return error;
}

// The axisymmetric k-space correction is made of cosines along the radius, which are not the
// waves of a cylinder: second order in the step is left.
TEST(Photoacoustic, BallAboutAnAxisIsOfSecondOrderInTheStep) {
  const Ball ball{8 * spacing, 1.5 * spacing};
  std::printf(
      "  axisymmetric ball of radius 8 cells, after 24 cells\n    CFL    error     order\n");
  double last = 0;
  for (const double cfl : {0.4, 0.2, 0.1, 0.05}) {
    const double error = axisymmetric_error(ball, cfl, 24);
    const double order = last > 0 ? std::log2(last / error) : 0;
    std::printf("    %-5g  %.2e  %s\n", cfl, error, last > 0 ? std::to_string(order).c_str() : "-");
    if (last > 0) {
      EXPECT_NEAR(order, 2, 0.3);
    }
    last = error;
  }
  EXPECT_LT(last, 3e-5);
}

}  // namespace
}  // namespace thalweg::sound
