// SPDX-License-Identifier: Apache-2.0
// Waves that a step must resolve (docs/theory/turbulence.md, section 5).
#pragma once

#include <cmath>

#include "solvers/turbulence/parameters.hpp"
#include "solvers/turbulence/quantum/fluid.hpp"

namespace thalweg::turbulence {

/// Radians of the fastest wave in a step that follows time.cfl, at most.
inline constexpr double wave_phase_per_step = 0.5;

/// The largest frequency that rotation and stratification make together, or of the highest mode of
/// a wave function [1/time]. (5.13), (12.6)
inline double fastest_wave(const Parameters& p) {
  if (p.equations == Equations::gross_pitaevskii)
    return QuantumFluid(p).frequency(largest_k_squared(p));
  const auto& w = p.rotation;
  return std::hypot(2 * std::hypot(w[0], w[1], w[2]), p.buoyancy_frequency);
}

}  // namespace thalweg::turbulence
