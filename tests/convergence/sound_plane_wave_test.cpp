// SPDX-License-Identifier: Apache-2.0
// Plane waves on a periodic line without losses: exact in time where the sound speed is that of the
// k-space operators, and of second order where it is not.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/convergence/sound_runs.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;

constexpr double speed = 1500, density = 1000, length = 0.064;
constexpr int points = 64;
constexpr double spacing = length / points;

/// What a step of CFL number cfl makes of the wave `mode` that travels to the right.
struct WaveErrors {
  double amplitude_error, phase_error;  // phase in radians
};

WaveErrors travel(int mode, double cfl, double periods, bool single_precision) {
  const Problem p = water({points, 1, 1}, spacing, cfl * spacing / speed);
  const double k = 2 * pi * mode / length, omega = k * speed;
  const auto solver = make(p, single_precision);
  set_line(*solver, p, on_line(points, spacing, [&](double x) { return std::cos(k * x); }),
           on_line(
               points, spacing,
               [&](double x) { return std::cos(k * x + omega * p.dt / 2) / (density * speed); },
               0.5));
  const auto steps = std::llround(periods * 2 * pi / (omega * p.dt));
  take_steps(*solver, steps);
  const auto measured = amplitude(solver->field(Field::pressure), mode);
  const auto exact = std::polar(1.0, -omega * p.dt * static_cast<double>(steps));
  return {std::abs(std::abs(measured) - 1), std::abs(std::arg(measured / exact))};
}

// Tabei, Mast & Waag, J. Acoust. Soc. Am. 111, 53 (2002): sinc(c_ref k dt / 2) makes the leapfrog
// exact for any step, and not only stable below a limit. Rounding gathers over the steps, and
// fastest where the two roots of the leapfrog meet (c_ref k dt = pi: the shortest waves at a CFL
// number of 1), where it grows with their square: the bounds allow 1e4 and 1e3 roundings.
TEST(HomogeneousPlaneWave, IsExactWhateverTheStep) {
  std::printf("  ten periods\n    precision  points/wave  CFL    amplitude   phase [rad]\n");
  for (const bool single_precision : {false, true})
    for (const int mode : {4, 16, 28})
      for (const double cfl : {0.1, 0.3, 1.0, 1.7}) {
        const auto [amplitude_error, phase_error] = travel(mode, cfl, 10, single_precision);
        std::printf("    %-9s  %-11.2f  %-5g  %.2e    %.2e\n",
                    single_precision ? "single" : "double", double(points) / mode, cfl,
                    amplitude_error, phase_error);
        const double bound = single_precision ? 1e-4 : 2e-12;
        EXPECT_LT(amplitude_error, bound) << "mode " << mode << ", CFL " << cfl;
        EXPECT_LT(phase_error, bound) << "mode " << mode << ", CFL " << cfl;
      }
}

/// A pressure at rest on the same line: p = cos(k x) cos(omega t). Returns the largest error.
double standing_error(double cfl, int steps) {
  Problem p = water({points, 1, 1}, spacing, cfl * spacing / speed);
  const double k = 2 * pi * 3 / length;
  const auto start = on_line(points, spacing, [&](double x) { return std::cos(k * x); });
  p.initial_pressure = sampled(start);
  const auto solver = make(p);
  take_steps(*solver, steps + 1);  // the initial pressure enters within the first
  auto exact = start;
  for (double& v : exact) v *= std::cos(k * speed * p.dt * steps);
  const auto measured = solver->field(Field::pressure);
  double most = 0;
  for (std::size_t i = 0; i < exact.size(); ++i)
    most = larger(most, std::abs(measured[i] - exact[i]));
  return most;
}

TEST(HomogeneousPlaneWave, FromAnInitialPressureIsExactToo) {
  std::printf("  standing wave after 333 steps\n    CFL    error\n");
  for (const double cfl : {0.1, 0.3, 1.0, 1.7}) {
    const double error = standing_error(cfl, 333);
    std::printf("    %-5g  %.2e\n", cfl, error);
    EXPECT_LT(error, 2e-12) << cfl;
  }
}

/// A line whose sound speed varies but whose impedance does not. With tau = int dx / c the wave
/// equation has constant coefficients in tau, so nothing is reflected and p = f(t - tau):
/// Brekhovskikh & Godin, Acoustics of Layered Media I (1990), on layers of equal impedance.
struct MatchedLine {
  static constexpr double variation = 0.3, impedance = density * speed;
  double c(double x) const { return speed / (1 + variation * std::cos(2 * pi * x / length)); }
  double tau(double x) const {
    return (x + variation * length / (2 * pi) * std::sin(2 * pi * x / length)) / speed;
  }
  double period() const { return length / speed; }
  double pressure(double x, double t) const { return std::cos(4 * pi * (t - tau(x)) / period()); }
};

/// Error after 2.3 passages with steps of the period over `steps`.
double matched_error(int steps) {
  const MatchedLine line;
  constexpr int n = 128;
  constexpr double dx = length / n;
  Problem p = water({n, 1, 1}, dx, line.period() / steps);
  const auto sample = [&](auto function, double shift) { return on_line(n, dx, function, shift); };
  const auto rho = [&](double x) { return MatchedLine::impedance / line.c(x); };
  p.medium.sound_speed = sampled(sample([&](double x) { return line.c(x); }, 0));
  p.medium.density = sampled(sample(rho, 0));
  p.medium.density_staggered[0] = sampled(sample(rho, 0.5));
  p.sound_speed_ref = speed / (1 - MatchedLine::variation);
  const auto solver = make(p);
  set_line(
      *solver, p, sample([&](double x) { return line.pressure(x, 0); }, 0),
      sample([&](double x) { return line.pressure(x, -p.dt / 2) / MatchedLine::impedance; }, 0.5));
  const int taken = 23 * steps / 10;
  take_steps(*solver, taken);
  const double t = taken * p.dt;
  return difference(solver->field(Field::pressure),
                    sample([&](double x) { return line.pressure(x, t); }, 0));
}

TEST(HeterogeneousPlaneWave, IsOfSecondOrderInTheStep) {
  std::printf("  sound speed 1154 to 2143 m/s at one impedance, 2.3 passages\n"
              "    steps/passage  error      order\n");
  double last = 0;
  for (const int steps : {200, 400, 800, 1600}) {
    const double error = matched_error(steps);
    const double order = last > 0 ? std::log2(last / error) : 0;
    std::printf("    %-13d  %.3e  %s\n", steps, error,
                last > 0 ? std::to_string(order).c_str() : "-");
    if (last > 0) {
      EXPECT_NEAR(order, 2, 0.05);
    }
    last = error;
  }
  EXPECT_LT(last, 1e-3);
}

}  // namespace
}  // namespace thalweg::sound
