// SPDX-License-Identifier: Apache-2.0
// Boussinesq: a stratified, perhaps rotating flow (docs/theory/turbulence.md, section 2). Four
// transforms to points, eight back.
#pragma once

#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/equations/terms.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// State: u, theta; theta is scaled to a velocity.
template <class Real>
struct Boussinesq {
  static constexpr int components = 4, to_points = 4, to_modes = 8, fields = 2;
  Spacing<Real> spacing;
  Rotation<Real> rotation;
  Real frequency;  // N [1/time]

  static SetDescription describe(const Parameters& p) {
    return {"boussinesq",
            components,
            to_points,
            to_modes,
            {velocity_field(p), {"buoyancy", "length/time", FieldKind::scalar, 3, p.diffusivity}}};
  }
  explicit Boussinesq(const Parameters& p)
      : spacing(p), rotation(p), frequency(static_cast<Real>(p.buoyancy_frequency)) {}

  TW_HD static constexpr int field_of(int component) { return component < 3 ? 0 : 1; }
  TW_HD void derive(const Mode<Real>&, Complex<Real>*) const {}

  /// u u without its trace, and u theta. (2.3)
  TW_HD Real at_point(const Real* in, Real* out) const {
    const Real none[3] = {0, 0, 0};
    stress(in, none, out);
    TW_UNROLL
    for (int c = 0; c < 3; ++c) out[5 + c] = in[c] * in[3];
    return spacing.courant_rate(in);
  }

  /// (2.4)
  TW_HD void rate(const Mode<Real>& m, Real scale, const Complex<Real>* products,
                  const Complex<Real>* u, Complex<Real>* r) const {
    const Mode<Real> derivative = scaled(m, scale);
    minus_divergence_of_stress(derivative, products, r);
    rotation.add(u, r);
    r[2] += -frequency * u[3];
    project(m, Real(1), r);
    r[3] = minus_divergence(derivative, products + 5) + frequency * u[2];
  }
};

extern template std::unique_ptr<EquationSet<float>> make_set<float, Boussinesq>(const Parameters&);
extern template std::unique_ptr<EquationSet<double>>
make_set<double, Boussinesq>(const Parameters&);

}  // namespace thalweg::turbulence::inline TW_HALF
