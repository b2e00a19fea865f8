// SPDX-License-Identifier: Apache-2.0
// Exact solutions for plane waves: losses by a power of frequency, and waves of finite amplitude.
// Waves go as exp(i (k x - omega t)).
#pragma once

#include <cmath>
#include <complex>
#include <numbers>

namespace thalweg::testing {

/// Losses alpha0 omega^y and the dispersion that causality asks for with them
/// (Szabo, J. Acoust. Soc. Am. 96, 491 (1994); Waters et al., ibid. 108, 556 (2000)):
/// 1 / c(omega) = 1 / c0 + alpha0 tan(pi y / 2) omega^(y-1), c0 being the speed at frequency 0.
struct PowerLaw {
  double c0, alpha0, y;  // m/s; Np/m (rad/s)^-y

  /// From dB / (MHz^y cm).
  static double nepers(double decibels, double y) {
    return 100 * decibels / (20 * std::log10(std::numbers::e)) *
           std::pow(1e6 * 2 * std::numbers::pi, -y);
  }
  double attenuation(double omega) const { return alpha0 * std::pow(omega, y); }
  double slowness_change(double omega) const {
    return alpha0 * std::tan(std::numbers::pi * y / 2) * std::pow(omega, y - 1);
  }
  /// Both as one analytic function of a complex frequency:
  /// k = omega / c0 + i alpha0 (-i omega)^y / cos(pi y / 2).
  std::complex<double> wave_number(std::complex<double> omega) const {
    using namespace std::complex_literals;
    return omega / c0 + 1i * alpha0 * std::pow(-1i * omega, y) / std::cos(std::numbers::pi * y / 2);
  }
  /// Size of the losses and the dispersion, in radians per radian of the lossless wave.
  double strength(double omega) const { return std::abs(wave_number(omega) * c0 / omega - 1.0); }
  /// The complex frequency at which the wave of real wave number k rings down, by Newton's method.
  std::complex<double> frequency(double k) const {
    std::complex<double> omega = c0 * k;
    for (int n = 0; n < 50; ++n) {
      const double h = 1e-6 * c0 * k;
      const auto slope = (wave_number(omega + h) - wave_number(omega - h)) / (2 * h);
      omega -= (wave_number(omega) - k) / slope;
    }
    return omega;
  }
};

/// The complex frequency for the equation of state with fractional Laplacians, which follows the
/// law while the losses are small (Treeby & Cox, J. Acoust. Soc. Am. 127, 2741 (2010), equations 20
/// to 22): omega^2 + i omega 2 alpha0 c0^(y+1) k^y = c0^2 k^2 (1 - 2 alpha0 c0^y tan(pi y / 2)
/// k^(y-1)).
inline std::complex<double> fractional_frequency(const PowerLaw& law, double k) {
  using namespace std::complex_literals;
  const double a = law.alpha0 * std::pow(law.c0, law.y + 1) * std::pow(k, law.y);
  const double square = law.c0 * law.c0 * k * k *
                        (1 - 2 * law.alpha0 * std::pow(law.c0, law.y) *
                                 std::tan(std::numbers::pi * law.y / 2) * std::pow(k, law.y - 1));
  return -1i * a + std::sqrt(square - a * a);
}

/// The n-th harmonic of an initial sine of amplitude 1, at sigma times the distance at which a
/// shock forms, sigma < 1, without losses: Fubini, in Blackstock, Fundamentals of Physical
/// Acoustics (2000), and Hamilton & Blackstock, Nonlinear Acoustics (1998), ch. 4.
inline double fubini(int n, double sigma) {
  return 2 / (n * sigma) * std::cyl_bessel_j(static_cast<double>(n), n * sigma);
}

/// The wave that starts as sin(theta), by Burgers' equation with Gol'dberg number gamma, before and
/// after the shock: Mendousse, J. Acoust. Soc. Am. 25, 51 (1953); Hamilton & Blackstock, ch. 4.
inline double mendousse(double theta, double sigma, double gamma) {
  double above = 0, below = std::cyl_bessel_i(0, gamma / 2), sign = -1;
  for (int n = 1; n <= 200; ++n, sign = -sign) {
    const double term = sign * std::cyl_bessel_i(static_cast<double>(n), gamma / 2) *
                        std::exp(-n * n * sigma / gamma);
    above -= n * term * std::sin(n * theta);
    below += 2 * term * std::cos(n * theta);
    if (std::abs(n * term) < 1e-18 * below) break;
  }
  return 4 / gamma * above / below;
}

}  // namespace thalweg::testing
