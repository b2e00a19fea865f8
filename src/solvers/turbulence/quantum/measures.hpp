// SPDX-License-Identifier: Apache-2.0
// What is summed over the modes of a wave function and of the fields that are made of it, as
// measures (diagnostics/measures.hpp). Equation numbers are those of docs/theory/turbulence.md.
#pragma once

#include "solvers/turbulence/diagnostics/measures.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// |psi|^2, |grad psi|^2, and the momentum over 2 alpha. (12.7)
template <class Real>
struct WaveFunctionMeasure {
  static constexpr int maxima = 0;
  TW_HD void operator()(const ConstSpectralView<Real>& state, int row, int depth, int i,
                        const Mode<Real>& m, Real weight, Real* out) const {
    const Complex<Real> a = state(0, row, depth, i), b = state(1, row, depth, i);
    out[0] = weight * (norm(a) + norm(b));
    out[1] = m.k2 * out[0];
    const Real current = 2 * weight * dot(a, times_i(b));
    TW_UNROLL
    for (int d = 0; d < 3; ++d) out[2 + d] = m.k[d] * current;
  }
};

/// Of the fields of Motion: half the squares of the velocity across and along k, and the means of
/// the other three. (12.9)
template <class Real>
struct MotionMeasure {
  static constexpr int maxima = 0;
  TW_HD void operator()(const ConstSpectralView<Real>& fields, int row, int depth, int i,
                        const Mode<Real>& m, Real weight, Real* out) const {
    Complex<Real> w[3];
    load(fields, 0, row, depth, i, w);
    const Real inverse = m.k2 > 0 ? 1 / m.k2 : 0;
    const Real all = norm(w[0]) + norm(w[1]) + norm(w[2]);
    const Real along = inverse * norm(m.k[0] * w[0] + m.k[1] * w[1] + m.k[2] * w[2]);
    out[0] = Real(0.5) * weight * (all - along);
    out[1] = Real(0.5) * weight * along;
    TW_UNROLL
    for (int c = 0; c < 3; ++c) out[2 + c] = m.k2 > 0 ? 0 : fields(3 + c, row, depth, i).re;
  }
};

/// Real and imaginary part of the longest wave of one component along one direction. (12.12)
template <class Real>
struct LongestWave {
  static constexpr int maxima = 0;
  int component, direction;
  Real unit;  // its wave number
  TW_HD void operator()(const ConstSpectralView<Real>& fields, int row, int depth, int i,
                        const Mode<Real>& m, Real, Real* out) const {
    bool is_it = true;
    TW_UNROLL
    for (int d = 0; d < 3; ++d) {
      const Real off = m.k[d] - (d == direction ? unit : 0);
      is_it = is_it && (d == direction ? off * off < Real(0.1) * unit * unit : m.k[d] == 0);
    }
    const Complex<Real> value = fields(component, row, depth, i);
    out[0] = is_it ? value.re : 0;
    out[1] = is_it ? value.im : 0;
    TW_UNROLL
    for (int c = 2; c < measured_values; ++c) out[c] = 0;
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
