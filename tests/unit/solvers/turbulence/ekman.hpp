// SPDX-License-Identifier: Apache-2.0
// The example of docs/howto/add-an-equation.md: Navier-Stokes with a friction that takes all scales
// alike, du/dt = ... - mu u, as a thin layer above a floor has it.
#pragma once

#include "solvers/turbulence/equations/fused.hpp"
#include "solvers/turbulence/equations/terms.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// State: u. Three transforms to points, five back.
template <class Real>
struct Ekman {
  static constexpr int components = 3, to_points = 3, to_modes = 5, fields = 1;
  Spacing<Real> spacing;
  Real friction;  // mu [1/time]

  static SetDescription describe(const Parameters& p) {
    return {"ekman", components, to_points, to_modes, {velocity_field(p)}};
  }
  Ekman(const Parameters& p, double mu) : spacing(p), friction(static_cast<Real>(mu)) {}

  TW_HD static constexpr int field_of(int) { return 0; }
  TW_HD void derive(const Mode<Real>&, Complex<Real>*) const {}

  TW_HD Real at_point(const Real* u, Real* out) const {
    const Real none[3] = {0, 0, 0};
    stress(u, none, out);  // u u, as five components
    return spacing.courant_rate(u);
  }

  TW_HD void rate(const Mode<Real>& m, Real scale, const Complex<Real>* products,
                  const Complex<Real>* u, Complex<Real>* r) const {
    minus_divergence_of_stress(scaled(m, scale), products, r);
    TW_UNROLL
    for (int c = 0; c < 3; ++c) r[c] += -friction * u[c];
    project(m, Real(1), r);
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
