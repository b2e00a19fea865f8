// SPDX-License-Identifier: Apache-2.0
// Incompressible Navier-Stokes in rotational form, perhaps in a rotating frame:
// docs/theory/turbulence.md, section 1. Six transforms to points, three back.
#pragma once

#include <algorithm>

#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/equations/terms.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
struct NavierStokes {
  static constexpr int components = 3, to_points = 6, to_modes = 3, fields = 1;
  static constexpr int carries = most_carried;
  Spacing<Real> spacing;
  Rotation<Real> rotation;

  static SetDescription describe(const Parameters& p) {
    const int scalars = static_cast<int>(p.scalars.size());
    return {"navier-stokes", components,          to_points,
            to_modes,        {velocity_field(p)}, std::min(scalars, carries)};
  }
  explicit NavierStokes(const Parameters& p) : spacing(p), rotation(p) {}

  TW_HD static constexpr int field_of(int) { return 0; }

  /// omega^ = i k x u^. (1.5)
  TW_HD void derive(const Mode<Real>& m, Complex<Real>* out) const { curl(m, out, out + 3); }

  /// N = u x (omega + 2 Omega). (1.6), (1.8)
  TW_HD Real at_point(const Real* in, Real* out) const {
    const Real* w = in + 3;
    const Real absolute[3] = {w[0] + rotation.twice[0], w[1] + rotation.twice[1],
                              w[2] + rotation.twice[2]};
    cross(in, absolute, out);
    return spacing.courant_rate(in);
  }

  /// P N. (1.7)
  TW_HD void rate(const Mode<Real>& m, Real scale, const Complex<Real>* n, const Complex<Real>*,
                  Complex<Real>* r) const {
    TW_UNROLL
    for (int c = 0; c < 3; ++c) r[c] = n[c];
    project(m, scale, r);
  }
};

extern template std::unique_ptr<EquationSet<float>>
make_set<float, NavierStokes>(const Parameters&);
extern template std::unique_ptr<EquationSet<double>>
make_set<double, NavierStokes>(const Parameters&);

}  // namespace thalweg::turbulence::inline TW_HALF
