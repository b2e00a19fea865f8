// SPDX-License-Identifier: Apache-2.0
// The pointwise work of passive scalars (docs/theory/turbulence.md, section 9), as kernels of the
// transform pipeline.
#pragma once

#include "solvers/turbulence/equations/terms.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// u theta at a point. (9.1)
template <class Real>
TW_HD void scalar_flux(const Real* u, Real theta, Real* out) {
  TW_UNROLL
  for (int c = 0; c < 3; ++c) out[c] = u[c] * theta;
}

/// G . u, which the mean's gradient takes away from what is left of it. (9.2)
template <class Real>
TW_HD Complex<Real> production(const Real* gradient, const Complex<Real>* u) {
  return gradient[0] * u[0] + gradient[1] * u[1] + gradient[2] * u[2];
}

/// Load the velocity and n scalars.
template <class Real, int n>
struct LoadScalars {
  ConstSpectralView<Real> state;
  WaveVectors<Real> k;
  int first;  // component
  template <class Rows>
  void stream(Rows& rows) {
    rows.take(state, {{0, 3}, {first, n}});
    shift(rows, k);
  }
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    const int i = column - k.first_column[row];
    load(state, 0, row, depth, i, out);
    TW_UNROLL
    for (int s = 0; s < n; ++s) out[3 + s] = state(first + s, row, depth, i);
  }
};

/// u theta of each scalar at a point. (9.1)
template <class Real, int n>
struct ScalarFlux {
  TW_HD ScalarFlux row(int, int) const { return *this; }
  TW_HD void operator()(int, const Real* in, Real* out) const {
    TW_UNROLL
    for (int s = 0; s < n; ++s) scalar_flux(in, in[3 + s], out + 3 * s);
  }
};

/// D <- a D - div(u theta) - G . u - kappa k^2 theta, the last where it is explicit. (9.2)
template <class Real, int n>
struct AddScalarRates {
  ConstSpectralView<Real> state;
  SpectralView<Real> change;
  WaveVectors<Real> k;
  int first;
  Real gradient[n][3], friction[n];
  Real a, scale;
  template <class Rows>
  void stream(Rows& rows) {
    rows.take(state, {{0, 3}, {first, n}});
    rows.take(change, {{first, n}}, {{first, n}});
    shift(rows, k);
  }
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>* flux,
                        Complex<Real>*) const {
    const int i = column - k.first_column[row];
    const Mode<Real> m = mode_at(k, row, depth, column);
    Complex<Real> u[3];
    load(state, 0, row, depth, i, u);
    TW_UNROLL
    for (int s = 0; s < n; ++s)
      change(first + s, row, depth, i) =
          a * change(first + s, row, depth, i) + scale * minus_divergence(m, flux + 3 * s) -
          production(gradient[s], u) - (friction[s] * m.k2) * state(first + s, row, depth, i);
  }
};

/// U <- E (U + b dt D), D <- E D, over (local row, depth, column of the row). (9.3)
template <class Real>
struct AdvanceScalar {
  SpectralView<Real> state, change;
  const int* first_column;
  Decay<Real> decay;
  int component;
  Real share;  // b dt
  template <class Rows>
  void stream(Rows& rows) {
    for (auto* fields : {&state, &change}) rows.take(*fields, {{component, 1}}, {{component, 1}});
    rows.shift(first_column);
    rows.shift(decay.y);
  }
  TW_HD void operator()(int row, int depth, int i) const {
    const int column = first_column[row] + i;
    const Real factor = decay.at(row, depth, column);
    Complex<Real>& u = state(component, row, depth, i);
    Complex<Real>& d = change(component, row, depth, i);
    u = factor * (u + share * d);
    d = factor * d;
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
