// SPDX-License-Identifier: Apache-2.0
// States, fluxes and metrics, as kernels see them: docs/theory/flow.md, sections 1 to 3. All
// blocks of a rank are worked on at once; components of a field lie `size` values apart in an
// arena: pressure, then velocity along x, y, z. Axes are (z, y, x).
#pragma once

#include <cmath>
#include <cstdint>

#include "exec/exec.hpp"
#include "grid/block_arena.hpp"
#include "solvers/flow/fluxes/reconstruction.hpp"
#include "solvers/flow/mesh/one_sided.hpp"

namespace thalweg::flow::inline TW_HALF {

/// Pressure (over density) and velocity.
template <class Real>
struct State {
  Real p, u[3];
};

template <class Real>
TW_HD Real dot(const Real (&a)[3], const Real (&b)[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class Real>
TW_HD State<Real> load(const Real* state, std::int64_t size, std::int64_t cell) {
  return {state[cell], {state[size + cell], state[2 * size + cell], state[3 * size + cell]}};
}

template <class Real>
TW_HD void store(const State<Real>& q, Real* state, std::int64_t size, std::int64_t cell) {
  state[cell] = q.p;
  TW_UNROLL
  for (int n = 0; n < 3; ++n) state[(n + 1) * size + cell] = q.u[n];
}

/// a q + b r
template <class Real>
TW_HD State<Real> combined(Real a, const State<Real>& q, Real b, const State<Real>& r) {
  return {a * q.p + b * r.p,
          {a * q.u[0] + b * r.u[0], a * q.u[1] + b * r.u[1], a * q.u[2] + b * r.u[2]}};
}

/// F(q) through an area. (1.3)
template <class Real>
TW_HD State<Real> exact_flux(const State<Real>& q, const Real (&area)[3], Real beta) {
  const Real theta = dot(q.u, area);
  State<Real> f;
  f.p = beta * theta;
  TW_UNROLL
  for (int n = 0; n < 3; ++n) f.u[n] = q.u[n] * theta + q.p * area[n];
  return f;
}

/// What the waves at a face are made of, at the mean of the states beside it: theta, c, and the
/// factors of (3.4).
template <class Real>
struct Waves {
  Real theta, speed, squared;  // theta, c, S^2
  Real by_c, ratio, g;         // 1/c, theta/c, (c - |theta|)/c^2
  Real absolute;               // |theta|
  TW_HD Waves(const Real (&u)[3], const Real (&area)[3], Real beta)
      : theta(dot(u, area)), speed(0), squared(dot(area, area)) {
    speed = std::sqrt(theta * theta + beta * squared);
    by_c = 1 / speed;
    absolute = theta < 0 ? -theta : theta;
    ratio = theta * by_c;
    g = (speed - absolute) * by_c * by_c;
  }
};

/// What a step along an axis is in an arena. Written as a sum: GCC 12 turns a choice among strides
/// into a read from a chosen address, and leaves the loop around it as it is.
TW_HD std::int64_t step_along(const grid::BlockPlace& place, int axis) {
  return (axis == 0) * place.stride[0] + (axis == 1) * place.stride[1] + (axis == 2);
}

/// Fields that stay as they are; see metrics.hpp of the mesh.
template <class Real>
struct Geometry {
  const grid::BlockPlace* places;
  const Real *area, *mean, *volume;  // component n along axis d: number 3 d + n
  std::int64_t size;
  Widths<Real> widths{};  // of the grid itself

  TW_HD void area_at(int axis, std::int64_t face, Real (&to)[3]) const {
    TW_UNROLL
    for (int n = 0; n < 3; ++n) to[n] = area[(3 * axis + n) * size + face];
  }
  /// The mean of what is beside a face along another axis.
  TW_HD void mean_at(int axis, std::int64_t left, std::int64_t right, Real (&to)[3]) const {
    TW_UNROLL
    for (int n = 0; n < 3; ++n) {
      const std::int64_t field = (3 * axis + n) * size;
      to[n] = Real(0.5) * (mean[field + left] + mean[field + right]);
    }
  }
};

/// The force through a face whose sides differ by d along an axis of area s: what that adds to
/// (grad u + (grad u)^T) . S times the volume. (3.7)
template <class Real>
TW_HD void add_stress(const Real (&d)[3], const Real (&s)[3], const Real (&area)[3],
                      Real (&to)[3]) {
  const Real along = dot(s, area), through = dot(d, area);
  TW_UNROLL
  for (int n = 0; n < 3; ++n) to[n] += d[n] * along + s[n] * through;
}

/// What the fastest waves cross: the sum over axes of |theta| + c, and of what viscosity asks for,
/// by the viscosity.
template <class Real>
struct CellRates {
  Real waves = 0, viscous = 0;
  TW_HD CellRates(const Geometry<Real>& geometry, const Real (&u)[3], std::int64_t cell,
                  int first_axis, Real beta) {
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < first_axis) continue;
      Real s[3];
      geometry.mean_at(axis, cell, cell, s);
      const Real theta = dot(u, s), squared = dot(s, s);
      waves += (theta < 0 ? -theta : theta) + std::sqrt(theta * theta + beta * squared);
      viscous += 4 * squared / geometry.volume[cell];
    }
  }
};

}  // namespace thalweg::flow::inline TW_HALF
