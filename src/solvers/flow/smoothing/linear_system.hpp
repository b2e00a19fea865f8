// SPDX-License-Identifier: Apache-2.0
// The linear system of the first order that smoothers solve for a change of the state:
// docs/theory/flow.md, section 5. In single precision: what rounding leaves of one change, the next
// one takes away.
#pragma once

#include "solvers/flow/fluxes/kernels.hpp"

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
  /// Of stresses between two cells, over the area squared. Ghosts beyond boundaries have no volume,
  /// so a wall counts as half as far away as a neighbour.
  TW_HD float friction(int axis, std::int64_t face, std::int64_t cell,
                       std::int64_t neighbour) const {
    if constexpr (damping != Damping::plain)
      return of_faces[axis * geometry.size + face];
    else
      return 2 * viscosity / static_cast<float>(geometry.volume[cell] + geometry.volume[neighbour]);
  }
};

/// What the change of a neighbour adds to a cell's residual: what waves that come in carry, the
/// negative part of A, and what friction does. (5.2)
struct Coupling {
  float area[3], u[3];  // outwards; at the face
  float beta, friction;
  Waves<float> waves;

  /// Takes from `rest` what the change d of the neighbour adds.
  TW_HD void take(const State<float>& d, State<float>& rest) const {
    const Waves<float>& w = waves;
    const float through = dot(d.u, area);
    // A less |A|, over two.
    const float a = 0.5f - 0.5f * w.ratio, b = -0.5f * w.g;
    const float own = 0.5f * (w.theta - w.absolute) - friction * w.squared;
    const float along_area = a * d.p + b * (beta * through - w.theta * d.p) - friction * through;
    const float along_flow = a * through + b * (w.squared * d.p + w.theta * through);
    rest.p -= beta * (a * through - 0.5f * w.squared * w.by_c * d.p);
    TW_UNROLL
    for (int n = 0; n < 3; ++n)
      rest.u[n] -= own * d.u[n] + along_area * area[n] + along_flow * u[n];
  }
};

/// Of a cell whose state is q with the neighbour across a face. sign: 1 where the axis leads out of
/// the cell.
template <Damping damping, class Real>
TW_HD Coupling coupling(const LinearSystem<damping, Real>& system, const State<float>& q, int axis,
                        std::int64_t face, std::int64_t neighbour, std::int64_t cell, float sign) {
  float area[3], u[3];
  system.load_area(axis, face, sign, area);
  TW_UNROLL
  for (int n = 0; n < 3; ++n)
    u[n] = 0.5f * (q.u[n] + system.state[(n + 1) * system.geometry.size + neighbour]);
  return {{area[0], area[1], area[2]},
          {u[0], u[1], u[2]},
          system.beta,
          system.friction(axis, face, cell, neighbour),
          system.waves(u, area)};
}

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

/// The right-hand side of a cell before neighbours change.
template <class Real>
TW_HD State<float> minus(const Real* residual, std::int64_t size, std::int64_t cell) {
  const State<Real> r = load(residual, size, cell);
  return {-static_cast<float>(r.p),
          {-static_cast<float>(r.u[0]), -static_cast<float>(r.u[1]), -static_cast<float>(r.u[2])}};
}

TW_HD void store_inverse(const float (&m)[4][4], float* inverse, std::int64_t size,
                         std::int64_t cell) {
  TW_UNROLL
  for (int n = 0; n < 4; ++n) {
    TW_UNROLL
    for (int l = 0; l < 4; ++l) inverse[(4 * n + l) * size + cell] = m[n][l];
  }
}

TW_HD State<float> product(const float* inverse, std::int64_t size, std::int64_t cell,
                           const State<float>& of) {
  const float x[4] = {of.p, of.u[0], of.u[1], of.u[2]};
  float sum[4] = {};
  TW_UNROLL
  for (int n = 0; n < 4; ++n) {
    TW_UNROLL
    for (int l = 0; l < 4; ++l) sum[n] += inverse[(4 * n + l) * size + cell] * x[l];
  }
  return {sum[0], {sum[1], sum[2], sum[3]}};
}

template <class Real>
TW_HD void add_to(Real* state, std::int64_t size, std::int64_t cell, const State<float>& change) {
  const float of[4] = {change.p, change.u[0], change.u[1], change.u[2]};
  TW_UNROLL
  for (int n = 0; n < 4; ++n) state[n * size + cell] += static_cast<Real>(of[n]);
}

/// to = from in single precision.
template <class Real>
struct CopyInSingle {
  const Real* from;
  float* to;
  TW_HD void operator()(std::int64_t i) const { to[i] = static_cast<float>(from[i]); }
};

}  // namespace thalweg::flow::inline TW_HALF
