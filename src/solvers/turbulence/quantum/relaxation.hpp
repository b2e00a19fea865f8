// SPDX-License-Identifier: Apache-2.0
// Steps in imaginary time, which bring a wave function to rest in a given flow
// (docs/theory/turbulence.md, (12.13)), as kernels of the transform pipeline.
#pragma once

#include "solvers/turbulence/kernels.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// The flow of Taylor and Green at this rank's points; at rest where its amplitude is 0.
template <class Real>
struct TaylorGreenFlow {
  // sin and cos of 2 pi x / L_x at the points of each direction; z at those of this rank
  const Real *sin_x, *cos_x, *sin_y, *cos_y, *cos_z;
  Real amplitude;

  /// Of a row of points: u = along sin x, v = -across cos x.
  struct Row {
    const Real *sine, *cosine;
    Real along, across;
    TW_HD Real u(int x) const { return along * sine[x]; }
    TW_HD Real v(int x) const { return -across * cosine[x]; }
  };
  TW_HD Row row(int z, int y) const {
    const Real here = amplitude * cos_z[z];
    return {sin_x, cos_x, here * cos_y[y], here * sin_y[y]};
  }
};

/// -(beta (|psi|^2 - n0) + U^2 / (4 alpha)) psi.
template <class Real>
struct RelaxAtPoints {
  TaylorGreenFlow<Real> flow;
  Real strength, density, drag;  // beta, n0, 1 / (4 alpha)

  struct Row {
    typename TaylorGreenFlow<Real>::Row flow;
    Real strength, density, drag;
    TW_HD void operator()(int x, const Real* psi, Real* out) const {
      const Real u = flow.u(x), v = flow.v(x);
      const Real rate =
          strength * (psi[0] * psi[0] + psi[1] * psi[1] - density) + drag * (u * u + v * v);
      out[0] = -rate * psi[0];
      out[1] = -rate * psi[1];
    }
  };
  TW_HD Row row(int z, int y) const { return {flow.row(z, y), strength, density, drag}; }
};

/// -i U_d psi of one direction, x or y.
template <class Real>
struct CarryAtPoints {
  TaylorGreenFlow<Real> flow;
  int direction;

  struct Row {
    typename TaylorGreenFlow<Real>::Row flow;
    int direction;
    TW_HD void operator()(int x, const Real* psi, Real* out) const {
      const Real speed = direction == 0 ? flow.u(x) : flow.v(x);
      out[0] = speed * psi[1];
      out[1] = -speed * psi[0];
    }
  };
  TW_HD Row row(int z, int y) const { return {flow.row(z, y), direction}; }
};

/// Add the derivative of what was carried to the rate.
template <class Real>
struct AddCarried {
  SpectralView<Real> rate;
  WaveVectors<Real> k;
  int direction;
  Real scale;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>* in,
                        Complex<Real>*) const {
    const int i = column - k.first_column[row];
    const Real wave = scale * (direction == 0 ? k.x[column] : k.y[row]);
    TW_UNROLL
    for (int c = 0; c < 2; ++c) rate(c, row, depth, i) += times_i(wave * in[c]);
  }
};

/// psi <- (psi + h rate) / (1 + h alpha k^2), over (local row, depth, column of the row).
template <class Real>
struct RelaxModes {
  SpectralView<Real> state, rate;
  WaveVectors<Real> k;
  Real step, dispersion;
  TW_HD void operator()(int row, int depth, int i) const {
    const Mode<Real> m = mode_at(k, row, depth, k.first_column[row] + i);
    const Real factor = 1 / (1 + step * dispersion * m.k2);
    TW_UNROLL
    for (int c = 0; c < 2; ++c)
      state(c, row, depth, i) = factor * (state(c, row, depth, i) + step * rate(c, row, depth, i));
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
