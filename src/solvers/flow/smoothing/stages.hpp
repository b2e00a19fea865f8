// SPDX-License-Identifier: Apache-2.0
// What brings a state nearer to a residual of zero by stages of Runge-Kutta: docs/theory/flow.md,
// section 5.
#pragma once

#include "solvers/flow/fluxes/kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

/// The step of pseudo-time of each cell, over its volume.
template <class Real>
struct PseudoStep {
  Geometry<Real> geometry;
  const Real* state;
  Real* step;
  int first_axis;
  Real beta, viscosity, cfl;
  const Real* of_eddies;  // their viscosity, or none

  TW_HD void operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    const State<Real> q = load(state, geometry.size, cell);
    const CellRates<Real> rates(geometry, q.u, cell, first_axis, beta);
    const Real all = of_eddies ? viscosity + of_eddies[cell] : viscosity;
    step[cell] = cfl / (rates.waves + all * rates.viscous);
  }
};

/// One stage from the state `before`. The step in time is taken implicitly. (5.1)
template <class Real>
struct PseudoStage {
  Geometry<Real> geometry;
  const Real *before, *residual, *step;
  Real* state;
  Real coefficient, rate;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace place = geometry.places[block];
    const std::int64_t size = geometry.size, cell = place.at(k, j, i);
    const State<Real> q = load(before, size, cell), r = load(residual, size, cell),
                      now = load(state, size, cell);
    const Real of_stage = coefficient * step[cell], in_time = rate * geometry.volume[cell];
    State<Real> next;
    next.p = q.p - of_stage * r.p;
    TW_UNROLL
    for (int n = 0; n < 3; ++n)
      next.u[n] = (q.u[n] - of_stage * (r.u[n] - in_time * now.u[n])) / (1 + of_stage * in_time);
    store(next, state, size, cell);
  }
};

}  // namespace thalweg::flow::inline TW_HALF
