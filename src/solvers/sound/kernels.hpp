// SPDX-License-Identifier: Apache-2.0
// The work of a step at points, as kernels of the filter pipeline (fft/filter_pipeline.hpp); that
// on modes is in mode_kernels.hpp. Equation numbers: docs/theory/sound.md. D: dimensions; component
// c of a vector lies along x, y, z of the problem.
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

  TW_HD Real* row(int c, int z, int y) const {
    return data + c * field_size + (static_cast<std::int64_t>(z) * ny + y) * nx;
  }
};

/// The absorbing layer's factors for the components of a vector on one row of points.
template <class Real>
struct LayerRow {
  const Real* x;
  Real y, z;
  /// Component c lies along x, y, z (D = 3), x, z (2) or x (1) of the pipeline.
  template <int D>
  TW_HD Real along(int c, int ix) const {
    if (c == 0) return x[ix];
    return D == 3 && c == 1 ? y : z;
  }
};

/// One factor per point of each pipeline axis (z: local planes).
template <class Real>
struct LayerFactors {
  const Real *x, *y, *z;
  TW_HD LayerRow<Real> row(int iz, int iy) const { return {x, y[iy], z[iz]}; }
};

/// What a source does to a row of a field: field = keep * field + scale * add.
template <class Real>
struct SourceRow {
  const Real *keep, *add;
  Real scale;
  TW_HD Real operator()(int x, Real value) const { return keep[x] * value + scale * add[x]; }
};

/// The planes of a source. Where it has none, rows of ones and zeros stand in.
template <class Real>
struct SourceView {
  const int* slot;           // of each local plane: which plane of `add` and `keep`, or -1
  const Real *add, *keep;    // (slot, y, x); keep may be null
  const Real *zeros, *ones;  // rows
  Real scale;
  int ny, nx;

  TW_HD SourceRow<Real> row(int z, int y) const {
    const int s = slot[z];
    const std::int64_t at = (static_cast<std::int64_t>(s) * ny + y) * nx;
    return {s < 0 || !keep ? ones : keep + at, s < 0 ? zeros : add + at, scale};
  }
};

// Point kernels give an object per row of points, row(z, y), whose call (x, in, out) does the work:
// with pointers to rows the loop over x is simple enough to become vector code.

/// u from grad p: (2.5), sources (4.1).
template <class Real, int D>
struct UpdateVelocity {
  PointFields<Real> velocity;
  CoefficientView<Real> dt_per_density[D];
  LayerFactors<Real> layer;  // at staggered points
  SourceView<Real> source[D];

  struct Row {
    Real* u[D];
    const Real* dt_per_density[D];
    SourceRow<Real> source[D];
    LayerRow<Real> layer;
    TW_HD void operator()(int x, const Real* gradient, Real* out) const {
      TW_UNROLL
      for (int c = 0; c < D; ++c) {
        const Real fade = layer.template along<D>(c, x);
        const Real moved = fade * (fade * u[c][x] - dt_per_density[c][x] * gradient[c]);
        out[c] = u[c][x] = source[c](x, moved);
      }
    }
  };
  TW_HD Row row(int z, int y) const {
    Row r;
    TW_UNROLL
    for (int c = 0; c < D; ++c) {
      r.u[c] = velocity.row(c, z, y);
      r.dt_per_density[c] = dt_per_density[c].row(z, y);
      r.source[c] = source[c].row(z, y);
    }
    r.layer = layer.row(z, y);
    return r;
  }
};

/// About an axis a third field follows: u_r / r. (6.3)
template <class Real>
struct UpdateRadialVelocity {
  UpdateVelocity<Real, 2> update;
  const Real* per_radius;  // 1 / r half a cell on, by local plane

  struct Row {
    typename UpdateVelocity<Real, 2>::Row update;
    Real per_radius;
    TW_HD void operator()(int x, const Real* gradient, Real* out) const {
      update(x, gradient, out);
      out[2] = per_radius * out[1];
    }
  };
  TW_HD Row row(int z, int y) const { return {update.row(z, y), per_radius[z]}; }
};

/// rho from div u (2.6) with the mass source (4.1): shared by the updates below.
template <class Real, int D>
struct UpdateDensity {
  PointFields<Real> parts;  // rho split by direction
  CoefficientView<Real> density;
  LayerFactors<Real> layer;
  SourceView<Real> source;
  Real dt, convective;  // convective: 2 where the medium is nonlinear, else 0

  struct Row {
    Real* rho[D];
    const Real* density;
    LayerRow<Real> layer;
    SourceRow<Real> source;
    Real dt, convective;
    /// Returns the sum of the parts; `divergence`: of the velocity.
    TW_HD Real operator()(int x, const Real* du, Real& divergence) const {
      Real old = 0, sum = 0;
      divergence = 0;
      TW_UNROLL
      for (int c = 0; c < D; ++c) {
        old += rho[c][x];
        divergence += du[c];
      }
      const Real factor = dt * (convective * old + density[x]);
      TW_UNROLL
      for (int c = 0; c < D; ++c) {
        const Real fade = layer.template along<D>(c, x);
        const Real part = source(x, fade * (fade * rho[c][x] - factor * du[c]));
        rho[c][x] = part;
        sum += part;
      }
      return sum;
    }
  };
  TW_HD Row row(int z, int y) const {
    Row r;
    TW_UNROLL
    for (int c = 0; c < D; ++c) r.rho[c] = parts.row(c, z, y);
    r.density = density.row(z, y);
    r.layer = layer.row(z, y);
    r.source = source.row(z, y);
    r.dt = dt;
    r.convective = convective;
    return r;
  }
};

/// The equation of state without its power-law terms. (3.1)
template <class Real>
struct StateEquation {
  PointFields<Real> pressure;
  CoefficientView<Real> speed_squared, nonlinear;

  struct Row {
    Real* pressure;
    const Real *speed_squared, *nonlinear;
    /// `extra`: what absorption adds to the density.
    TW_HD Real operator()(int x, Real sum, Real extra) const {
      return pressure[x] = speed_squared[x] * (sum + nonlinear[x] * sum * sum + extra);
    }
  };
  TW_HD Row row(int z, int y) const {
    return {pressure.row(0, z, y), speed_squared.row(z, y), nonlinear.row(z, y)};
  }
};

/// Without power law: density and pressure at once; Stokes absorption needs no transform. (3.7)
template <class Real, int D>
struct UpdateDensityAndPressure {
  UpdateDensity<Real, D> update;
  StateEquation<Real> state;
  CoefficientView<Real> tau;

  struct Row {
    typename UpdateDensity<Real, D>::Row update;
    typename StateEquation<Real>::Row state;
    const Real* tau;
    TW_HD void operator()(int x, const Real* du, Real* out) const {
      Real divergence;
      const Real sum = update(x, du, divergence);
      out[0] = state(x, sum, tau[x] * update.density[x] * divergence);
    }
  };
  TW_HD Row row(int z, int y) const { return {update.row(z, y), state.row(z, y), tau.row(z, y)}; }
};

/// With it: density now, and what the absorption filter works on.
template <class Real, int D>
struct UpdateDensityForAbsorption {
  UpdateDensity<Real, D> update;

  struct Row {
    typename UpdateDensity<Real, D>::Row update;
    TW_HD void operator()(int x, const Real* du, Real* out) const {
      Real divergence;
      out[1] = update(x, du, divergence);
      out[0] = update.density[x] * divergence;
    }
  };
  TW_HD Row row(int z, int y) const { return {update.row(z, y)}; }
};

/// Pressure once the filtered fields are back: two, or one that holds both terms. (3.4)
/// eta follows from tau and c0, so that it need not be read: -eta = tau c0 tan(pi y / 2).
template <class Real, int D, int Fields>
struct UpdatePressure {
  PointFields<Real> parts;
  StateEquation<Real> state;
  CoefficientView<Real> tau;
  Real absorbs, disperses;  // 1 or 0, tan(pi y / 2) or 0

  struct Row {
    const Real* rho[D];
    typename StateEquation<Real>::Row state;
    const Real* tau;
    Real absorbs, disperses;
    TW_HD void operator()(int x, const Real* in, Real* out) const {
      Real sum = 0;
      TW_UNROLL
      for (int c = 0; c < D; ++c) sum += rho[c][x];
      if constexpr (Fields == 2) {
        const Real speed = std::sqrt(state.speed_squared[x]);
        out[0] = state(x, sum, tau[x] * (absorbs * in[0] + disperses * speed * in[1]));
      } else {
        out[0] = state(x, sum, in[0]);
      }
    }
  };
  TW_HD Row row(int z, int y) const {
    Row r;
    TW_UNROLL
    for (int c = 0; c < D; ++c) r.rho[c] = parts.row(c, z, y);
    r.state = state.row(z, y);
    r.tau = tau.row(z, y);
    r.absorbs = absorbs;
    r.disperses = disperses;
    return r;
  }
};

/// An initial pressure: p, and the density that belongs to it, in equal parts. (4.4)
template <class Real, int D>
struct SetInitialPressure {
  PointFields<Real> parts, pressure;
  CoefficientView<Real> initial, speed_squared;

  struct Row {
    Real* rho[D];
    Real* pressure;
    const Real *initial, *speed_squared;
    TW_HD void operator()(int x, const Real*, Real* out) const {
      TW_UNROLL
      for (int c = 0; c < D; ++c) rho[c][x] = initial[x] / (D * speed_squared[x]);
      out[0] = pressure[x] = initial[x];
    }
  };
  TW_HD Row row(int z, int y) const {
    Row r;
    TW_UNROLL
    for (int c = 0; c < D; ++c) r.rho[c] = parts.row(c, z, y);
    r.pressure = pressure.row(0, z, y);
    r.initial = initial.row(z, y);
    r.speed_squared = speed_squared.row(z, y);
    return r;
  }
};

/// u a half step after an initial pressure. (4.5)
template <class Real, int D>
struct SetInitialVelocity {
  PointFields<Real> velocity;
  CoefficientView<Real> dt_per_density[D];

  struct Row {
    Real* u[D];
    const Real* dt_per_density[D];
    TW_HD void operator()(int x, const Real* gradient, Real*) const {
      TW_UNROLL
      for (int c = 0; c < D; ++c) u[c][x] = dt_per_density[c][x] * gradient[c] / 2;
    }
  };
  TW_HD Row row(int z, int y) const {
    Row r;
    TW_UNROLL
    for (int c = 0; c < D; ++c) {
      r.u[c] = velocity.row(c, z, y);
      r.dt_per_density[c] = dt_per_density[c].row(z, y);
    }
    return r;
  }
};

/// A stored field on its way to modes.
template <class Real>
struct LoadPoints {
  PointFields<Real> field;
  struct Row {
    const Real* values;
    TW_HD void operator()(int x, const Real*, Real* out) const { out[0] = values[x]; }
  };
  TW_HD Row row(int z, int y) const { return {field.row(0, z, y)}; }
};

}  // namespace thalweg::sound::inline TW_HALF
