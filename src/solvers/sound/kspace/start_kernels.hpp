// SPDX-License-Identifier: Apache-2.0
// How a run starts: fields from an initial pressure, and the pressure on its way to modes. Kernels
// of the pipeline at points, as those of a step (point_kernels.hpp). Equation numbers:
// docs/theory/sound.md.
#pragma once

#include "solvers/sound/medium/coefficient.hpp"
#include "solvers/sound/operators/point_views.hpp"

namespace thalweg::sound::inline TW_HALF {

/// An initial pressure: p, and the density that belongs to it, in equal parts. (4.4)
template <class Real, int D>
struct SetInitialPressure {
  PointFields<Real> parts, pressure;
  CoefficientView<Real> initial, speed_squared;

  struct Row {
    Rows<Real*, D> rho;
    Real* pressure;
    const Real *initial, *speed_squared;
    TW_HD void operator()(int x, const Real*, Real* out) const {
      TW_UNROLL
      for (int c = 0; c < D; ++c) rho[c][x] = initial[x] / (D * speed_squared[x]);
      out[0] = pressure[x] = initial[x];
    }
  };
  TW_HD Row row(int z, int y) const {
    return {parts.template rows<D>(z, y), pressure.row(0, z, y), initial.row(z, y),
            speed_squared.row(z, y)};
  }
};

/// u a half step after an initial pressure. (4.5)
template <class Real, int D>
struct SetInitialVelocity {
  PointFields<Real> velocity;
  CoefficientView<Real> dt_per_density[D];

  struct Row {
    Rows<Real*, D> u;
    Rows<const Real*, D> dt_per_density;
    TW_HD void operator()(int x, const Real* gradient, Real*) const {
      TW_UNROLL
      for (int c = 0; c < D; ++c) u[c][x] = dt_per_density[c][x] * gradient[c] / 2;
    }
  };
  TW_HD Row row(int z, int y) const {
    return {velocity.template rows<D>(z, y), rows_of(dt_per_density, z, y)};
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
