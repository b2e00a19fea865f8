// SPDX-License-Identifier: Apache-2.0
// Waves that a step must resolve (docs/theory/turbulence.md, section 5).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "solvers/turbulence/parameters.hpp"
#include "solvers/turbulence/quantum/fluid.hpp"

namespace thalweg::turbulence {

/// Radians of the fastest wave in a step that follows time.cfl, at most.
inline constexpr double wave_phase_per_step = 0.5;

/// Bounds of |k_x|, |k_y|, |k_z| of the modes that are kept: of a sphere its axes.
inline std::array<double, 3> largest_wave_numbers(const Parameters& p) {
  const fft::Modes modes = p.modes();
  const bool is_sphere = p.truncation == fft::Truncation::spherical;
  const int largest[] = {modes.kx, modes.ky, modes.kz};
  std::array<double, 3> k{};
  for (std::size_t d = 0; d < 3; ++d) {
    const double mode = is_sphere ? static_cast<double>(p.points[d]) / modes.share : largest[d];
    k[d] = 2 * std::numbers::pi * mode / p.length[d];
  }
  return k;
}

/// A bound of k^2 of the modes that are kept.
inline double largest_k_squared(const Parameters& p) {
  double sum = 0, most = 0;
  for (const double k : largest_wave_numbers(p)) {
    sum += k * k;
    most = std::max(most, k * k);
  }
  return p.truncation == fft::Truncation::spherical ? most : sum;
}

/// A bound of |k . b| of the modes that are kept, of the uniform field [1/time].
inline double largest_alfven_frequency(const Parameters& p) {
  const auto k = largest_wave_numbers(p);
  double sum = 0, square = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const double frequency = k[d] * std::abs(p.mean_field[d]);
    sum += frequency;
    square += frequency * frequency;
  }
  return p.truncation == fft::Truncation::spherical ? std::sqrt(square) : sum;
}

/// How much faster the shortest whistler is than an Alfven wave; 1 without the Hall term. (3.10)
inline double fastest_whistler(const Parameters& p) {
  const double half = p.ion_inertial_length * std::sqrt(largest_k_squared(p)) / 2;
  return half + std::hypot(1, half);
}

/// The largest frequency that rotation and stratification make together, or of the highest mode of
/// a wave function [1/time]. (5.13), (12.6)
inline double fastest_wave(const Parameters& p) {
  if (p.equations == Equations::gross_pitaevskii)
    return QuantumFluid(p).frequency(largest_k_squared(p));
  const auto& w = p.rotation;
  return std::hypot(2 * std::hypot(w[0], w[1], w[2]), p.buoyancy_frequency);
}

}  // namespace thalweg::turbulence
