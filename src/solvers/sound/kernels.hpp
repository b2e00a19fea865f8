// SPDX-License-Identifier: Apache-2.0
// The work of a step at points and on modes, as kernels of the filter pipeline
// (fft/filter_pipeline.hpp). Equation numbers: docs/theory/sound.md.
// D: dimensions; component c of a vector lies along x, y, z of the problem.
#pragma once

#include "solvers/sound/coefficient.hpp"
#include "solvers/sound/operators.hpp"

namespace thalweg::sound::inline TW_HALF {

/// Fields at this rank's points: (component, z, y, x).
template <class Real>
struct PointFields {
  Real* data;
  std::int64_t field_size;
  int ny, nx;

  TW_HD Real& operator()(int c, int z, int y, int x) const {
    return data[c * field_size + (static_cast<std::int64_t>(z) * ny + y) * nx + x];
  }
};

/// One factor of the absorbing layer per point of each pipeline axis (z: local planes).
template <class Real>
struct LayerFactors {
  const Real *x, *y, *z;
  /// That of component c, which lies along x, y, z (D = 3), x, z (2) or x (1) of the pipeline.
  template <int D>
  TW_HD Real along(int c, int iz, int iy, int ix) const {
    if (c == 0) return x[ix];
    return D == 3 && c == 1 ? y[iy] : z[iz];
  }
};

/// What a source does to a field at a point: field = keep * field + scale * add. Planes without a
/// source read a row of ones and a row of zeros.
template <class Real>
struct SourceView {
  const int* slot;         // of each local plane: which plane of `add` and `keep`, or -1
  const Real *add, *keep;  // (slot, y, x)
  const Real *zeros, *ones;  // rows
  Real scale;
  int ny, nx;

  TW_HD Real operator()(int z, int y, int x, Real value) const {
    const int s = slot[z];
    const std::int64_t row = (static_cast<std::int64_t>(s) * ny + y) * nx;
    const Real* plus = s < 0 ? zeros : add + row;
    const Real* times = s < 0 || !keep ? ones : keep + row;
    return times[x] * value + scale * plus[x];
  }
};

/// Fields as they arrive.
template <class Real>
struct SpreadAsIs {
  TW_HD static constexpr int source(int field) { return field; }
  TW_HD Complex<Real> operator()(int, int, int, Complex<Real> value) const { return value; }
};

/// p^ -> kappa p^, and the same differentiated along the pipeline's z where that is an axis.
/// The derivatives along x and y are left to SpreadGradient, so that fewer fields travel. (2.3)
template <class Real, int D, class Kappa>
struct GradientFilter {
  static constexpr int fields = D == 1 ? 1 : 2;
  ModeViews<Real> mode;
  DerivativeViews<Real> derivative;
  Kappa kappa;
  TW_HD void operator()(int row, int z, int column, const Complex<Real>* in,
                        Complex<Real>* out) const {
    const Complex<Real> p = (mode.scale * kappa(mode.square(row, z, column))) * in[0];
    out[0] = p;
    if constexpr (D > 1) out[1] = derivative.z[z] * p;
  }
};

template <class Real, int D>
struct SpreadGradient {
  DerivativeViews<Real> derivative;
  TW_HD static constexpr int source(int field) { return D > 1 && field == D - 1 ? 1 : 0; }
  TW_HD Complex<Real> operator()(int field, int y, int column, Complex<Real> value) const {
    if (field == 0) return derivative.x[column] * value;
    return D == 3 && field == 1 ? derivative.y[y] * value : value;
  }
};

/// u^_c -> kappa i k_c exp(-i k_c dx_c / 2) u^_c. (2.4)
template <class Real, int D, class Kappa>
struct DivergenceFilter {
  ModeViews<Real> mode;
  DerivativeViews<Real> derivative;
  Kappa kappa;
  TW_HD void operator()(int row, int z, int column, const Complex<Real>* in,
                        Complex<Real>* out) const {
    const Real factor = mode.scale * kappa(mode.square(row, z, column));
    out[0] = derivative.x[column] * (factor * in[0]);
    if constexpr (D == 3) out[1] = derivative.y[mode.row_bin[row]] * (factor * in[1]);
    if constexpr (D > 1) out[D - 1] = derivative.z[z] * (factor * in[D - 1]);
  }
};

/// rho0 div u -> its |k|^(y-2), sum rho -> its |k|^(y-1). (3.4)
template <class Real>
struct AbsorptionFilter {
  ModeViews<Real> mode;
  const Real *absorb, *disperse;  // |k|^(y-2), |k|^(y-1): (row, z, column of the row)
  int nz, group;
  TW_HD void operator()(int row, int z, int column, const Complex<Real>* in,
                        Complex<Real>* out) const {
    const std::int64_t at =
        (static_cast<std::int64_t>(row) * nz + z) * group + column - mode.row_column[row];
    out[0] = (mode.scale * absorb[at]) * in[0];
    out[1] = (mode.scale * disperse[at]) * in[1];
  }
};

/// The same where tau and eta do not depend on the place: one field comes back. (3.4)
template <class Real>
struct UniformAbsorptionFilter {
  AbsorptionFilter<Real> filter;
  Real tau, eta;
  TW_HD void operator()(int row, int z, int column, const Complex<Real>* in,
                        Complex<Real>* out) const {
    Complex<Real> parts[2];
    filter(row, z, column, in, parts);
    out[0] = tau * parts[0] - eta * parts[1];
  }
};

/// cos(c_ref dt |k| / 2), the correction of sources. (4.3)
template <class Real>
struct SourceFilter {
  ModeViews<Real> mode;
  TW_HD void operator()(int row, int z, int column, const Complex<Real>* in,
                        Complex<Real>* out) const {
    out[0] = (mode.scale * std::cos(std::sqrt(mode.square(row, z, column)))) * in[0];
  }
};

/// u from grad p: (2.5), sources (4.1).
template <class Real, int D>
struct UpdateVelocity {
  PointFields<Real> velocity;
  CoefficientView<Real> dt_per_density[D];
  LayerFactors<Real> layer;  // at staggered points
  SourceView<Real> source[D];
  TW_HD void operator()(int z, int y, int x, const Real* gradient, Real* out) const {
    TW_UNROLL
    for (int c = 0; c < D; ++c) {
      const Real fade = layer.template along<D>(c, z, y, x);
      Real& u = velocity(c, z, y, x);
      const Real moved = fade * (fade * u - dt_per_density[c](z, y, x) * gradient[c]);
      out[c] = u = source[c](z, y, x, moved);
    }
  }
};

/// rho from div u (2.6) with the mass source (4.1): shared by the updates below.
template <class Real, int D>
struct UpdateDensity {
  PointFields<Real> parts;  // rho split by direction
  CoefficientView<Real> density;
  LayerFactors<Real> layer;
  SourceView<Real> source;
  Real dt, convective;  // convective: 2 where the medium is nonlinear, else 0

  /// Returns the sum of the parts; `divergence`: of the velocity.
  TW_HD Real operator()(int z, int y, int x, const Real* du, Real& divergence) const {
    Real old = 0, sum = 0;
    divergence = 0;
    TW_UNROLL
    for (int c = 0; c < D; ++c) {
      old += parts(c, z, y, x);
      divergence += du[c];
    }
    const Real factor = dt * (convective * old + density(z, y, x));
    TW_UNROLL
    for (int c = 0; c < D; ++c) {
      const Real fade = layer.template along<D>(c, z, y, x);
      Real& rho = parts(c, z, y, x);
      rho = source(z, y, x, fade * (fade * rho - factor * du[c]));
      sum += rho;
    }
    return sum;
  }
};

/// The equation of state without its power-law terms. (3.1)
template <class Real>
struct StateEquation {
  PointFields<Real> pressure;
  CoefficientView<Real> speed_squared, nonlinear;

  /// `extra`: what absorption adds to the density.
  TW_HD Real operator()(int z, int y, int x, Real sum, Real extra) const {
    const Real p =
        speed_squared(z, y, x) * (sum + nonlinear(z, y, x) * sum * sum + extra);
    pressure(0, z, y, x) = p;
    return p;
  }
};

/// Without power law: density and pressure at once; Stokes absorption needs no transform. (3.7)
template <class Real, int D>
struct UpdateDensityAndPressure {
  UpdateDensity<Real, D> update;
  StateEquation<Real> state;
  CoefficientView<Real> absorbing;
  TW_HD void operator()(int z, int y, int x, const Real* du, Real* out) const {
    Real divergence;
    const Real sum = update(z, y, x, du, divergence);
    out[0] = state(z, y, x, sum, absorbing(z, y, x) * update.density(z, y, x) * divergence);
  }
};

/// With it: density now, and what the absorption filter works on.
template <class Real, int D>
struct UpdateDensityForAbsorption {
  UpdateDensity<Real, D> update;
  TW_HD void operator()(int z, int y, int x, const Real* du, Real* out) const {
    Real divergence;
    out[1] = update(z, y, x, du, divergence);
    out[0] = update.density(z, y, x) * divergence;
  }
};

/// Pressure once the filtered fields are back. (3.4)
template <class Real, int D>
struct UpdatePressure {
  PointFields<Real> parts;
  StateEquation<Real> state;
  CoefficientView<Real> absorbing, dispersing;
  TW_HD void operator()(int z, int y, int x, const Real* in, Real* out) const {
    out[0] = state(z, y, x, sum(z, y, x),
                   absorbing(z, y, x) * in[0] - dispersing(z, y, x) * in[1]);
  }
  TW_HD Real sum(int z, int y, int x) const {
    Real total = 0;
    TW_UNROLL
    for (int c = 0; c < D; ++c) total += parts(c, z, y, x);
    return total;
  }
};

/// The same where one field comes back.
template <class Real, int D>
struct UpdatePressureUniform {
  UpdatePressure<Real, D> update;
  TW_HD void operator()(int z, int y, int x, const Real* in, Real* out) const {
    out[0] = update.state(z, y, x, update.sum(z, y, x), in[0]);
  }
};

/// An initial pressure: p, and the density that belongs to it, in equal parts. (4.4)
template <class Real, int D>
struct SetInitialPressure {
  PointFields<Real> parts, pressure;
  CoefficientView<Real> initial, speed_squared;
  TW_HD void operator()(int z, int y, int x, const Real*, Real* out) const {
    const Real p = initial(z, y, x);
    const Real part = p / (D * speed_squared(z, y, x));
    TW_UNROLL
    for (int c = 0; c < D; ++c) parts(c, z, y, x) = part;
    out[0] = pressure(0, z, y, x) = p;
  }
};

/// u a half step after an initial pressure. (4.5)
template <class Real, int D>
struct SetInitialVelocity {
  PointFields<Real> velocity;
  CoefficientView<Real> dt_per_density[D];
  TW_HD void operator()(int z, int y, int x, const Real* gradient, Real*) const {
    TW_UNROLL
    for (int c = 0; c < D; ++c)
      velocity(c, z, y, x) = dt_per_density[c](z, y, x) * gradient[c] / 2;
  }
};

/// A stored field on its way to modes.
template <class Real>
struct LoadPoints {
  PointFields<Real> field;
  TW_HD void operator()(int z, int y, int x, const Real*, Real* out) const {
    out[0] = field(0, z, y, x);
  }
};

}  // namespace thalweg::sound::inline TW_HALF
