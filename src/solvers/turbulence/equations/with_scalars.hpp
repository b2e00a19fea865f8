// SPDX-License-Identifier: Apache-2.0
// A set that carries passive scalars in its own sweeps (docs/theory/turbulence.md, section 9): the
// velocity is at points anyway, so each takes four transforms and no more.
#pragma once

#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/scalar_kernels.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// Own: a set as fused.hpp has it, whose first three components are the velocity. Its components,
/// fields and products come first, those of the n scalars after them; what it derives goes to
/// points last.
template <class Real, class Own, int n>
struct WithScalars {
  static constexpr int components = Own::components + n, to_points = Own::to_points + n,
                       to_modes = Own::to_modes + 3 * n, fields = Own::fields + n, carried = n;
  Own own;
  Real gradient[n][3];

  explicit WithScalars(const Parameters& p) : own(p) {
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t d = 0; d < 3; ++d)
        gradient[s][d] = static_cast<Real>(p.scalars[s].gradient[d]);
  }

  TW_HD static constexpr int field_of(int component) {
    return component < Own::components ? Own::field_of(component)
                                       : Own::fields + component - Own::components;
  }

  TW_HD void derive(const Mode<Real>& m, Complex<Real>* out) const {
    Complex<Real> mine[Own::to_points];
    TW_UNROLL
    for (int c = 0; c < Own::components; ++c) mine[c] = out[c];
    own.derive(m, mine);
    TW_UNROLL
    for (int c = Own::components; c < Own::to_points; ++c) out[n + c] = mine[c];
  }

  TW_HD Real at_point(const Real* in, Real* out) const {
    Real mine[Own::to_points];
    TW_UNROLL
    for (int c = 0; c < Own::to_points; ++c) mine[c] = in[c < Own::components ? c : n + c];
    TW_UNROLL
    for (int s = 0; s < n; ++s)
      scalar_flux(in, in[Own::components + s], out + Own::to_modes + 3 * s);
    return own.at_point(mine, out);
  }

  /// Of the set's own components.
  TW_HD void rate(const Mode<Real>& m, Real scale, const Complex<Real>* products,
                  const Complex<Real>* u, Complex<Real>* r) const {
    own.rate(m, scale, products, u, r);
  }
  /// Of scalar s, without what diffuses. (9.2)
  TW_HD Complex<Real> carried_rate(const Mode<Real>& m, Real scale, const Complex<Real>* products,
                                   const Complex<Real>* u, int s) const {
    return scale * minus_divergence(m, products + Own::to_modes + 3 * s) -
           production(gradient[s], u);
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
