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

/// The wave vector of one mode.
template <class Real>
struct Mode {
  Real k[3];  // x, y, z [1/length]
  Real k2;    // |k|^2
};
template <class Real>
TW_HD Mode<Real> mode_at(const WaveVectors<Real>& k, int row, int depth, int column) {
  const Real x = k.x[column], y = k.y[row], z = k.z[depth];
  return {{x, y, z}, x * x + y * y + z * z};
}

/// For kernels of rows that are streamed (fft/streamed_rows.hpp).
template <class Rows, class Real>
void shift(Rows& rows, WaveVectors<Real>& k) {
  rows.shift(k.y);
  rows.shift(k.first_column);
}

/// Modes of fields: (component, local row, depth, column of the row).
template <class Real>
using SpectralView = exec::View<Complex<Real>, 4>;
template <class Real>
using ConstSpectralView = exec::View<const Complex<Real>, 4>;

/// Local rows, depths and columns of fields, for sweeps over modes alone.
template <class Real>
exec::Box3 modes_of(const SpectralView<Real>& fields) {
  return {{0, 0, 0}, {fields.extent[1], fields.extent[2], fields.extent[3]}};
}

/// One mode of the vector field whose x component is `first`.
template <class Real>
TW_HD void load(const ConstSpectralView<Real>& fields, int first, int row, int depth, int i,
                Complex<Real>* u) {
  TW_UNROLL
  for (int c = 0; c < 3; ++c) u[c] = fields(first + c, row, depth, i);
}

/// i k x u for one mode.
template <class Real>
TW_HD void curl(Real kx, Real ky, Real kz, const Complex<Real>* u, Complex<Real>* w) {
  w[0] = times_i(ky * u[2] - kz * u[1]);
  w[1] = times_i(kz * u[0] - kx * u[2]);
  w[2] = times_i(kx * u[1] - ky * u[0]);
}

template <class Real>
TW_HD void curl(const Mode<Real>& m, const Complex<Real>* u, Complex<Real>* w) {
  curl(m.k[0], m.k[1], m.k[2], u, w);
}

/// Load a vector field or its curl, or one component and nothing else, as three fields.
template <class Real>
struct LoadField {
  ConstSpectralView<Real> state;
  WaveVectors<Real> k;
  int first;  // component
  bool is_vector, is_curl;
  template <class Rows>
  void stream(Rows& rows) {
    rows.take(state, {{first, is_vector ? 3 : 1}});
    shift(rows, k);
  }
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    const int i = column - k.first_column[row];
    Complex<Real> u[3] = {state(first, row, depth, i), {0, 0}, {0, 0}}, w[3];
    if (is_vector) load(state, first, row, depth, i, u);
    curl(mode_at(k, row, depth, column), u, w);
    TW_UNROLL
    for (int c = 0; c < 3; ++c) out[c] = is_curl ? w[c] : u[c];
  }
};

/// Write the first of three fields to an array (plane, y, x, component), as many as it has
/// components.
template <class Real>
struct StorePoints {
  exec::View<Real, 4> field;

  struct Row {
    Real* values;
    int components;
    TW_HD void operator()(int x, const Real* in, Real*) const {
      TW_UNROLL
      for (int c = 0; c < 3; ++c)
        if (c < components) values[components * x + c] = in[c];
    }
  };
  TW_HD Row row(int z, int y) const { return {&field(z, y, 0, 0), field.extent[3]}; }
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

/// exp(-nu k^2 h) as a product over directions, tabulated like the wave numbers; of a wave function
/// exp(-i nu k^2 h), which is complex.
template <class Factor>
struct Decay {
  const Factor* x;
  const Factor* y;
  const Factor* z;
  TW_HD Factor at(int row, int depth, int column) const { return x[column] * y[row] * z[depth]; }
};

/// The real and imaginary part of a wave function, whose modes are those of two real fields, times
/// a complex factor. (12.5)
template <class Real>
TW_HD void turn(Complex<Real> factor, Complex<Real>* psi) {
  const Complex<Real> real = factor.re * psi[0] - factor.im * psi[1];
  psi[1] = factor.re * psi[1] + factor.im * psi[0];
  psi[0] = real;
}

/// Where a stage stands in its step: the first reads no dU, the last writes none.
enum class StagePlace { first, middle, last };

}  // namespace thalweg::turbulence::inline TW_HALF
