// SPDX-License-Identifier: Apache-2.0
// Incompressible Hall magnetohydrodynamics (docs/theory/turbulence.md, section 3). Nine transforms
// to points, eight back.
#pragma once

#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/equations/terms.hpp"
#include "solvers/turbulence/limits.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// State: u, b. The velocity of electrons u - d_i curl b goes to points besides: the magnetic field
/// moves with it.
template <class Real>
struct HallMhd {
  static constexpr int components = 6, to_points = 9, to_modes = 8, fields = 2;
  Spacing<Real> spacing;
  Rotation<Real> rotation;
  Real ion_inertial_length;  // d_i [length]
  Real whistler_speed;       // of the shortest, over that of an Alfven wave

  static SetDescription describe(const Parameters& p) {
    return {
        "hall-mhd",
        components,
        to_points,
        to_modes,
        {velocity_field(p), {"magnetic", "length/time", FieldKind::magnetic, 3, p.resistivity}}};
  }
  explicit HallMhd(const Parameters& p)
      : spacing(p), rotation(p), ion_inertial_length(static_cast<Real>(p.ion_inertial_length)),
        whistler_speed(static_cast<Real>(fastest_whistler(p))) {}

  TW_HD static constexpr int field_of(int component) { return component < 3 ? 0 : 1; }
  TW_HD void derive(const Mode<Real>& m, Complex<Real>* out) const {
    Complex<Real> current[3];
    curl(m, out + 3, current);
    TW_UNROLL
    for (int c = 0; c < 3; ++c) out[6 + c] = out[c] - ion_inertial_length * current[c];
  }

  /// u u - b b without its trace, and (u - d_i j) x b. (3.6)
  TW_HD Real at_point(const Real* in, Real* out) const {
    const Real *u = in, *b = in + 3, *electrons = in + 6;
    stress(u, b, out);
    cross(electrons, b, out + 5);
    return spacing.courant_rate(u) + whistler_speed * spacing.courant_rate(b);
  }

  /// (3.4), with E of (3.6)
  TW_HD void rate(const Mode<Real>& m, Real scale, const Complex<Real>* products,
                  const Complex<Real>* u, Complex<Real>* r) const {
    const Mode<Real> derivative = scaled(m, scale);
    minus_divergence_of_stress(derivative, products, r);
    rotation.add(u, r);
    project(m, Real(1), r);
    curl(derivative, products + 5, r + 3);
  }
};

extern template std::unique_ptr<EquationSet<float>> make_set<float, HallMhd>(const Parameters&);
extern template std::unique_ptr<EquationSet<double>> make_set<double, HallMhd>(const Parameters&);

}  // namespace thalweg::turbulence::inline TW_HALF
