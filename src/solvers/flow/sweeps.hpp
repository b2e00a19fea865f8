// SPDX-License-Identifier: Apache-2.0
// What brings a state nearer to a residual of zero by sweeps of block Jacobi: docs/theory/flow.md,
// section 5. Changes are in single precision: what rounding leaves of one, the next one takes away.
#pragma once

#include "solvers/flow/kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

/// Whose damping changes are solved for: it must be no less than that of the fluxes. All but
/// `plain` take what friction there is from a table, as eddies may add to it.
enum class Damping { plain, roe, rusanov };

/// What the linear system is made of.
template <Damping damping, class Real>
struct LinearSystem {
  Geometry<Real> geometry;
  const float *area, *state;  // copies: nine fields, four fields
  int first_axis;
  float beta, viscosity;
  const float* of_faces;  // FaceFriction; of the lower faces of cells along each axis

  /// In place of |A| by (3.4): what Rusanov's flux has, by the same factors. (3.5)
  TW_HD Waves<float> waves(const float (&u)[3], const float (&along)[3]) const {
    Waves<float> w(u, along, beta);
    if constexpr (damping == Damping::rusanov) {
      w.absolute += w.speed;
      w.by_c = w.absolute / (beta * w.squared);
      w.ratio = w.g = 0;
    }
    return w;
  }
  TW_HD void load_area(int axis, std::int64_t face, float sign, float (&to)[3]) const {
    TW_UNROLL
    for (int n = 0; n < 3; ++n) to[n] = sign * area[(3 * axis + n) * geometry.size + face];
  }
  /// Of stresses between two cells, over the area squared.
  TW_HD float friction(int axis, std::int64_t face, std::int64_t cell,
                       std::int64_t neighbour) const {
    if constexpr (damping != Damping::plain)
      return of_faces[axis * geometry.size + face];
    else
      return 2 * viscosity / static_cast<float>(geometry.volume[cell] + geometry.volume[neighbour]);
  }
};

/// The friction through the faces of each cell with the viscosity of eddies. (7.6)
template <class Real>
struct FaceFriction {
  Geometry<Real> geometry;
  const Real* of_eddies;  // their viscosity
  float* to;              // by axis
  int first_axis;
  Real viscosity;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace place = geometry.places[block];
    const std::int64_t cell = place.at(k, j, i);
    const int at[3] = {k, j, i};
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < first_axis) continue;
      const std::int64_t step = step_along(place, axis);
      set(axis, cell - step, cell);
      if (at[axis] + 1 == place.cells[axis]) set(axis, cell, cell + step);
    }
  }

 private:
  TW_HD void set(int axis, std::int64_t left, std::int64_t right) const {
    const Real both = 2 * viscosity + of_eddies[left] + of_eddies[right];
    to[axis * geometry.size + right] =
        static_cast<float>(both / (geometry.volume[left] + geometry.volume[right]));
  }
};

/// The inverse of what a cell's residual changes by with its own state, to the first order, as 16
/// values `size` apart, and the change of the first sweep, to which no neighbour has added anything
/// yet. (5.3), (5.4)
template <Damping damping, class Real>
struct InvertDiagonal {
  LinearSystem<damping, Real> system;
  const Real* residual;
  // Of a cell, bit 2 axis + upper: nothing is carried through that face; bits 6 and 7: bodies hold
  // its velocity, its pressure.
  const int* closed;
  float *inverse, *change;
  float cfl, rate;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const Geometry<Real>& geometry = system.geometry;
    const grid::BlockPlace place = geometry.places[block];
    const std::int64_t size = geometry.size, cell = place.at(k, j, i);
    const State<float> q = load(system.state, size, cell);
    float m[4][4] = {}, waves = 0;
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < system.first_axis) continue;
      const std::int64_t step = step_along(place, axis);
      waves += add_face(q, axis, cell, cell - step, cell, -1, m);
      waves += add_face(q, axis, cell + step, cell + step, cell, 1, m);
    }
    const float in_pseudo_time = waves / (2 * cfl),
                in_time = rate * static_cast<float>(geometry.volume[cell]);
    TW_UNROLL
    for (int n = 0; n < 4; ++n) m[n][n] += in_pseudo_time + (n > 0 ? in_time : 0);
    const int held = closed[cell] >> 6;
    hold(held, m);
    invert(m);
    leave_out(held, m);
    float r[4];
    TW_UNROLL
    for (int n = 0; n < 4; ++n) r[n] = -static_cast<float>(residual[n * size + cell]);
    TW_UNROLL
    for (int n = 0; n < 4; ++n) {
      TW_UNROLL
      for (int l = 0; l < 4; ++l) inverse[(4 * n + l) * size + cell] = m[n][l];
      change[n * size + cell] = m[n][0] * r[0] + m[n][1] * r[1] + m[n][2] * r[2] + m[n][3] * r[3];
    }
  }

 private:
  /// sign: 1 where the axis leads out of the cell. Half of A for all faces adds up to nothing, so
  /// where a wall is, it is taken out again, and the wall's pressure is put in. Returns |theta| +
  /// c.
  TW_HD float add_face(const State<float>& q, int axis, std::int64_t face, std::int64_t neighbour,
                       std::int64_t cell, float sign, float (&m)[4][4]) const {
    const int bit = 2 * axis + (sign > 0 ? 1 : 0);
    const float wall = 0.5f * static_cast<float>((closed[cell] >> bit) & 1), half = 0.5f - wall;
    float area[3];
    system.load_area(axis, face, sign, area);
    const State<float> mean =
        combined(0.5f, q, 0.5f, load(system.state, system.geometry.size, neighbour));
    const Waves<float> w = system.waves(mean.u, area);
    const float factor = system.friction(axis, face, cell, neighbour);
    const float own = half * w.absolute + factor * w.squared - wall * dot(q.u, area);
    m[0][0] += half * system.beta * w.squared * w.by_c;
    TW_UNROLL
    for (int n = 0; n < 3; ++n) {
      const float by_pressure = (w.ratio - w.g * w.theta) * area[n] + w.g * w.squared * mean.u[n],
                  by_flow = (w.ratio + w.g * w.theta) * mean.u[n] + w.g * system.beta * area[n];
      m[0][n + 1] += system.beta * (half * w.ratio - wall) * area[n];
      m[n + 1][0] += half * by_pressure + wall * area[n];
      m[n + 1][n + 1] += own;
      const float product = half * by_flow + factor * area[n] - wall * q.u[n];
      TW_UNROLL
      for (int l = 0; l < 3; ++l) m[n + 1][l + 1] += product * area[l];
    }
    return (w.theta < 0 ? -w.theta : w.theta) + w.speed;
  }

  /// Whether a row is held. (9.7)
  TW_HD static bool is_held(int held, int n) { return ((held >> (n > 0 ? 0 : 1)) & 1) != 0; }
  /// Rows that are held have nothing to do with the others.
  TW_HD static void hold(int held, float (&m)[4][4]) {
    TW_UNROLL
    for (int n = 0; n < 4; ++n) {
      TW_UNROLL
      for (int l = 0; l < 4; ++l)
        if (is_held(held, n) || is_held(held, l)) m[n][l] = n == l ? 1 : 0;
    }
  }
  /// They change by exactly nothing: small numbers would slow processors down.
  TW_HD static void leave_out(int held, float (&inverse)[4][4]) {
    TW_UNROLL
    for (int n = 0; n < 4; ++n)
      if (is_held(held, n)) inverse[n][n] = 0;
  }

  /// By Gauss and Jordan without a search for pivots: the diagonal is large.
  TW_HD static void invert(float (&m)[4][4]) {
    TW_UNROLL
    for (int p = 0; p < 4; ++p) {
      const float pivot = 1 / m[p][p];
      m[p][p] = 1;
      TW_UNROLL
      for (int l = 0; l < 4; ++l) m[p][l] *= pivot;
      TW_UNROLL
      for (int n = 0; n < 4; ++n) {
        if (n == p) continue;
        const float factor = m[n][p];
        m[n][p] = 0;
        TW_UNROLL
        for (int l = 0; l < 4; ++l) m[n][l] -= factor * m[p][l];
      }
    }
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
    State<float> rest{-static_cast<float>(residual[cell]),
                      {-static_cast<float>(residual[size + cell]),
                       -static_cast<float>(residual[2 * size + cell]),
                       -static_cast<float>(residual[3 * size + cell])}};
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < system.first_axis) continue;
      const std::int64_t step = step_along(place, axis);
      take_face(q, axis, cell, cell - step, cell, -1, rest);
      take_face(q, axis, cell + step, cell + step, cell, 1, rest);
    }
    const float of[4] = {rest.p, rest.u[0], rest.u[1], rest.u[2]};
    float sum[4] = {};
    TW_UNROLL
    for (int n = 0; n < 4; ++n) {
      TW_UNROLL
      for (int l = 0; l < 4; ++l) sum[n] += inverse[(4 * n + l) * size + cell] * of[l];
    }
    return {sum[0], {sum[1], sum[2], sum[3]}};
  }

 private:
  /// What waves that come in carry, the negative part of A, and what friction does. (5.2)
  /// sign: 1 where the axis leads out of the cell.
  TW_HD void take_face(const State<float>& q, int axis, std::int64_t face, std::int64_t neighbour,
                       std::int64_t cell, float sign, State<float>& rest) const {
    const std::int64_t size = system.geometry.size;
    float area[3], u[3];
    system.load_area(axis, face, sign, area);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) u[n] = 0.5f * (q.u[n] + system.state[(n + 1) * size + neighbour]);
    const State<float> d = load(change, size, neighbour);
    const Waves<float> w = system.waves(u, area);
    const float through = dot(d.u, area), factor = system.friction(axis, face, cell, neighbour);
    // A less |A|, over two.
    const float a = 0.5f - 0.5f * w.ratio, b = -0.5f * w.g;
    const float own = 0.5f * (w.theta - w.absolute) - factor * w.squared;
    const float along_area =
        a * d.p + b * (system.beta * through - w.theta * d.p) - factor * through;
    const float along_flow = a * through + b * (w.squared * d.p + w.theta * through);
    rest.p -= system.beta * (a * through - 0.5f * w.squared * w.by_c * d.p);
    TW_UNROLL
    for (int n = 0; n < 3; ++n)
      rest.u[n] -= own * d.u[n] + along_area * area[n] + along_flow * u[n];
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
    const std::int64_t size = geometry.size, cell = geometry.places[block].at(k, j, i);
    const State<float> d = sweep.next(block, k, j, i);
    const float of[4] = {d.p, d.u[0], d.u[1], d.u[2]};
    TW_UNROLL
    for (int n = 0; n < 4; ++n) state[n * size + cell] += static_cast<Real>(of[n]);
  }
};

/// to = from in single precision.
template <class Real>
struct CopyInSingle {
  const Real* from;
  float* to;
  TW_HD void operator()(std::int64_t i) const { to[i] = static_cast<float>(from[i]); }
};

}  // namespace thalweg::flow::inline TW_HALF
