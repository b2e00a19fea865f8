// SPDX-License-Identifier: Apache-2.0
// The work of a step at points, as kernels of the pipeline (fft/pipeline.hpp); that
// on modes is in mode_kernels.hpp. Equation numbers: docs/theory/sound.md. D: dimensions.
#pragma once

#include <cmath>

#include "solvers/sound/medium/coefficient.hpp"
#include "solvers/sound/operators/point_views.hpp"

namespace thalweg::sound::inline TW_HALF {

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
    Rows<Real*, D> u;
    Rows<const Real*, D> dt_per_density;
    Rows<SourceRow<Real>, D> source;
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
    return {velocity.template rows<D>(z, y), rows_of(dt_per_density, z, y), rows_of(source, z, y),
            layer.row(z, y)};
  }
};

/// In an axisymmetric grid a third field follows: u_r / r. (6.3)
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
    Rows<Real*, D> rho;
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
    return {parts.template rows<D>(z, y),
            density.row(z, y),
            layer.row(z, y),
            source.row(z, y),
            dt,
            convective};
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
    Rows<Real*, D> rho;
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
    return {parts.template rows<D>(z, y), state.row(z, y), tau.row(z, y), absorbs, disperses};
  }
};

}  // namespace thalweg::sound::inline TW_HALF
