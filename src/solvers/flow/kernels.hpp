// SPDX-License-Identifier: Apache-2.0
// Fluxes through faces and what cells make of them: docs/theory/flow.md, sections 1 to 3. All
// blocks of a rank are worked on at once; components of a field lie `size` values apart in an
// arena: pressure, then velocity along x, y, z. Axes are (z, y, x).
#pragma once

#include <cmath>
#include <cstdint>

#include "exec/exec.hpp"
#include "grid/block_arena.hpp"
#include "solvers/flow/mesh/one_sided.hpp"

namespace thalweg::flow::inline TW_HALF {

/// How a flux takes the side that information comes from.
enum class Upwinding { roe, rusanov };

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

/// |A| of a state through an area, which is |theta| and products of one vector each. (3.4)
template <class Real>
struct AbsoluteJacobian {
  Real theta, pressure, row;   // |theta| of momentum, of p by p, of p by S . du
  Real column[3], product[3];  // of momentum by p, by S . du
  TW_HD AbsoluteJacobian(const State<Real>& q, const Real (&area)[3], Real beta) {
    const Real through = dot(q.u, area), squared = dot(area, area);
    const Real c = std::sqrt(through * through + beta * squared);
    theta = through < 0 ? -through : through;
    const Real ratio = through / c, g = (c - theta) / (c * c);
    pressure = beta * squared / c;
    row = ratio * beta;
    TW_UNROLL
    for (int n = 0; n < 3; ++n) {
      column[n] = (ratio - g * through) * area[n] + g * squared * q.u[n];
      product[n] = (ratio + g * through) * q.u[n] + g * beta * area[n];
    }
  }
  TW_HD State<Real> times(const State<Real>& d, const Real (&area)[3]) const {
    const Real through = dot(d.u, area);
    State<Real> out;
    out.p = pressure * d.p + row * through;
    TW_UNROLL
    for (int n = 0; n < 3; ++n) out.u[n] = theta * d.u[n] + product[n] * through + column[n] * d.p;
    return out;
  }
};

/// Between the states on both sides of a face. (3.3), (3.5)
template <Upwinding upwinding, class Real>
TW_HD State<Real> upwind_flux(const State<Real>& left, const State<Real>& right,
                              const Real (&area)[3], Real beta) {
  const Real half = Real(0.5);
  const State<Real> mean = combined(half, left, half, right),
                    d = combined(Real(1), right, Real(-1), left);
  State<Real> dissipation;
  if constexpr (upwinding == Upwinding::roe) {
    dissipation = AbsoluteJacobian<Real>(mean, area, beta).times(d, area);
  } else {
    const Real theta = dot(mean.u, area), c = std::sqrt(theta * theta + beta * dot(area, area));
    const Real fastest = (theta < 0 ? -theta : theta) + c;
    dissipation = combined(fastest, d, Real(0), d);
  }
  const State<Real> f =
      combined(half, exact_flux(left, area, beta), half, exact_flux(right, area, beta));
  return combined(Real(1), f, -half, dissipation);
}

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

/// The force through a face whose sides differ by d along its axis, and by e and f along the
/// others, whose areas are m and l: (grad u + (grad u)^T) . S times the volume. (3.7)
template <class Real>
TW_HD void add_stress(const Real (&d)[3], const Real (&s)[3], const Real (&area)[3],
                      Real (&to)[3]) {
  const Real along = dot(s, area), through = dot(d, area);
  TW_UNROLL
  for (int n = 0; n < 3; ++n) to[n] += d[n] * along + s[n] * through;
}

/// The cells above and below beside a face that differences along it are made of.
template <class Real>
struct Along {
  std::int64_t above, below;
  Real weight;  // of a difference of sums over two cells
};

/// Fluxes through the faces across one axis. (3.1) to (3.7)
template <Upwinding upwinding, class Real>
struct FaceFluxes {
  Geometry<Real> geometry;
  const Real* state;
  Real* flux;
  int axis;
  Real beta, viscosity;
  Real behind, ahead;  // weights of differences in reconstructions: of the first order both are 0

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace place = geometry.places[block];
    const std::int64_t first = step_along(place, (axis + 1) % 3),
                       second = step_along(place, (axis + 2) % 3);
    set_flux(place.at(k, j, i), step_along(place, axis), {first, first, Real(0.25)},
             {second, second, Real(0.25)});
  }

  /// right: the cell above the face. first, second: along the next axis and the one after it.
  TW_HD void set_flux(std::int64_t right, std::int64_t step, const Along<Real>& first,
                      const Along<Real>& second) const {
    const std::int64_t size = geometry.size, left = right - step;
    Real area[3];
    geometry.area_at(axis, right, area);
    const State<Real> q1 = load(state, size, left), q2 = load(state, size, right);
    State<Real> f =
        convected(q1, q2, load(state, size, left - step), load(state, size, right + step), area);
    Real stress[3] = {};
    const Real d[3] = {q2.u[0] - q1.u[0], q2.u[1] - q1.u[1], q2.u[2] - q1.u[2]};
    add_stress(d, area, area, stress);
    add_transverse(first, (axis + 1) % 3, left, right, area, stress);
    add_transverse(second, (axis + 2) % 3, left, right, area, stress);
    const Real factor = 2 * viscosity / (geometry.volume[left] + geometry.volume[right]);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) f.u[n] -= factor * stress[n];
    store(f, flux, size, right);
  }

 private:
  TW_HD State<Real> convected(const State<Real>& q1, const State<Real>& q2, const State<Real>& q0,
                              const State<Real>& q3, const Real (&area)[3]) const {
    const State<Real> d = combined(Real(1), q2, Real(-1), q1);
    const State<Real> from_left = combined(behind, combined(Real(1), q1, Real(-1), q0), ahead, d);
    const State<Real> from_right = combined(behind, combined(Real(1), q3, Real(-1), q2), ahead, d);
    return upwind_flux<upwinding>(combined(Real(1), q1, Real(1), from_left),
                                  combined(Real(1), q2, Real(-1), from_right), area, beta);
  }
  TW_HD void add_transverse(const Along<Real>& along, int other, std::int64_t left,
                            std::int64_t right, const Real (&area)[3], Real (&stress)[3]) const {
    Real s[3], d[3];
    geometry.mean_at(other, left, right, s);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) {
      const Real* u = state + (n + 1) * geometry.size;
      d[n] = along.weight * (u[left + along.above] + u[right + along.above] -
                             u[left - along.below] - u[right - along.below]);
    }
    add_stress(d, s, area, stress);
  }
};

/// Fluxes through faces at whose ends other than four cells meet, in place of what FaceFluxes of
/// their axis gave: differences along them are of the cells that count. (3.8)
template <Upwinding upwinding, class Real>
struct OneSidedFluxes {
  FaceFluxes<upwinding, Real> across;  // the first axis
  const OneSidedFace* faces;

  TW_HD void operator()(int f) const {
    const OneSidedFace& face = faces[f];
    FaceFluxes<upwinding, Real> own = across;
    own.axis = face.axis;
    own.flux += 4 * face.axis * own.geometry.size;
    own.set_flux(face.cell, face.step, along(face, 0), along(face, 1));
  }

 private:
  TW_HD static Along<Real> along(const OneSidedFace& face, int side) {
    const std::int64_t above = face.above[side], below = face.below[side];
    return {above, below, above != 0 && below != 0 ? Real(0.25) : Real(0.5)};
  }
};

/// residual = sum of fluxes out of a cell, and what the step in time asks for. (1.5)
template <class Real>
struct GatherResiduals {
  Geometry<Real> geometry;
  const Real *state, *flux;  // flux: of three axes, 4 fields each
  Real* residual;
  int first_axis;
  Real rate;      // of momentum by the step in time [1/time]
  Real force[3];  // of a unit of mass

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace place = geometry.places[block];
    const std::int64_t size = geometry.size, cell = place.at(k, j, i);
    const Real volume = geometry.volume[cell];
    State<Real> r{};
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < first_axis) continue;
      const Real* f = flux + 4 * axis * size;
      const State<Real> in = load(f, size, cell),
                        out = load(f, size, cell + step_along(place, axis));
      r = combined(Real(1), r, Real(1), combined(Real(1), out, Real(-1), in));
    }
    TW_UNROLL
    for (int n = 0; n < 3; ++n) r.u[n] += volume * (rate * state[(n + 1) * size + cell] - force[n]);
    store(r, residual, size, cell);
  }
};

/// What the fastest waves cross: the sum over axes of |theta| + c, and of what viscosity asks for.
template <class Real>
struct CellRates {
  Real waves = 0, viscous = 0;
  TW_HD CellRates(const Geometry<Real>& geometry, const Real (&u)[3], std::int64_t cell,
                  int first_axis, Real beta, Real viscosity) {
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < first_axis) continue;
      Real s[3];
      geometry.mean_at(axis, cell, cell, s);
      const Real theta = dot(u, s), squared = dot(s, s);
      waves += (theta < 0 ? -theta : theta) + std::sqrt(theta * theta + beta * squared);
      viscous += 4 * viscosity * squared / geometry.volume[cell];
    }
  }
};

}  // namespace thalweg::flow::inline TW_HALF
