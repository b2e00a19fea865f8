// SPDX-License-Identifier: Apache-2.0
// Sweeps of block Jacobi over cells, each by itself: docs/theory/flow.md, section 5.
#pragma once

#include "solvers/flow/smoothing/diagonal.hpp"

namespace thalweg::flow::inline TW_HALF {

/// The inverse of what a cell's residual changes by with its own state, as 16 values `size` apart,
/// and the change of the first sweep, to which no neighbour has added anything yet. (5.3), (5.4)
template <Damping damping, class Real>
struct InvertDiagonal {
  Diagonal<damping, Real> diagonal;
  const Real* residual;
  float *inverse, *change;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const Geometry<Real>& geometry = diagonal.system.geometry;
    const grid::BlockPlace place = geometry.places[block];
    const std::int64_t size = geometry.size, cell = place.at(k, j, i);
    float m[4][4] = {};
    diagonal.add(place, cell, load(diagonal.system.state, size, cell), m);
    diagonal.invert_at(cell, m);
    store_inverse(m, inverse, size, cell);
    const State<float> r = minus(residual, size, cell);
    TW_UNROLL
    for (int n = 0; n < 4; ++n)
      change[n * size + cell] =
          m[n][0] * r.p + m[n][1] * r.u[0] + m[n][2] * r.u[1] + m[n][3] * r.u[2];
  }
};

/// inverse of the diagonal times (-residual - what changes of neighbours add). (5.4)
template <Damping damping, class Real>
struct JacobiSweep {
  LinearSystem<damping, Real> system;
  const Real* residual;
  const float *change, *inverse;

  TW_HD State<float> next(int block, int k, int j, int i) const {
    const grid::BlockPlace place = system.geometry.places[block];
    const std::int64_t size = system.geometry.size, cell = place.at(k, j, i);
    const State<float> q = load(system.state, size, cell);
    State<float> rest = minus(residual, size, cell);
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < system.first_axis) continue;
      const std::int64_t step = step_along(place, axis);
      coupling(system, q, axis, cell, cell - step, cell, -1)
          .take(load(change, size, cell - step), rest);
      coupling(system, q, axis, cell + step, cell + step, cell, 1)
          .take(load(change, size, cell + step), rest);
    }
    return product(inverse, size, cell, rest);
  }
};

/// A sweep that another one follows.
template <Damping damping, class Real>
struct StoreChange {
  JacobiSweep<damping, Real> sweep;
  float* next;
  TW_HD void operator()(int block, int k, int j, int i) const {
    const Geometry<Real>& geometry = sweep.system.geometry;
    store(sweep.next(block, k, j, i), next, geometry.size, geometry.places[block].at(k, j, i));
  }
};

/// The last sweep.
template <Damping damping, class Real>
struct AddChange {
  JacobiSweep<damping, Real> sweep;
  Real* state;
  TW_HD void operator()(int block, int k, int j, int i) const {
    const Geometry<Real>& geometry = sweep.system.geometry;
    add_to(state, geometry.size, geometry.places[block].at(k, j, i), sweep.next(block, k, j, i));
  }
};

}  // namespace thalweg::flow::inline TW_HALF
