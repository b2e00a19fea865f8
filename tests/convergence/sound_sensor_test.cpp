// SPDX-License-Identifier: Apache-2.0
// What sensors hear between grid points, against fields that are known everywhere.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "tests/convergence/sound_waves.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;

constexpr int steps = 40;

/// Series of any number of fields.
class Rows : public SeriesSink {
 public:
  explicit Rows(std::int64_t points) : points_(static_cast<std::size_t>(points)) {}
  void write(Field field, std::int64_t, std::int64_t rows, const float* values) override {
    auto& all = rows_[field];
    all.insert(all.end(), values, values + static_cast<std::size_t>(rows) * points_);
  }
  double at(Field field, std::size_t row, std::size_t point) const {
    return static_cast<double>(rows_.at(field).at(row * points_ + point));
  }

 private:
  std::size_t points_;
  std::map<Field, std::vector<float>> rows_;
};

struct Errors {
  double pressure = 0, snapped = 0, velocity = 0, colocated = 0, statistics = 0;
};

Sensors sensors_at(const Problem& p, const std::vector<Position>& places, double tolerance) {
  Sensors sensors{.points = {},
                  .records = {{Field::pressure, Statistic::raw}},
                  .first_step = 0,
                  .places = places,
                  .tolerance = tolerance};
  for (const Position& place : places) sensors.points.push_back(nearest(p, place));
  for (const Statistic s : {Statistic::maximum, Statistic::minimum, Statistic::rms})
    sensors.records.push_back({Field::pressure, s});
  for (int c = 0; c < p.dimensions; ++c)
    for (const Field first : {Field::velocity_x, Field::colocated_velocity_x})
      sensors.records.push_back({component(first, c), Statistic::raw});
  return sensors;
}

/// Statistics are those of the rows.
double statistics_apart(const WaveSolver& solver, const Rows& rows, std::size_t point) {
  double highest = -HUGE_VAL, lowest = HUGE_VAL, squares = 0;
  for (std::size_t row = 0; row <= steps; ++row) {
    const double p = rows.at(Field::pressure, row, point);
    highest = std::max(highest, p);
    lowest = std::min(lowest, p);
    squares += p * p;
  }
  const auto value = [&](Statistic s) {
    return static_cast<double>(solver.statistic({Field::pressure, s}).at(point));
  };
  return larger(larger(std::abs(value(Statistic::maximum) - highest),
                       std::abs(value(Statistic::minimum) - lowest)),
                std::abs(value(Statistic::rms) - std::sqrt(squares / (steps + 1))));
}

Errors heard(const StandingWave& wave, double tolerance) {
  const Problem& p = wave.problem;
  const auto places = scattered(p, 25);
  const Sensors sensors = sensors_at(p, places, tolerance);
  Rows rows(sensors.size());
  const auto solver = make(p, false, sensors, &rows);
  take_steps(*solver, steps + 1);  // the initial pressure enters within the first
  solver->flush();
  Errors e;
  const auto grow = [](double& most, double a, double b) { most = larger(most, std::abs(a - b)); };
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t between = places.size() + i;
    e.statistics = larger(e.statistics, statistics_apart(*solver, rows, between));
    for (std::size_t row = 0; row <= steps; ++row) {
      const double t = static_cast<double>(row) * p.dt, exact = wave.pressure(places[i], t);
      grow(e.pressure, rows.at(Field::pressure, row, between), exact);
      grow(e.snapped, rows.at(Field::pressure, row, i), exact);
      for (int c = 0; c < p.dimensions; ++c) {
        Position on = places[i];
        on[static_cast<std::size_t>(c)] += 0.5;
        const double earlier = t - p.dt / 2;
        grow(e.velocity, rows.at(component(Field::velocity_x, c), row, between) / wave.scale(),
             wave.velocity(on, earlier, c) / wave.scale());
        grow(e.colocated,
             rows.at(component(Field::colocated_velocity_x, c), row, between) / wave.scale(),
             wave.velocity(places[i], earlier, c) / wave.scale());
      }
    }
  }
  return e;
}

void expect_as_stated(const StandingWave& wave, double tolerance) {
  const Errors e = heard(wave, tolerance);
  double shortest = 0;
  for (const double k : wave.k) shortest = std::max(shortest, k);
  std::printf("    %d    %-12.2g  %-9g  %.1e    %.1e   %.1e   %.1e\n", wave.problem.dimensions,
              2 * pi / shortest, tolerance, e.snapped, e.pressure, e.velocity, e.colocated);
  const double bound = wave.problem.dimensions * tolerance + 3e-7;  // series are floats
  EXPECT_LT(e.pressure, bound);
  EXPECT_LT(e.velocity, bound);
  EXPECT_LT(e.colocated, bound);
  EXPECT_LT(e.statistics, 2e-7);
  EXPECT_GT(e.snapped, 100 * e.pressure);
}

TEST(SensorsBetweenPoints, HearTheWaveThatIsThere) {
  std::printf("    axes points/wave   tolerance  snapped    pressure  velocity  colocated\n");
  for (const int mode : {16, 12, 8, 4})
    expect_as_stated(StandingWave({48, 40, 1}, {mode, mode / 3, 0}), 1e-4);
  expect_as_stated(StandingWave({48, 40, 1}, {8, 3, 0}), 1e-6);
  expect_as_stated(StandingWave({48, 40, 1}, {8, 3, 0}), 0);
  expect_as_stated(StandingWave({24, 20, 18}, {6, 3, 2}), 1e-4);
}

/// An axisymmetric Gaussian and its slope along the radius, in cells.
struct RadialGaussian {
  static constexpr double width = 3, middle = 20;
  static double pressure(double x, double r) {
    return std::exp(-((x - middle) * (x - middle) + r * r) / (2 * width * width));
  }
  static double slope(double x, double r) { return -r / (width * width) * pressure(x, r); }
};

// At time 0 the pressure is the initial one, and u = dt / (2 rho) grad p. (4.5) Steps are so short
// that the k-space correction of the gradient is nothing.
TEST(SensorsBetweenPoints, ReachOverTheAxis) {
  Problem p = water({40, 24, 1}, spacing, 1e-3 * spacing / speed);
  p.axisymmetric = true;
  std::vector<double> start;
  for (int r = 0; r < 24; ++r)
    for (int x = 0; x < 40; ++x) start.push_back(RadialGaussian::pressure(x, r));
  p.initial_pressure = sampled(start);
  std::vector<Position> places;
  for (double r = 0.1; r < 12; r += 0.37) places.push_back({17.3 + 0.2 * r, r, 0});
  const Sensors sensors = sensors_at(p, places, 1e-4);
  Rows rows(sensors.size());
  const auto solver = make(p, false, sensors, &rows);
  solver->step();
  solver->flush();
  const double per_slope = p.dt / (2 * density * spacing);
  double pressure = 0, snapped = 0, velocity = 0, colocated = 0, at_points = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t between = places.size() + i;
    const double x = places[i][0], r = places[i][1], exact = RadialGaussian::pressure(x, r);
    pressure = larger(pressure, std::abs(rows.at(Field::pressure, 0, between) - exact));
    snapped = larger(snapped, std::abs(rows.at(Field::pressure, 0, i) - exact));
    const auto off = [&](Field field, double at) {
      return std::abs(rows.at(field, 0, between) / per_slope - RadialGaussian::slope(x, at));
    };
    velocity = larger(velocity, off(Field::velocity_y, r + 0.5));
    colocated = larger(colocated, off(Field::colocated_velocity_y, r));
    const double at_point = rows.at(Field::colocated_velocity_y, 0, i) / per_slope;
    at_points =
        larger(at_points, std::abs(at_point - RadialGaussian::slope(std::round(x), std::round(r))));
  }
  std::printf("  snapped %.1e, between points %.1e; radial velocity %.1e, colocated %.1e, "
              "at points %.1e\n",
              snapped, pressure, velocity, colocated, at_points);
  EXPECT_LT(pressure, 1e-4);
  EXPECT_LT(velocity, 1e-4);
  EXPECT_LT(colocated, 1e-4);
  EXPECT_LT(at_points, 1e-7);  // without a window, and of a band-limited field
  EXPECT_GT(snapped, 100 * pressure);
}

}  // namespace
}  // namespace thalweg::sound
