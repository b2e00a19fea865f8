// SPDX-License-Identifier: Apache-2.0
// The numbers of a superfluid that follow from those of its case (docs/theory/turbulence.md,
// section 12).
#pragma once

#include <cmath>
#include <numbers>

#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Fields at points: psi as real and imaginary part, then the gradient of each.
inline constexpr int gradient_fields = 8;
/// Fields that come back: the regularised velocity, then of motion (for sums) the density of lines,
/// of internal and of quantum energy; of spectra 2 alpha grad |psi| and the deviation of density.
inline constexpr int motion_fields = 6, spectrum_fields = 7;

struct QuantumFluid {
  double dispersion;   // alpha = c xi / sqrt 2, half of hbar / m [length^2/time]
  double strength;     // beta = c / (sqrt 2 xi n0) [1/(time density)]
  double circulation;  // of a line: 4 pi alpha [length^2/time]
  double density;      // n0

  /// (12.2)
  explicit QuantumFluid(const Parameters& p)
      : dispersion(p.sound_speed * p.healing_length / std::numbers::sqrt2),
        strength(p.sound_speed / (std::numbers::sqrt2 * p.healing_length * p.mean_density)),
        circulation(4 * std::numbers::pi * dispersion), density(p.mean_density) {}

  /// omega(k) of a small wave, as a function of k^2. (12.6)
  double frequency(double k2) const {
    return std::sqrt(dispersion * k2 * (dispersion * k2 + 2 * strength * density));
  }
};

}  // namespace thalweg::turbulence
