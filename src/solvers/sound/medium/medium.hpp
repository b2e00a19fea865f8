// SPDX-License-Identifier: Apache-2.0
// The medium as the step needs it: products of its quantities, worked out once.
// Equation numbers: docs/theory/sound.md.
#pragma once

#include <vector>

#include "solvers/sound/medium/coefficient.hpp"
#include "solvers/sound/operators/domain.hpp"

namespace thalweg::sound::inline TW_HALF {

template <class Real>
struct MediumCoefficients {
  /// Collective in so far as all ranks read the same files.
  MediumCoefficients(const Problem& problem, const Domain& domain);

  std::vector<Coefficient<Real>> dt_per_density;  // dt / rho0 half a cell along each component
  Coefficient<Real> density;                      // rho0
  Coefficient<Real> speed_squared;                // c0^2
  Coefficient<Real> nonlinear;                    // B/A / (2 rho0)
  Coefficient<Real> tau;                          // of the absorbing term (3.4)
  /// What the power law's two terms are multiplied by besides tau: 1 or 0, and tan(pi y / 2) or 0.
  Real absorbs = 0, disperses = 0;
};

}  // namespace thalweg::sound::inline TW_HALF
