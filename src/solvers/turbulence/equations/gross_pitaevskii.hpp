// SPDX-License-Identifier: Apache-2.0
// The Gross-Pitaevskii equation of a superfluid (docs/theory/turbulence.md, section 12). Two
// transforms to points, two back.
#pragma once

#include <cmath>

#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/equations/terms.hpp"
#include "solvers/turbulence/quantum/fluid.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// State: psi as its real and imaginary part, two real fields. What disperses couples them; it is
/// exact (12.5).
template <class Real>
struct GrossPitaevskii {
  static constexpr int components = 2, to_points = 2, to_modes = 2, fields = 1;
  static constexpr bool is_quantum = true;
  Real strength, density, sound;  // (12.2) [1/time over density], n0, c sum 1 / dx over sqrt n0

  static SetDescription describe(const Parameters& p) {
    return {"gross-pitaevskii",
            components,
            to_points,
            to_modes,
            {{"wave_function", "density^(1/2)", FieldKind::wave_function, 0,
              QuantumFluid(p).dispersion}}};
  }
  explicit GrossPitaevskii(const Parameters& p)
      : strength(static_cast<Real>(QuantumFluid(p).strength)),
        density(static_cast<Real>(p.mean_density)) {
    const Real one[3] = {1, 1, 1};
    sound = static_cast<Real>(p.sound_speed / std::sqrt(p.mean_density)) *
            Spacing<Real>(p).courant_rate(one);
  }

  TW_HD static constexpr int field_of(int) { return 0; }
  TW_HD void derive(const Mode<Real>&, Complex<Real>*) const {}

  /// -i beta (|psi|^2 - n0) psi; sound travels with c |psi| / sqrt n0. (12.4)
  TW_HD Real at_point(const Real* psi, Real* out) const {
    using std::sqrt;
    const Real now = psi[0] * psi[0] + psi[1] * psi[1], rate = strength * (now - density);
    out[0] = rate * psi[1];
    out[1] = -rate * psi[0];
    return sound * sqrt(now);
  }

  TW_HD void rate(const Mode<Real>&, Real scale, const Complex<Real>* n, const Complex<Real>*,
                  Complex<Real>* r) const {
    TW_UNROLL
    for (int c = 0; c < 2; ++c) r[c] = scale * n[c];
  }
};

extern template std::unique_ptr<EquationSet<float>>
make_set<float, GrossPitaevskii>(const Parameters&);
extern template std::unique_ptr<EquationSet<double>>
make_set<double, GrossPitaevskii>(const Parameters&);

}  // namespace thalweg::turbulence::inline TW_HALF
