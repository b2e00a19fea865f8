// SPDX-License-Identifier: Apache-2.0
// What brings a state nearer to a residual of zero: stages of Runge-Kutta, and sweeps of block
// Jacobi. docs/theory/flow.md, section 5.
#pragma once

#include "solvers/flow/kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

/// One stage from the state `before`, with a step of pseudo-time of its own for each cell. The step
/// in time is taken implicitly. (5.1)
template <class Real>
struct PseudoStage {
  Geometry<Real> geometry;
  const Real *before, *residual;
  Real* state;
  int first_axis;
  Real beta, viscosity, cfl, coefficient, rate;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace place = geometry.places[block];
    const std::int64_t size = geometry.size, cell = place.at(k, j, i);
    const State<Real> q = load(before, size, cell), r = load(residual, size, cell),
                      now = load(state, size, cell);
    const CellRates<Real> rates(geometry, q.u, cell, first_axis, beta, viscosity);
    const Real step = coefficient * cfl / (rates.waves + rates.viscous);
    const Real in_time = rate * geometry.volume[cell];
    State<Real> next;
    next.p = q.p - step * r.p;
    TW_UNROLL
    for (int n = 0; n < 3; ++n)
      next.u[n] = (q.u[n] - step * (r.u[n] - in_time * now.u[n])) / (1 + step * in_time);
    store(next, state, size, cell);
  }
};

/// The inverse of what a cell's residual changes by with its own state, to the first order: 16
/// values of single precision, `size` apart. (5.3)
template <class Real>
struct InvertDiagonal {
  Geometry<Real> geometry;
  const Real* state;
  const int* closed;  // of a cell, bit 2 axis + upper: nothing is carried through that face
  float* inverse;
  int first_axis;
  Real beta, viscosity, cfl, rate;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace place = geometry.places[block];
    const std::int64_t size = geometry.size, cell = place.at(k, j, i);
    const State<Real> q = load(state, size, cell);
    const CellRates<Real> rates(geometry, q.u, cell, first_axis, beta, viscosity);
    Real m[4][4] = {};
    const Real in_pseudo_time = rates.waves / cfl, in_time = rate * geometry.volume[cell];
    TW_UNROLL
    for (int n = 0; n < 4; ++n) m[n][n] = in_pseudo_time + (n > 0 ? in_time : 0);
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < first_axis) continue;
      const std::int64_t step = step_along(place, axis);
      add_face(q, axis, cell, cell - step, cell, Real(-1), m);
      add_face(q, axis, cell + step, cell + step, cell, Real(1), m);
    }
    invert(m);
    TW_UNROLL
    for (int n = 0; n < 16; ++n) inverse[n * size + cell] = static_cast<float>(m[n / 4][n % 4]);
  }

 private:
  /// sign: 1 where the axis leads out of the cell. Half of A for all faces adds up to nothing, so
  /// where a wall is, it is taken out again, and the wall's pressure is put in.
  TW_HD void add_face(const State<Real>& q, int axis, std::int64_t face, std::int64_t neighbour,
                      std::int64_t cell, Real sign, Real (&m)[4][4]) const {
    const int bit = 2 * axis + (sign > 0 ? 1 : 0);
    const Real wall = static_cast<Real>((closed[cell] >> bit) & 1) / 2, half = Real(0.5) - wall;
    Real area[3];
    geometry.area_at(axis, face, area);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) area[n] *= sign;
    const AbsoluteJacobian<Real> jacobian(
        combined(Real(0.5), q, Real(0.5), load(state, geometry.size, neighbour)), area, beta);
    const Real factor = 2 * viscosity / (geometry.volume[cell] + geometry.volume[neighbour]);
    const Real own = half * jacobian.theta + factor * dot(area, area) - wall * dot(q.u, area);
    m[0][0] += half * jacobian.pressure;
    TW_UNROLL
    for (int n = 0; n < 3; ++n) {
      m[0][n + 1] += (half * jacobian.row - wall * beta) * area[n];
      m[n + 1][0] += half * jacobian.column[n] + wall * area[n];
      m[n + 1][n + 1] += own;
      const Real product = half * jacobian.product[n] + factor * area[n] - wall * q.u[n];
      TW_UNROLL
      for (int l = 0; l < 3; ++l) m[n + 1][l + 1] += product * area[l];
    }
  }

  /// By Gauss and Jordan without a search for pivots: the diagonal is large.
  TW_HD static void invert(Real (&m)[4][4]) {
    TW_UNROLL
    for (int p = 0; p < 4; ++p) {
      const Real pivot = 1 / m[p][p];
      m[p][p] = 1;
      TW_UNROLL
      for (int l = 0; l < 4; ++l) m[p][l] *= pivot;
      TW_UNROLL
      for (int n = 0; n < 4; ++n) {
        if (n == p) continue;
        const Real factor = m[n][p];
        m[n][p] = 0;
        TW_UNROLL
        for (int l = 0; l < 4; ++l) m[n][l] -= factor * m[p][l];
      }
    }
  }
};

/// next = inverse of the diagonal times (-residual - what changes of neighbours add). (5.4)
template <class Real>
struct JacobiSweep {
  Geometry<Real> geometry;
  const Real *state, *residual, *change;
  const float* inverse;
  Real* next;
  int first_axis;
  Real beta, viscosity;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace place = geometry.places[block];
    const std::int64_t size = geometry.size, cell = place.at(k, j, i);
    const State<Real> q = load(state, size, cell);
    State<Real> rest = combined(Real(-1), load(residual, size, cell), Real(0), q);
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < first_axis) continue;
      const std::int64_t step = step_along(place, axis);
      take_face(q, axis, cell, cell - step, cell, Real(-1), rest);
      take_face(q, axis, cell + step, cell + step, cell, Real(1), rest);
    }
    const Real of[4] = {rest.p, rest.u[0], rest.u[1], rest.u[2]};
    TW_UNROLL
    for (int n = 0; n < 4; ++n) {
      Real sum = 0;
      TW_UNROLL
      for (int l = 0; l < 4; ++l)
        sum += static_cast<Real>(inverse[(4 * n + l) * size + cell]) * of[l];
      next[n * size + cell] = sum;
    }
  }

 private:
  /// sign: 1 where the axis leads out of the cell.
  TW_HD void take_face(const State<Real>& q, int axis, std::int64_t face, std::int64_t neighbour,
                       std::int64_t cell, Real sign, State<Real>& rest) const {
    const Real half = Real(0.5);
    const std::int64_t size = geometry.size;
    Real area[3];
    geometry.area_at(axis, face, area);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) area[n] *= sign;
    const State<Real> other = load(state, size, neighbour), d = load(change, size, neighbour);
    const State<Real> damped =
        AbsoluteJacobian<Real>(combined(half, q, half, other), area, beta).times(d, area);
    const Real theta = dot(other.u, area), through = dot(d.u, area), squared = dot(area, area);
    const Real factor = 2 * viscosity / (geometry.volume[cell] + geometry.volume[neighbour]);
    rest.p -= half * (beta * through - damped.p);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) {
      const Real carried = other.u[n] * through + theta * d.u[n] + d.p * area[n];
      rest.u[n] -= half * (carried - damped.u[n]) - factor * (squared * d.u[n] + area[n] * through);
    }
  }
};

/// state += change
template <class Real>
struct AddChange {
  Geometry<Real> geometry;
  const Real* change;
  Real* state;
  TW_HD void operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    TW_UNROLL
    for (int n = 0; n < 4; ++n) state[n * geometry.size + cell] += change[n * geometry.size + cell];
  }
};

/// to = a of x + b of y, all four components.
template <class Real>
struct Combine {
  Geometry<Real> geometry;
  Real a, b;
  const Real *x, *y;
  Real* to;
  TW_HD void operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i), size = geometry.size;
    store(combined(a, load(x, size, cell), b, load(y, size, cell)), to, size, cell);
  }
};

/// Where the cells of a coarse block are made of cells of a fine one.
struct TwoLevels {
  const grid::BlockPlace *fine, *coarse;
  std::int64_t fine_size, coarse_size;
  int first_axis;  // 1: cells are not halved along z
};

/// The mean state of the cells that make up a coarse one, and the sum of their residuals. (5.6)
template <class Real>
struct Restrict {
  TwoLevels levels;
  const Real *state, *residual, *volume;  // of the fine level
  Real *coarse_state, *coarse_residual;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace& fine = levels.fine[block];
    const std::int64_t size = levels.fine_size;
    const int depth = levels.first_axis == 0 ? 2 : 1;
    State<Real> q{}, r{};
    Real all = 0;
    for (int z = 0; z < depth; ++z) TW_UNROLL
    for (int n = 0; n < 4; ++n) {
      const std::int64_t cell = fine.at(depth * k + z, 2 * j + n / 2, 2 * i + n % 2);
      const Real v = volume[cell];
      all += v;
      q = combined(Real(1), q, v, load(state, size, cell));
      r = combined(Real(1), r, Real(1), load(residual, size, cell));
    }
    const std::int64_t cell = levels.coarse[block].at(k, j, i);
    store(combined(1 / all, q, Real(0), q), coarse_state, levels.coarse_size, cell);
    store(r, coarse_residual, levels.coarse_size, cell);
  }
};

/// state += the correction of the coarse level, linear between its cells. (5.7)
template <class Real>
struct Prolong {
  TwoLevels levels;
  const Real* correction;
  Real* state;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace& coarse = levels.coarse[block];
    const bool is_deep = levels.first_axis == 0;
    const std::int64_t middle = coarse.at(is_deep ? k / 2 : k, j / 2, i / 2);
    const std::int64_t x = i % 2 ? 1 : -1, y = j % 2 ? coarse.stride[1] : -coarse.stride[1],
                       z = k % 2 ? coarse.stride[0] : -coarse.stride[0];
    const std::int64_t cell = levels.fine[block].at(k, j, i);
    TW_UNROLL
    for (int n = 0; n < 4; ++n) {
      const Real* c = correction + n * levels.coarse_size;
      Real value = Real(0.5) * c[middle] + Real(0.25) * (c[middle + x] + c[middle + y]);
      if (is_deep) value += Real(0.25) * (c[middle + z] - c[middle]);
      state[n * levels.fine_size + cell] += value;
    }
  }
};

}  // namespace thalweg::flow::inline TW_HALF
