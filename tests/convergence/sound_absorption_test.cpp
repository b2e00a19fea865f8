// SPDX-License-Identifier: Apache-2.0
// Losses by a power of frequency, and the dispersion that belongs to them, wave by wave.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/convergence/sound_runs.hpp"
#include "tests/support/plane_waves.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;
using testing::PowerLaw;

constexpr int points = 64;
constexpr double length = 6e-3, spacing = length / points, speed = 1500;

/// z = exp(-i omega T) of a wave that rings down, from its amplitudes at 0, T, 2 T and 3 T. A
/// standing wave holds two such, of opposite frequency, so a(n + 2) = 2 Re(z) a(n + 1) - |z|^2
/// a(n).
std::complex<double> ringing(const std::array<double, 4>& a) {
  const double det = a[1] * a[1] - a[0] * a[2];
  const double twice_real = (a[1] * a[2] - a[0] * a[3]) / det;
  const double square = (a[2] * a[2] - a[1] * a[3]) / det;
  return {twice_real / 2, -std::sqrt(square - twice_real * twice_real / 4)};
}

struct Tissue {
  Absorption kind;
  double decibels, y;
  bool disperses = true;
};

/// The complex frequency of a wave on the line, from four moments a quarter of a period apart.
std::complex<double> measured_frequency(const Tissue& tissue, int mode, int steps_per_quarter) {
  const double k = 2 * pi * mode / length;
  Problem p = water({points, 1, 1}, spacing, pi / 2 / (k * speed) / steps_per_quarter);
  p.medium.absorption = tissue.kind;
  p.medium.absorption_power = tissue.y;
  p.medium.disperses = tissue.disperses;
  p.medium.absorption_coefficient.value = tissue.decibels;
  p.initial_pressure = sampled(on_line(points, spacing, [&](double x) { return std::cos(k * x); }));
  const auto solver = make(p);
  take_steps(*solver, 2);  // beyond the start, whose pressure has not yet felt the losses
  std::array<double, 4> samples{};
  for (double& a : samples) {
    a = amplitude(solver->field(Field::pressure), mode).real();
    take_steps(*solver, steps_per_quarter);
  }
  using namespace std::complex_literals;
  return 1i * std::log(ringing(samples)) / (steps_per_quarter * p.dt);
}

PowerLaw law_of(const Tissue& tissue) {
  return {speed, PowerLaw::nepers(tissue.decibels, tissue.y), tissue.y};
}

/// Errors of the decay and of the change of frequency, relative to the losses and the dispersion
/// together: both are small beside the frequency itself.
struct Error {
  double decay, frequency;
};

Error error_of(std::complex<double> found, std::complex<double> exact, double lossless) {
  return {std::abs(found.imag() / exact.imag() - 1),
          std::abs(found.real() - exact.real()) / std::abs(exact - lossless)};
}

const char* name(const Tissue& t) { return t.kind == Absorption::stokes ? "Stokes" : "power law"; }

class Losses : public ::testing::TestWithParam<Tissue> {};

// Fractional Laplacians turn |k|^y into omega^y, which holds to first order of the losses: the
// error, relative to them, is a few times their strength. The losses follow the density half a step
// late: a phase of omega dt / 2, and a second-order error of the decay.
TEST_P(Losses, FollowThePowerLawAndItsDispersion) {
  constexpr int steps = 50;
  const PowerLaw law = law_of(GetParam());
  std::printf("  %s, y = %g, %g dB/(MHz^y cm), %d steps/period\n"
              "    MHz   Np/m    m/s      strength  decay      frequency (errors)\n",
              name(GetParam()), law.y, GetParam().decibels, 4 * steps);
  for (const int mode : {1, 2, 4, 8}) {
    const double k = 2 * pi * mode / length, omega = speed * k, late = pi / 2 / steps;
    const Error e =
        error_of(measured_frequency(GetParam(), mode, steps), law.frequency(k), speed * k);
    const double strength = law.strength(omega);
    std::printf("    %-4g  %-6.3f  %-7.2f  %.2e  %.2e   %.2e\n", omega / (2 * pi) * 1e-6,
                law.attenuation(omega), 1 / (1 / speed + law.slowness_change(omega)), strength,
                e.decay, e.frequency);
    EXPECT_LT(e.decay, 3 * strength + late * late);
    EXPECT_LT(e.frequency, 3 * strength + late);
  }
}

TEST_P(Losses, TendToTheLawWithTheirStrength) {
  Tissue tissue = GetParam();
  std::printf("  %s, y = %g, 1 MHz, 1600 steps/period\n    dB/(MHz^y cm)  decay\n", name(tissue),
              tissue.y);
  double last = 0;
  for (const double decibels : {4.0, 2.0, 1.0}) {
    tissue.decibels = decibels;
    const double k = 2 * pi * 4 / length;
    const Error e =
        error_of(measured_frequency(tissue, 4, 400), law_of(tissue).frequency(k), speed * k);
    std::printf("    %-13g  %.2e\n", decibels, e.decay);
    if (last > 0) {
      EXPECT_GT(last / e.decay, 1.8);  // of first order at least
    }
    last = e.decay;
  }
}

// What remains is the error of the step: the late losses make that of the frequency first order.
TEST_P(Losses, AreThoseOfTheFractionalEquationAsTheStepShrinks) {
  std::printf("  %s, y = %g, 1 MHz, against the equation with fractional Laplacians\n"
              "    steps/period  decay     frequency  order\n",
              name(GetParam()), GetParam().y);
  const double k = 2 * pi * 4 / length, strength = law_of(GetParam()).strength(speed * k);
  const auto exact = fractional_frequency(law_of(GetParam()), k);
  double last = 0;
  for (const int steps : {25, 50, 100, 200}) {
    const Error e = error_of(measured_frequency(GetParam(), 4, steps), exact, speed * k);
    const double order = last > 0 ? std::log2(last / e.frequency) : 0, phase = pi / 2 / steps;
    std::printf("    %-12d  %.2e  %.2e   %s\n", 4 * steps, e.decay, e.frequency,
                last > 0 ? std::to_string(order).c_str() : "-");
    EXPECT_LT(e.decay, phase * phase / 12 + strength * phase);
    EXPECT_LT(e.frequency, phase);
    if (last > 0) {
      EXPECT_NEAR(order, 1, 0.15);
    }
    last = e.frequency;
  }
}

/// The pressure where a pulse has met a plane between two densities.
std::vector<double> after_steps(Absorption kind) {
  Problem p = water({points, 1, 1}, spacing, 0.1 * spacing / speed);
  p.medium.absorption = kind;
  p.medium.absorption_power = 2;
  p.medium.absorption_coefficient.value = 5;
  p.medium.density =
      sampled(on_line(points, spacing, [](double x) { return x < length / 2 ? 1000 : 4000; }));
  p.initial_pressure = sampled(on_line(points, spacing, [](double x) {
    return 1e5 * std::exp(-std::pow((x - length / 4) / (4 * spacing), 2));
  }));
  const auto solver = make(p);
  take_steps(*solver, 200);
  return solver->field(Field::pressure);
}

// |k|^0 is 1 for k = 0, too: where the density varies, rho0 div u has a mean.
TEST(PowerOfTwo, IsStokesAbsorption) {
  EXPECT_LT(difference(after_steps(Absorption::power_law), after_steps(Absorption::stokes)), 1e-10);
}

// Losses in proportion to the frequency, as soft tissue nearly has: their dispersion by the power
// law is infinite, so they stand alone.
TEST(PowerOfOne, LosesWithoutDispersion) {
  constexpr int steps = 50;
  constexpr double late = pi / 2 / steps;
  const Tissue tissue{Absorption::power_law, 0.5, 1, false};
  for (const int mode : {2, 8}) {
    const double frequency = speed * 2 * pi * mode / length,
                 decay = speed * PowerLaw::nepers(tissue.decibels, 1) * frequency,
                 strength = decay / frequency;
    const auto found = measured_frequency(tissue, mode, steps);
    EXPECT_NEAR(-found.imag() / decay, 1, 3 * strength + late * late);
    EXPECT_LT(std::abs(found.real() - frequency) / decay, 3 * strength + late);
  }
}

INSTANTIATE_TEST_SUITE_P(Tissues, Losses,
                         ::testing::Values(Tissue{Absorption::power_law, 0.5, 1.05},
                                           Tissue{Absorption::power_law, 0.5, 1.5},
                                           Tissue{Absorption::power_law, 0.5, 2},
                                           Tissue{Absorption::stokes, 0.5, 2}));

}  // namespace
}  // namespace thalweg::sound
