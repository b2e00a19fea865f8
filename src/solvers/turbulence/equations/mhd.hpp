// SPDX-License-Identifier: Apache-2.0
// Incompressible magnetohydrodynamics (docs/theory/turbulence.md, section 3). Six transforms to
// points, eight back.
#pragma once

#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/equations/terms.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// State: u, b; b is an Alfven velocity, and its mean a uniform field.
template <class Real>
struct Mhd {
  static constexpr int components = 6, to_points = 6, to_modes = 8, fields = 2;
  Spacing<Real> spacing;
  Rotation<Real> rotation;

  static SetDescription describe(const Parameters& p) {
    return {
        "mhd",
        components,
        to_points,
        to_modes,
        {velocity_field(p), {"magnetic", "length/time", FieldKind::magnetic, 3, p.resistivity}}};
  }
  explicit Mhd(const Parameters& p) : spacing(p), rotation(p) {}

  TW_HD static constexpr int field_of(int component) { return component < 3 ? 0 : 1; }
  TW_HD void derive(const Mode<Real>&, Complex<Real>*) const {}

  /// u u - b b without its trace, and u x b; waves run with u and b together. (3.3)
  TW_HD Real at_point(const Real* in, Real* out) const {
    const Real *u = in, *b = in + 3;
    stress(u, b, out);
    cross(u, b, out + 5);
    return spacing.courant_rate(u) + spacing.courant_rate(b);
  }

  /// (3.4)
  TW_HD void rate(const Mode<Real>& m, Real scale, const Complex<Real>* products,
                  const Complex<Real>* u, Complex<Real>* r) const {
    const Mode<Real> derivative = scaled(m, scale);
    minus_divergence_of_stress(derivative, products, r);
    rotation.add(u, r);
    project(m, Real(1), r);
    curl(derivative, products + 5, r + 3);
  }
};

extern template std::unique_ptr<EquationSet<float>> make_set<float, Mhd>(const Parameters&);
extern template std::unique_ptr<EquationSet<double>> make_set<double, Mhd>(const Parameters&);

}  // namespace thalweg::turbulence::inline TW_HALF
