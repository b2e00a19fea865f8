// SPDX-License-Identifier: Apache-2.0
// Small problems for the ultrasound solver, and runs of them, for its tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <numbers>
#include <vector>

#include "solvers/sound/problem/wave_solver.hpp"
#include "tests/support/test_device.hpp"

namespace thalweg::sound::runs {

inline constexpr double pi = std::numbers::pi;

/// Values at all points as a quantity of the medium.
inline Quantity sampled(std::vector<double> values) {
  return {0, [values = std::move(values)](std::int64_t begin, std::int64_t end, double* to) {
            std::copy(values.begin() + begin, values.begin() + end, to);
          }};
}

/// A function of the point's number along x, on a line of n points; `shift` in cells.
template <class Function>
std::vector<double> on_line(int n, double spacing, Function function, double shift = 0) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i) values.push_back(function((i + shift) * spacing));
  return values;
}

/// Water-like and lossless, equally spaced, periodic.
inline Problem water(std::array<int, 3> points, double spacing, double dt) {
  Problem p;
  p.points = points;
  p.dimensions = points[2] > 1 ? 3 : points[1] > 1 ? 2 : 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(p.dimensions); ++d) p.spacing[d] = spacing;
  p.dt = dt;
  p.sound_speed_ref = 1500;
  p.medium.sound_speed.value = 1500;
  p.medium.density.value = 1000;
  return p;
}

inline void take_steps(WaveSolver& solver, std::int64_t count) {
  for (std::int64_t n = 0; n < count; ++n) solver.step();
}

inline std::unique_ptr<WaveSolver>
make(const Problem& problem, bool single_precision = false, const Sensors& sensors = {},
     SeriesSink* sink = nullptr,
     const transport::Communicator& comm = transport::Communicator::self()) {
  auto solver = make_wave_solver(
      problem, sensors, sink,
      {.single_precision = single_precision, .device = thalweg::testing::test_device()}, comm);
  solver->initialise();
  return solver;
}

/// A wave that is under way: pressure at time 0 and velocity half a step before and half a cell
/// on, on a line. The first step leads to time dt.
inline void set_line(WaveSolver& solver, const Problem& problem,
                     const std::vector<double>& pressure, const std::vector<double>& velocity) {
  const double c = problem.medium.sound_speed.value;
  std::vector<double> density, speeds(pressure.size(), c);
  if (!problem.medium.sound_speed.uniform())
    problem.medium.sound_speed.read(0, static_cast<std::int64_t>(speeds.size()), speeds.data());
  for (std::size_t i = 0; i < pressure.size(); ++i)
    density.push_back(pressure[i] / (speeds[i] * speeds[i]));
  solver.set_state(0, {{"p", pressure}, {"rhox", density}, {"ux_sgx", velocity}});
}

/// The pressure's series at the sensors, whole.
class Series : public SeriesSink {
 public:
  void write(Field, std::int64_t, std::int64_t rows, const float* values) override {
    all_.insert(all_.end(), values, values + rows * points_);
  }
  explicit Series(const Sensors& sensors) : points_(static_cast<int>(sensors.size())) {}
  std::int64_t steps() const { return static_cast<std::int64_t>(all_.size()) / points_; }
  std::vector<double> all() const { return {all_.begin(), all_.end()}; }
  double at(std::int64_t step, int point) const {
    return all_[static_cast<std::size_t>(step * points_ + point)];
  }

 private:
  int points_;
  std::vector<float> all_;
};

/// The larger of two; one that is not a number stays, so that no comparison passes by it.
inline double larger(double a, double b) { return a >= b || std::isnan(a) ? a : b; }

inline double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double v : values) most = larger(most, std::abs(v));
  return most;
}

/// The largest difference over the largest value of b.
inline double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = larger(most, std::abs(a[i] - b[i]));
  return most / largest(b);
}

/// The complex amplitude of exp(2 pi i mode x / L) in periodic values; a cosine's is 1.
inline std::complex<double> amplitude(const std::vector<double>& values, int mode) {
  const double n = static_cast<double>(values.size());
  std::complex<double> sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    sum += values[i] * std::polar(1.0, -2 * pi * mode * static_cast<double>(i) / n);
  return sum * (2 / n);
}

}  // namespace thalweg::sound::runs
