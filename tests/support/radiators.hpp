// SPDX-License-Identifier: Apache-2.0
// Pistons and bowls that move with the velocity u normal to themselves: what they radiate along
// their axis, in terms of rho c u, and sheets of mass sources that radiate the same.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

namespace thalweg::testing {

/// A surface about the x axis, facing +x. `focus` is its radius of curvature, 0 for a flat one.
struct Radiator {
  double aperture_radius, focus = 0;

  double depth() const {
    return focus > 0 ? focus - std::sqrt(focus * focus - aperture_radius * aperture_radius) : 0;
  }
  /// The amplitude of the pressure on the axis over rho c u, at x from the middle of the surface.
  /// Flat: Blackstock, Fundamentals of Physical Acoustics (2000), ch. 13,
  /// 2 |sin(k (sqrt(x^2 + a^2) - x) / 2)|. Bowl: O'Neil, J. Acoust. Soc. Am. 21, 516 (1949),
  /// 2 / (1 - x / A) |sin(k (B - x) / 2)|, B = sqrt((x - h)^2 + a^2). Rayleigh's integral of both;
  /// for a bowl it leaves out what the surface itself scatters, as a sheet of sources does.
  double on_axis(double k, double x) const {
    const double edge = std::hypot(x - depth(), aperture_radius), s = k * (edge - x) / 2;
    if (focus == 0) return 2 * std::abs(std::sin(s));
    if (std::abs(x / focus - 1) < 1e-9) return k * depth();
    return std::abs(2 / (1 - x / focus) * std::sin(s));
  }
};

/// A ring of the surface, of area `area`, at x and distance r from the axis.
struct Ring {
  double x, r, area;
};

/// The surface as rings of equal width.
inline std::vector<Ring> rings_of(const Radiator& radiator, int count) {
  std::vector<Ring> rings;
  const double pi = std::numbers::pi, focus = radiator.focus;
  const double end =
      focus > 0 ? std::asin(radiator.aperture_radius / focus) : radiator.aperture_radius;
  for (int i = 0; i < count; ++i) {
    const double s = (i + 0.5) * end / count;
    if (focus > 0)
      rings.push_back(
          {focus * (1 - std::cos(s)), focus * std::sin(s),
           2 * pi * focus * focus * (std::cos(i * end / count) - std::cos((i + 1) * end / count))});
    else
      rings.push_back({0, s, pi * (2 * i + 1) * (end / count) * (end / count)});
  }
  return rings;
}

/// A Gaussian of standard deviation w and integral 1 in three dimensions. Spread by it a source
/// radiates as before times exp(-(k w)^2 / 2), outside of the spread: of its spectrum only the
/// waves of wave number k = omega / c travel.
inline double spread(double distance_squared, double w) {
  return std::exp(-distance_squared / (2 * w * w)) / std::pow(2 * std::numbers::pi * w * w, 1.5);
}

/// exp(-z) I0(z), from 30 on by the asymptotic series (Abramowitz & Stegun, 9.7.1), to 1e-8.
inline double scaled_bessel(double z) {
  if (z < 30) return std::cyl_bessel_i(0.0, z) * std::exp(-z);
  double sum = 1, term = 1;
  for (int n = 1; n <= 6; ++n) sum += term *= (2 * n - 1) * (2 * n - 1) / (8 * n * z);
  return sum / std::sqrt(2 * std::numbers::pi * z);
}

/// Its mean over a ring of radius r, at the distance s from the axis and x along it:
/// exp(-(r^2 + s^2 + x^2) / 2 w^2) I0(r s / w^2).
inline double spread_ring(double x, double r, double s, double w) {
  return spread(x * x + (r - s) * (r - s), w) * scaled_bessel(r * s / (w * w));
}

}  // namespace thalweg::testing
