// SPDX-License-Identifier: Apache-2.0
// What sensors hear between grid points, against fields that are known everywhere.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "tests/convergence/sound_runs.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;

constexpr double speed = 1500, density = 1000, spacing = 1e-4;
constexpr int steps = 40;

using Place = std::array<double, 3>;  // in cells

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

/// Places with no system in them, some of them beyond the last point of an axis.
std::vector<Place> scattered(const Problem& p, int count) {
  std::vector<Place> places;
  for (int i = 0; i < count; ++i) {
    Place place{};
    for (std::size_t d = 0; d < static_cast<std::size_t>(p.dimensions); ++d)
      place[d] = std::fmod(0.21 + i * (5.37 + 1.73 * static_cast<double>(d)), p.points[d] - 0.5);
    places.push_back(place);
  }
  return places;
}

std::int64_t nearest(const Problem& p, const Place& place) {
  std::int64_t index = 0;
  for (std::size_t d = 3; d-- > 0;)
    index = index * p.points[d] +
            std::min<int>(static_cast<int>(std::lround(place[d])), p.points[d] - 1);
  return index;
}

/// p = cos(k x) cos(omega t), which the method solves exactly, whatever the step.
struct StandingWave {
  std::array<int, 3> modes;
  Problem problem;
  Place k{};  // per cell
  double omega = 0;

  StandingWave(std::array<int, 3> points, std::array<int, 3> waves) : modes(waves) {
    problem = water(points, spacing, 0.3 * spacing / speed);
    for (std::size_t d = 0; d < 3; ++d) {
      k[d] = 2 * pi * modes[d] / points[d];
      omega += k[d] * k[d];
    }
    omega = std::sqrt(omega) * speed / spacing;
    std::vector<double> start;
    for (int z = 0; z < points[2]; ++z)
      for (int y = 0; y < points[1]; ++y)
        for (int x = 0; x < points[0]; ++x)
          start.push_back(pressure({double(x), double(y), double(z)}, 0));
    problem.initial_pressure = sampled(start);
  }
  double phase(const Place& x) const { return k[0] * x[0] + k[1] * x[1] + k[2] * x[2]; }
  double pressure(const Place& x, double t) const {
    return std::cos(phase(x)) * std::cos(omega * t);
  }
  /// Along axis c; rho du/dt = -grad p.
  double velocity(const Place& x, double t, int c) const {
    return k[static_cast<std::size_t>(c)] / spacing / (density * omega) * std::sin(phase(x)) *
           std::sin(omega * t);
  }
  /// The largest velocity, by which errors are judged.
  double scale() const { return 1 / (density * speed); }
};

struct Errors {
  double pressure = 0, snapped = 0, velocity = 0, colocated = 0, statistics = 0;
};

Sensors sensors_at(const Problem& p, const std::vector<Place>& places, double tolerance) {
  Sensors sensors{.points = {},
                  .records = {{Field::pressure, Statistic::raw}},
                  .first_step = 0,
                  .places = places,
                  .tolerance = tolerance};
  for (const Place& place : places) sensors.points.push_back(nearest(p, place));
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
        Place on = places[i];
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

/// A Gaussian about an axis and its slope along the radius, in cells.
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
  std::vector<Place> places;
  for (double r = 0.1; r < 12; r += 0.37) places.push_back({17.3 + 0.2 * r, r, 0});
  const Sensors sensors = sensors_at(p, places, 1e-4);
  Rows rows(sensors.size());
  const auto solver = make(p, false, sensors, &rows);
  solver->step();
  solver->flush();
  const double per_slope = p.dt / (2 * density * spacing);
  double pressure = 0, snapped = 0, velocity = 0, colocated = 0;
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
  }
  std::printf("  snapped %.1e, between points %.1e; radial velocity %.1e, colocated %.1e\n",
              snapped, pressure, velocity, colocated);
  EXPECT_LT(pressure, 1e-4);
  EXPECT_LT(velocity, 1e-4);
  EXPECT_LT(colocated, 1e-4);
  EXPECT_GT(snapped, 100 * pressure);
}

/// p = cos(k x - omega t) on an oblique k, of `period` steps: under way from the start.
struct TravellingWave {
  Problem problem;
  Place k{};  // [1/m]
  double wave_number = 0;
  int period;

  TravellingWave(std::array<int, 3> points, std::array<int, 3> modes, int steps_per_period)
      : period(steps_per_period) {
    problem = water(points, spacing, 1);
    for (std::size_t d = 0; d < 3; ++d) {
      k[d] = 2 * pi * modes[d] / (points[d] * spacing);
      wave_number += k[d] * k[d];
    }
    wave_number = std::sqrt(wave_number);
    problem.dt = 2 * pi / (wave_number * speed * period);
  }
  /// cos(k x - omega t) at the grid's points, moved by half a cell along one axis (-1: none).
  std::vector<double> values(double steps_later, int moved, double factor) const {
    std::vector<double> all;
    const auto [nx, ny, nz] = problem.points;
    for (int z = 0; z < nz; ++z)
      for (int y = 0; y < ny; ++y)
        for (int x = 0; x < nx; ++x) {
          Place at{double(x), double(y), double(z)};
          if (moved >= 0) at[static_cast<std::size_t>(moved)] += 0.5;
          const double kx = spacing * (k[0] * at[0] + k[1] * at[1] + k[2] * at[2]);
          all.push_back(factor * std::cos(kx - 2 * pi * steps_later / period));
        }
    return all;
  }
  void start(WaveSolver& solver) const {
    constexpr const char* parts[] = {"rhox", "rhoy", "rhoz"};
    constexpr const char* velocities[] = {"ux_sgx", "uy_sgy", "uz_sgz"};
    std::vector<StateArray> state{{"p", values(0, -1, 1)}};
    for (int c = 0; c < problem.dimensions; ++c) {
      const double along = k[static_cast<std::size_t>(c)] / wave_number;
      state.push_back({parts[c], values(0, -1, along * along / (speed * speed))});
      state.push_back({velocities[c], values(-0.5, c, along / (density * speed))});
    }
    solver.set_state(0, state);
  }
  /// p^2 / (2 rho c) along each axis, for an amplitude of 1.
  double intensity(int c) const {
    return k[static_cast<std::size_t>(c)] / wave_number / (2 * density * speed);
  }
};

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

Sensors intensity_sensors(const Problem& p, const std::vector<Place>& places) {
  Sensors sensors;
  for (const Place& place : places) sensors.points.push_back(nearest(p, place));
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
