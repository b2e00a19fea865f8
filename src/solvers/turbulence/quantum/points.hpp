// SPDX-License-Identifier: Apache-2.0
// A wave function at points, as kernels of the transform pipeline: what it says of motion, density
// and vortex lines (docs/theory/turbulence.md, section 12).
#pragma once

#include <cmath>

#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/kernels.hpp"
#include "solvers/turbulence/quantum/fluid.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// Load psi.
template <class Real>
struct LoadWave {
  ConstSpectralView<Real> state;
  WaveVectors<Real> k;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    const int i = column - k.first_column[row];
    TW_UNROLL
    for (int c = 0; c < 2; ++c) out[c] = state(c, row, depth, i);
  }
};

/// Load psi and its gradient.
template <class Real>
struct LoadGradients {
  ConstSpectralView<Real> state;
  WaveVectors<Real> k;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    const int i = column - k.first_column[row];
    const Mode<Real> m = mode_at(k, row, depth, column);
    TW_UNROLL
    for (int c = 0; c < 2; ++c) {
      out[c] = state(c, row, depth, i);
      TW_UNROLL
      for (int d = 0; d < 3; ++d) out[2 + 3 * c + d] = times_i(m.k[d] * out[c]);
    }
  }
};

/// What follows from psi and its gradient at a point.
template <class Real>
struct QuantumPoint {
  Real dispersion;               // alpha
  Real density;                  // n0
  Real pressure;                 // c / sqrt n0: half its square times (rho - n0)^2 is energy
  Real line_width, line_height;  // (12.11)

  explicit QuantumPoint(const Parameters& p)
      : dispersion(static_cast<Real>(QuantumFluid(p).dispersion)),
        density(static_cast<Real>(p.mean_density)),
        pressure(static_cast<Real>(p.sound_speed / std::sqrt(p.mean_density))) {
    // Wide enough for points of the grid to see it, and nothing of it is left at the density n0.
    constexpr double share = 0.1;
    const double square = share * p.mean_density;
    line_width = static_cast<Real>(1 / (2 * square));
    line_height = static_cast<Real>(
        1 / (2 * std::numbers::pi * square * (1 - std::exp(-p.mean_density / (2 * square)))));
  }

  static TW_HD Real density_of(const Real* in) { return in[0] * in[0] + in[1] * in[1]; }
  /// rho v, times a factor. (12.8)
  TW_HD void momentum(const Real* in, Real factor, Real* out) const {
    TW_UNROLL
    for (int d = 0; d < 3; ++d)
      out[d] = 2 * dispersion * factor * (in[0] * in[5 + d] - in[1] * in[2 + d]);
  }
  /// 1 / |psi|; 0 where there is none.
  static TW_HD Real inverse_root(Real rho) {
    using std::sqrt;
    return rho > 0 ? 1 / sqrt(rho) : 0;
  }
  /// 2 alpha grad |psi|.
  TW_HD void stretch(const Real* in, Real inverse, Real* out) const {
    TW_UNROLL
    for (int d = 0; d < 3; ++d)
      out[d] = 2 * dispersion * inverse * (in[0] * in[2 + d] + in[1] * in[5 + d]);
  }
  /// Length of lines per volume: delta(psi) |grad Re psi x grad Im psi|. (12.11)
  TW_HD Real lines(const Real* in, Real rho) const {
    using std::exp;
    using std::sqrt;
    const Real *a = in + 2, *b = in + 5;
    const Real x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2],
               z = a[0] * b[1] - a[1] * b[0];
    return line_height * exp(-line_width * rho) * sqrt(x * x + y * y + z * z);
  }
};

/// The fields of sums. (12.9) to (12.11)
template <class Real>
struct Motion {
  QuantumPoint<Real> point;
  TW_HD Motion row(int, int) const { return *this; }
  TW_HD void operator()(int, const Real* in, Real* out) const {
    const Real rho = point.density_of(in), inverse = point.inverse_root(rho);
    const Real excess = point.pressure * (rho - point.density);
    Real q[3];
    point.momentum(in, inverse, out);
    point.stretch(in, inverse, q);
    out[3] = point.lines(in, rho);
    out[4] = Real(0.5) * excess * excess;
    out[5] = Real(0.5) * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  }
};

/// The fields of spectra. (12.9)
template <class Real>
struct MotionAndDensity {
  QuantumPoint<Real> point;
  TW_HD MotionAndDensity row(int, int) const { return *this; }
  TW_HD void operator()(int, const Real* in, Real* out) const {
    const Real rho = point.density_of(in), inverse = point.inverse_root(rho);
    point.momentum(in, inverse, out);
    point.stretch(in, inverse, out + 3);
    out[6] = point.pressure * (rho - point.density);
  }
};

/// Store so many fields as modes, scaled.
template <class Real, int n>
struct StoreModes {
  SpectralView<Real> fields;
  const int* first_column;
  Real scale;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>* in,
                        Complex<Real>*) const {
    const int i = column - first_column[row];
    TW_UNROLL
    for (int c = 0; c < n; ++c) fields(c, row, depth, i) = scale * in[c];
  }
};

/// Write a field that is made of psi to an array (plane, y, x, component). (12.8)
template <class Real>
struct StoreQuantumField {
  exec::View<Real, 4> field;
  QuantumPoint<Real> point;
  QuantumField kind;

  struct Row {
    QuantumPoint<Real> point;
    QuantumField kind;
    Real* values;
    TW_HD void operator()(int x, const Real* in, Real*) const {
      using std::atan2;
      const Real rho = point.density_of(in);
      switch (kind) {
      case QuantumField::density: values[x] = rho; return;
      case QuantumField::phase: values[x] = atan2(in[1], in[0]); return;
      case QuantumField::real: values[x] = in[0]; return;
      case QuantumField::imaginary: values[x] = in[1]; return;
      case QuantumField::momentum: return point.momentum(in, Real(1), values + 3 * x);
      case QuantumField::regularised_velocity:
        return point.momentum(in, point.inverse_root(rho), values + 3 * x);
      }
    }
  };
  TW_HD Row row(int z, int y) const { return {point, kind, &field(z, y, 0, 0)}; }
};

/// Read psi from an array (plane, y, x, part).
template <class Real>
struct ReadWave {
  exec::View<const Real, 4> field;

  struct Row {
    const Real* values;
    TW_HD void operator()(int x, const Real*, Real* out) const {
      TW_UNROLL
      for (int c = 0; c < 2; ++c) out[c] = values[2 * x + c];
    }
  };
  TW_HD Row row(int z, int y) const { return {&field(z, y, 0, 0)}; }
};

}  // namespace thalweg::turbulence::inline TW_HALF
