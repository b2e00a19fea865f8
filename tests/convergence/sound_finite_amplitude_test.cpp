// SPDX-License-Identifier: Apache-2.0
// Plane waves of finite amplitude: harmonics before the shock without losses, and past it with
// Stokes absorption.
#include <gtest/gtest.h>

#include <cstdio>
#include <functional>

#include "tests/convergence/sound_runs.hpp"
#include "tests/support/plane_waves.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;
using testing::fubini;
using testing::mendousse;
using testing::PowerLaw;

constexpr int points = 128;
constexpr double speed = 1500, density = 1000, length = 1.5e-3;  // a wave of 1 MHz
constexpr double k = 2 * pi / length, spacing = length / points;

/// A sine of one wavelength that travels to the right on a periodic line: the waveform after a time
/// t is that which a source's wave has after the way c t.
struct Sine {
  double mach, ratio, cfl;  // ratio: B/A
  double gamma = 0;         // Gol'dberg number of Stokes absorption; 0: none

  double pressure() const { return mach * density * speed * speed; }
  double dt() const { return cfl * spacing / speed; }
  /// What a step adds to sigma.
  double progress() const { return (1 + ratio / 2) * mach * k * speed * dt(); }
  Problem problem() const;
  /// The pressure over its first amplitude, after some steps.
  std::vector<double> after(std::int64_t steps) const;
};

Problem Sine::problem() const {
  Problem p = water({points, 1, 1}, spacing, dt());
  p.medium.nonlinearity = Quantity{ratio};
  if (gamma > 0) {
    const double alpha = (1 + ratio / 2) * mach * k / gamma;
    p.medium.absorption = Absorption::stokes;
    p.medium.absorption_coefficient.value = alpha / std::pow(k * speed, 2) / PowerLaw::nepers(1, 2);
  }
  return p;
}

std::vector<double> Sine::after(std::int64_t steps) const {
  const Problem p = problem();
  const auto solver = make(p);
  const auto wave = [&](double scale, double late, double shift) {
    return on_line(
        points, spacing, [&](double x) { return scale * std::sin(k * x + late); }, shift);
  };
  set_line(*solver, p, wave(pressure(), 0, 0),
           wave(pressure() / (density * speed), k * speed * p.dt / 2, 0.5));
  take_steps(*solver, steps);
  auto values = solver->field(Field::pressure);
  for (double& v : values) v /= pressure();
  return values;
}

double harmonic(const std::vector<double>& values, int n) { return std::abs(amplitude(values, n)); }

/// What may remain of a harmonic, over the first amplitude: the exact solutions are the first order
/// in the Mach number (Hamilton & Blackstock, ch. 3), and the step's products are of second order.
double bound(const Sine& wave, int n, double exact) {
  const double phase = n * k * speed * wave.dt();
  return wave.mach + exact * phase * phase / 2;
}

/// Prints and judges the harmonics of a wave.
void expect_harmonics(const Sine& wave, const std::vector<double>& measured,
                      const std::vector<int>& numbers, const std::function<double(int)>& exact) {
  for (const int n : numbers) {
    const double error = std::abs(harmonic(measured, n) - exact(n));
    std::printf("  %.1e", error);
    EXPECT_LT(error, bound(wave, n, exact(n))) << "harmonic " << n;
    EXPECT_LT(error, 0.01 * exact(n)) << "harmonic " << n;
  }
  std::printf("\n");
}

TEST(FiniteAmplitude, HarmonicsBeforeTheShockFollowFubini) {
  std::printf("  Mach 1e-3, CFL 0.2, errors of harmonics 1 to 5\n    B/A  sigma\n");
  for (const double ratio : {5.0, 10.0})
    for (const double aim : {0.2, 0.5, 0.7}) {
      const Sine wave{.mach = 1e-3, .ratio = ratio, .cfl = 0.2};
      const auto steps = std::llround(aim / wave.progress());
      const double sigma = static_cast<double>(steps) * wave.progress();
      const auto measured = wave.after(steps);
      std::printf("    %-3g  %-4g ", ratio, aim);
      expect_harmonics(wave, measured, {1, 2, 3, 4, 5}, [&](int n) { return fubini(n, sigma); });
    }
}

/// How far the fundamental of a wave that started as sin(k x) has come, in radians of one period.
double phase_of(const std::vector<double>& values) {
  return -std::arg(amplitude(values, 1) * std::complex<double>(0, 1));
}

// The losses follow half a step late (sound_absorption_test.cpp), and the mean density of the wave
// changes the speed by parts of Mach squared: over many waves the whole waveform is shifted, which
// is judged on its own, as a part of the way.
TEST(FiniteAmplitude, WithAbsorptionFollowsMendousseBeforeAndPastTheShock) {
  std::printf(
      "  Mach 1e-3, B/A = 5, CFL 0.2, Stokes absorption: shift over the way, largest error\n"
      "  of the waveform but for it, errors of harmonics 1, 2, 3, 5, 10\n"
      "    gamma  sigma  shift    waveform\n");
  for (const double gamma : {5.0, 20.0})
    for (const double aim : {0.5, 1.0, 3.0}) {
      const Sine wave{.mach = 1e-3, .ratio = 5, .cfl = 0.2, .gamma = gamma};
      const auto steps = std::llround(aim / wave.progress());
      const double way = k * speed * wave.dt() * static_cast<double>(steps),
                   sigma = static_cast<double>(steps) * wave.progress();
      const auto measured = wave.after(steps);
      const double phase = phase_of(measured), shift = std::remainder(phase - way, 2 * pi) / way;
      const auto exact = on_line(points, spacing, [&](double x) {
        // In retarded time the wave runs the other way, and starts half a wave later.
        return mendousse(pi - (k * x - phase), sigma, gamma);
      });
      std::printf("    %-5g  %-5g  %+.0e   %.1e ", gamma, aim, shift, difference(measured, exact));
      EXPECT_LT(std::abs(shift), 5e-5);
      // Half a step late, times the steepness of a shock.
      EXPECT_LT(difference(measured, exact), 0.01 + k * speed * wave.dt() / 2 * gamma / 4);
      expect_harmonics(wave, measured, {1, 2, 3, 5, 10}, [&](int n) { return harmonic(exact, n); });
    }
}

TEST(FiniteAmplitude, IsOfSecondOrderInTheStep) {
  std::printf("  Mach 1e-3, B/A = 5, gamma = 20, sigma = 1\n"
              "    harmonic  orders from CFL 0.8, 0.4, 0.2, 0.1\n");
  std::vector<std::vector<double>> waves;
  Sine wave{.mach = 1e-3, .ratio = 5, .cfl = 0.8, .gamma = 20};
  auto steps = std::llround(1 / wave.progress());
  for (int n = 0; n < 4; ++n, wave.cfl /= 2, steps *= 2) waves.push_back(wave.after(steps));
  for (const int n : {5, 10}) {
    const auto change = [&](std::size_t i) {
      return std::abs(harmonic(waves[i], n) - harmonic(waves[i + 1], n));
    };
    const double first = std::log2(change(0) / change(1)), next = std::log2(change(1) / change(2));
    std::printf("    %-8d  %.3f  %.3f\n", n, first, next);
    EXPECT_NEAR(next, 2, 0.2);
  }
}

}  // namespace
}  // namespace thalweg::sound
