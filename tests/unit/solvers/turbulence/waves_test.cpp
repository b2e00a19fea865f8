// SPDX-License-Identifier: Apache-2.0
// Plane waves of rotation, stratification and a uniform magnetic field: their frequencies, against
// the dispersion relations, and their decay.
#include <cmath>

#include "solvers/turbulence/initial/initial_wave.hpp"
#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

/// A wave of mode numbers (2, -1, 3) in a box of sides 2 pi, 4 pi, 2 pi.
Parameters wave_case(Equations equations) {
  Parameters p = flows::cube(12, 0.01, "rk4", 0.02);
  p.points = {12, 10, 14};
  p.length[1] *= 2;
  p.equations = equations;
  p.diffusivity = p.resistivity = p.viscosity;
  p.initial.kind = InitialKind::wave;
  p.initial.mode = {2, -1, 3};
  p.initial.amplitude = 0.1;
  return p;
}
constexpr double kx = 2, ky = -0.5, kz = 3;
const double k = std::sqrt(kx * kx + ky * ky + kz * kz);

/// <u(t) . u(0)> / <u(0)^2>.
double correlation(const Parameters& p, double time) {
  const auto solver = started(p);
  const std::vector<double> before = flows::velocity_of(*solver);
  flows::run_to(*solver, time);
  const std::vector<double> after = flows::velocity_of(*solver);
  double product = 0, square = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    product += before[i] * after[i];
    square += before[i] * before[i];
  }
  return product / square;
}

/// The wave turns by `frequency`, which is close to what a phase of five radians shows.
void expect_wave(const Parameters& p, double frequency) {
  const double time = 5.1 / frequency;
  EXPECT_NEAR(correlation(p, time), std::exp(-p.viscosity * k * k * time) * std::cos(5.1), 1e-6);
  EXPECT_NEAR(std::abs(plane_wave(p, describe(p)).frequency), frequency, 1e-13 * frequency);
}

TEST(Waves, OfInertiaHaveTwiceTheRotationAlongThem) {
  Parameters p = wave_case(Equations::navier_stokes);
  p.rotation = {0, 0, 1.5};
  expect_wave(p, 2 * 1.5 * kz / k);
  p.rotation = {0.7, -1.1, 0.4};
  expect_wave(p, 2 * std::abs(0.7 * kx - 1.1 * ky + 0.4 * kz) / k);
}

TEST(Waves, OfGravityHaveTheBuoyancyFrequencyAcrossTheVertical) {
  Parameters p = wave_case(Equations::boussinesq);
  p.buoyancy_frequency = 2;
  expect_wave(p, 2 * std::hypot(kx, ky) / k);
  p.rotation = {0.3, 0, 1};
  expect_wave(p, std::hypot(2 * std::hypot(kx, ky) / k, 2 * (0.3 * kx + kz) / k));
}

TEST(Waves, OfAlfvenRunAlongTheField) {
  Parameters p = wave_case(Equations::mhd);
  p.mean_field = {0.5, -0.2, 0.8};
  expect_wave(p, 0.5 * kx + 0.2 * 0.5 + 0.8 * kz);
}

// With nu and eta apart a wave decays by their mean, and is slower: standing, u is
// exp(-s t) (cos w t - d / w sin w t), s and d half the sum and half the difference of nu k^2 and
// eta k^2, w^2 = (k . B)^2 - d^2.
TEST(Waves, OfAlfvenDecayByTheMeanOfViscosityAndResistivity) {
  Parameters p = wave_case(Equations::mhd);
  p.mean_field = {0, 0, 1};
  p.viscosity = 0.06;
  p.resistivity = 0.01;
  p.initial.is_standing = true;
  const double sum = (0.06 + 0.01) / 2 * k * k, d = (0.06 - 0.01) / 2 * k * k;
  const double w = std::sqrt(kz * kz - d * d), time = 1.7;
  const double exact = std::exp(-sum * time) * (std::cos(w * time) - d / w * std::sin(w * time));
  EXPECT_NEAR(correlation(p, time), exact, 2e-7);
}

/// Roots of w^2 + s d k (k . B) w - (k . B)^2 = 0. (6.12)
TEST(Waves, OfHallMhdAreWhistlersAndIonCyclotronWaves) {
  Parameters p = wave_case(Equations::hall_mhd);
  p.mean_field = {0.5, -0.2, 0.8};
  p.ion_inertial_length = 0.7;
  p.step = 0.005;
  const double alfven = 0.5 * kx + 0.2 * 0.5 + 0.8 * kz, half = 0.7 * k / 2;
  const double root = std::sqrt(1 + half * half);
  expect_wave(p, alfven * (root + half));
  p.initial.branch = HallWave::ion_cyclotron;
  p.step = 0.02;
  expect_wave(p, alfven * (root - half));
  EXPECT_LT(plane_wave(p, describe(p)).frequency, 0);  // both run along the field
}

// Circular waves carry nothing along, whatever their amplitude: magnetic and kinetic energy keep
// their ratio, that of the squares of frequency and k . B.
TEST(Waves, OfHallMhdKeepTheRatioOfTheirEnergies) {
  Parameters p = wave_case(Equations::hall_mhd);
  p.mean_field = {0, 0, 1};
  p.ion_inertial_length = 0.5;
  p.viscosity = p.resistivity = 0;
  p.initial.amplitude = 2;
  p.step = 0.005;
  const auto solver = started(p);
  flows::run_to(*solver, 1);
  const double half = 0.5 * k / 2, ratio = half + std::sqrt(1 + half * half);
  EXPECT_NEAR(flows::scalar(*solver, "energy_kinetic"), 2, 1e-6);
  EXPECT_NEAR(flows::scalar(*solver, "energy_magnetic"), 2 * ratio * ratio, 1e-5);
}

// Energy goes from motion to buoyancy and back, twice in a period.
TEST(Waves, ThatStandChangeOneEnergyIntoTheOther) {
  Parameters p = wave_case(Equations::boussinesq);
  p.viscosity = p.diffusivity = 0;
  p.buoyancy_frequency = 2;
  p.initial.is_standing = true;
  const auto solver = started(p);
  const double whole = flows::scalar(*solver, "energy"), time = 1.3;
  flows::run_to(*solver, time);
  const double phase = 2 * std::hypot(kx, ky) / k * time;
  EXPECT_NEAR(flows::scalar(*solver, "energy_potential"), whole * std::pow(std::sin(phase), 2),
              1e-7 * whole);
  // dE_kinetic / dt = -flux.
  EXPECT_NEAR(flows::scalar(*solver, "buoyancy_flux"), whole * phase / time * std::sin(2 * phase),
              1e-6 * whole);
  EXPECT_NEAR(flows::scalar(*solver, "energy_x") + flows::scalar(*solver, "energy_y") +
                  flows::scalar(*solver, "energy_z"),
              flows::scalar(*solver, "energy_kinetic"), 1e-15);
}

}  // namespace
}  // namespace thalweg::turbulence
