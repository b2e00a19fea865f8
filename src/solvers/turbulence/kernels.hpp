// SPDX-License-Identifier: Apache-2.0
// The pointwise work of a step, as kernels of the transform pipeline (fft/pipeline.hpp).
// Equation numbers are those of docs/theory/turbulence.md.
#pragma once

#include "base/complex.hpp"
#include "exec/exec.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// Wave numbers of this rank's modes: x(column), y(local row), z(depth) [1/length].
template <class Real>
struct WaveVectors {
  const Real* x;
  const Real* y;
  const Real* z;
  const int* first_column;  // of a local row
};

/// Modes of a vector field: (component, local row, depth, column of the row).
template <class Real>
using SpectralView = exec::View<Complex<Real>, 4>;
template <class Real>
using ConstSpectralView = exec::View<const Complex<Real>, 4>;

/// All components of one mode.
template <class Real>
TW_HD void load(const ConstSpectralView<Real>& field, int row, int depth, int i, Complex<Real>* u) {
  TW_UNROLL
  for (int c = 0; c < 3; ++c) u[c] = field(c, row, depth, i);
}

/// i k x u for one mode.
template <class Real>
TW_HD void curl(Real kx, Real ky, Real kz, const Complex<Real>* u, Complex<Real>* w) {
  w[0] = times_i(ky * u[2] - kz * u[1]);
  w[1] = times_i(kz * u[0] - kx * u[2]);
  w[2] = times_i(kx * u[1] - ky * u[0]);
}

/// Load velocity and vorticity: 3 -> 6 fields.
template <class Real>
struct LoadVelocityAndVorticity {
  ConstSpectralView<Real> velocity;
  WaveVectors<Real> k;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    load(velocity, row, depth, column - k.first_column[row], out);
    curl(k.x[column], k.y[row], k.z[depth], out, out + 3);
  }
};

/// Load one vector field as it is.
template <class Real>
struct LoadVelocity {
  ConstSpectralView<Real> velocity;
  WaveVectors<Real> k;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    load(velocity, row, depth, column - k.first_column[row], out);
  }
};

/// Load the curl of a vector field.
template <class Real>
struct LoadVorticity {
  ConstSpectralView<Real> velocity;
  WaveVectors<Real> k;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    Complex<Real> u[3];
    load(velocity, row, depth, column - k.first_column[row], u);
    curl(k.x[column], k.y[row], k.z[depth], u, out);
  }
};

/// Load du/dx, dv/dy, dw/dz: the gradients whose skewness is reported.
template <class Real>
struct LoadLongitudinalGradients {
  ConstSpectralView<Real> velocity;
  WaveVectors<Real> k;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    Complex<Real> u[3];
    load(velocity, row, depth, column - k.first_column[row], u);
    out[0] = times_i(k.x[column] * u[0]);
    out[1] = times_i(k.y[row] * u[1]);
    out[2] = times_i(k.z[depth] * u[2]);
  }
};

/// N = u x omega at a point; its value is the Courant rate sum |u_i| / dx_i [1/time].
template <class Real>
struct CrossProduct {
  Real points_per_length[3];  // x, y, z
  TW_HD CrossProduct row(int, int) const { return *this; }
  TW_HD Real operator()(int, const Real* in, Real* out) const {
    const Real *u = in, *w = in + 3;
    out[0] = u[1] * w[2] - u[2] * w[1];
    out[1] = u[2] * w[0] - u[0] * w[2];
    out[2] = u[0] * w[1] - u[1] * w[0];
    return size(u[0]) * points_per_length[0] + size(u[1]) * points_per_length[1] +
           size(u[2]) * points_per_length[2];
  }
  static TW_HD Real size(Real a) { return a < 0 ? -a : a; }
};

/// Write three fields to an array (plane, y, x, component).
template <class Real>
struct StorePoints {
  exec::View<Real, 4> field;

  struct Row {
    Real* values;
    TW_HD void operator()(int x, const Real* in, Real*) const {
      TW_UNROLL
      for (int c = 0; c < 3; ++c) values[3 * x + c] = in[c];
    }
  };
  TW_HD Row row(int z, int y) const { return {&field(z, y, 0, 0)}; }
};

/// Read three fields from an array (plane, y, x, component).
template <class Real>
struct ReadPoints {
  exec::View<const Real, 4> field;

  struct Row {
    const Real* values;
    TW_HD void operator()(int x, const Real*, Real* out) const {
      TW_UNROLL
      for (int c = 0; c < 3; ++c) out[c] = values[3 * x + c];
    }
  };
  TW_HD Row row(int z, int y) const { return {&field(z, y, 0, 0)}; }
};

/// Store modes, scaled and made divergence-free (1.7).
template <class Real>
struct StoreProjected {
  SpectralView<Real> velocity;
  WaveVectors<Real> k;
  Real scale;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>* in,
                        Complex<Real>*) const {
    const int i = column - k.first_column[row];
    const Real wave[3] = {k.x[column], k.y[row], k.z[depth]};
    const Real k2 = wave[0] * wave[0] + wave[1] * wave[1] + wave[2] * wave[2];
    const Real inverse = k2 > 0 ? 1 / k2 : 0;
    const Complex<Real> along = inverse * (wave[0] * in[0] + wave[1] * in[1] + wave[2] * in[2]);
    TW_UNROLL
    for (int c = 0; c < 3; ++c) velocity(c, row, depth, i) = scale * (in[c] - wave[c] * along);
  }
};

/// exp(-nu k^2 h) as a product over directions, tabulated like the wave numbers.
template <class Real>
struct Decay {
  const Real* x;
  const Real* y;
  const Real* z;
};

/// Where a stage stands in its step: the first reads no dU, the last writes none.
enum class StagePlace { first, middle, last };

/// Project the nonlinear term and advance one Runge-Kutta stage:
/// dU <- a dU + dt (P N - nu k^2 U), U <- U + b dU, both times exp(-nu k^2 h). (1.7), (5.4), (5.6)
/// Either the integrating factor is 1 or explicit_viscosity is 0.
template <class Real, StagePlace place>
struct Advance {
  SpectralView<Real> velocity, change;  // U, dU
  WaveVectors<Real> k;
  Decay<Real> decay;
  Real a, b, dt;
  Real scale;  // of the transform: 1 / number of points
  Real explicit_viscosity;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>* n,
                        Complex<Real>*) const {
    const int i = column - k.first_column[row];
    const Real wave[3] = {k.x[column], k.y[row], k.z[depth]};
    const Real k2 = wave[0] * wave[0] + wave[1] * wave[1] + wave[2] * wave[2];
    // The mean flow has no nonlinear term: the mean of u x omega is a gradient's mean, zero.
    const Real inverse = k2 > 0 ? 1 / k2 : 0, gain = k2 > 0 ? dt * scale : 0;
    const Complex<Real> along = inverse * (wave[0] * n[0] + wave[1] * n[1] + wave[2] * n[2]);
    const Real factor = decay.x[column] * decay.y[row] * decay.z[depth];
    const Real friction = -dt * explicit_viscosity * k2;
    TW_UNROLL
    for (int c = 0; c < 3; ++c) {
      const Complex<Real>& u = velocity(c, row, depth, i);
      Complex<Real> d = gain * (n[c] - wave[c] * along) + friction * u;
      if constexpr (place != StagePlace::first) d += a * change(c, row, depth, i);
      velocity(c, row, depth, i) = factor * (u + b * d);
      if constexpr (place != StagePlace::last) change(c, row, depth, i) = factor * d;
    }
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
