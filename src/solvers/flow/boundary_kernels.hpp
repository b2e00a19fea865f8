// SPDX-License-Identifier: Apache-2.0
// What conditions make of ghosts and of fluxes, for all faces of all blocks at once:
// docs/theory/flow.md, section 4.
#pragma once

#include "solvers/flow/kernels.hpp"
#include "solvers/flow/mesh/boundary.hpp"

namespace thalweg::flow::inline TW_HALF {

/// The state at a face, by the two cells inside. (4.1) to (4.5)
/// onwards: how far outwards a line through them counts, in spacings; of the first order 0.
template <class Real>
TW_HD State<Real> state_at(const BoundaryFace& face, const Real* state, std::int64_t size,
                           Real beta, Real onwards) {
  const State<Real> q0 = load(state, size, face.cell),
                    q1 = load(state, size, face.cell + face.inwards);
  State<Real> b = combined(1 + onwards, q0, -onwards, q1);
  Real area[3], of_case[3];
  TW_UNROLL
  for (int n = 0; n < 3; ++n) {
    area[n] = static_cast<Real>(face.area[n]);
    of_case[n] = static_cast<Real>(face.velocity[n]);
  }
  const Real squared = dot(area, area);
  if (face.condition == Condition::symmetry) {
    b.p = q0.p + onwards / 4 * (q0.p - q1.p);
    const Real through = dot(q0.u, area) / squared;
    TW_UNROLL
    for (int n = 0; n < 3; ++n) b.u[n] = q0.u[n] - through * area[n];
    return b;
  }
  const Real theta = dot(b.u, area);
  const Real c = std::sqrt(theta * theta + beta * squared);
  if (face.condition == Condition::outflow) {
    const Real p = static_cast<Real>(face.pressure);
    Real through = theta + (c - theta) * (b.p - p) / beta;
    if (through < 0) through = 0;  // nothing comes back in
    TW_UNROLL
    for (int n = 0; n < 3; ++n) b.u[n] += (through - theta) / squared * area[n];
    b.p = p;
    return b;
  }
  if (face.condition == Condition::inflow) b.p += beta * (theta - dot(of_case, area)) / (c - theta);
  TW_UNROLL
  for (int n = 0; n < 3; ++n) b.u[n] = of_case[n];
  return b;
}

/// Both ghosts beyond each face: linear through what is at the face, or mirrored. (4.6)
template <class Real>
struct FillGhosts {
  const BoundaryFace* faces;
  Real* state;
  std::int64_t size;
  Real beta, onwards;

  TW_HD void operator()(int f) const {
    const BoundaryFace& face = faces[f];
    const State<Real> b = state_at(face, state, size, beta, onwards);
    Real area[3];
    TW_UNROLL
    for (int n = 0; n < 3; ++n) area[n] = static_cast<Real>(face.area[n]);
    const bool is_mirror = face.condition == Condition::symmetry;
    for (int layer = 0; layer < 2; ++layer) {
      const State<Real> q = load(state, size, face.cell + layer * face.inwards);
      State<Real> ghost = combined(Real(2), b, Real(-1), q);
      if (is_mirror) {
        const Real through = 2 * dot(q.u, area) / dot(area, area);
        ghost.p = q.p;
        TW_UNROLL
        for (int n = 0; n < 3; ++n) ghost.u[n] = q.u[n] - through * area[n];
      }
      store(ghost, state, size, face.cell - (layer + 1) * face.inwards);
    }
  }
};

/// The first ghost of a change of the state, under conditions whose values do not change. (4.7)
template <class Real>
struct FillGhostsOfChange {
  const BoundaryFace* faces;
  Real* change;
  std::int64_t size;

  TW_HD void operator()(int f) const {
    const BoundaryFace& face = faces[f];
    const State<Real> d = load(change, size, face.cell);
    Real area[3];
    TW_UNROLL
    for (int n = 0; n < 3; ++n) area[n] = static_cast<Real>(face.area[n]);
    State<Real> ghost = d;
    if (face.condition == Condition::symmetry) {
      const Real through = 2 * dot(d.u, area) / dot(area, area);
      TW_UNROLL
      for (int n = 0; n < 3; ++n) ghost.u[n] -= through * area[n];
    } else if (face.condition == Condition::outflow) {
      ghost.p = -d.p;
    } else {
      TW_UNROLL
      for (int n = 0; n < 3; ++n) ghost.u[n] = -d.u[n];
    }
    store(ghost, change, size, face.cell - face.inwards);
  }
};

/// Whether fluid may pass.
TW_HD bool is_open(const BoundaryFace& face) {
  return face.condition == Condition::inflow || face.condition == Condition::outflow;
}

/// What differs along an open face is taken at its cell: (grad u + (grad u)^T) . S times the
/// volume, of one axis along the face.
template <class Real>
TW_HD void add_stress_along(const Geometry<Real>& geometry, const BoundaryFace& face, int side,
                            const Real* state, const Real (&area)[3], Real (&stress)[3]) {
  const std::int64_t step = face.along[side];
  Real s[3], d[3];
  geometry.mean_at((face.axis + 1 + side) % 3, face.cell, face.cell, s);
  TW_UNROLL
  for (int n = 0; n < 3; ++n) {
    const Real* u = state + (n + 1) * geometry.size + face.cell;
    d[n] = Real(0.5) * (u[step] - u[-step]);
  }
  add_stress(d, s, area, stress);
}

/// What viscosity carries out through a face whose velocity is u. Along walls nothing changes.
template <class Real>
TW_HD void viscous_flux(const Geometry<Real>& geometry, const BoundaryFace& face, const Real* state,
                        const Real (&u)[3], const Real (&area)[3], Real viscosity, Real (&out)[3]) {
  Real d[3], stress[3] = {};
  TW_UNROLL
  for (int n = 0; n < 3; ++n) d[n] = 2 * (u[n] - state[(n + 1) * geometry.size + face.cell]);
  add_stress(d, area, area, stress);
  if (is_open(face))
    for (int side = 0; side < 2; ++side)
      add_stress_along(geometry, face, side, state, area, stress);
  const Real factor = viscosity / geometry.volume[face.cell];
  TW_UNROLL
  for (int n = 0; n < 3; ++n) out[n] = -factor * stress[n];
}

/// The flux through a face, in the sense of its axis, in place of what ghosts gave: four values,
/// `step` apart. Through walls and planes of symmetry nothing is carried. (4.8)
template <class Real>
struct BoundaryFluxes {
  Geometry<Real> geometry;
  const BoundaryFace* faces;
  const Real* state;
  Real beta, viscosity, onwards;

  TW_HD void operator()(int f, Real* to, int step) const {
    const BoundaryFace& face = faces[f];
    const State<Real> b = state_at(face, state, geometry.size, beta, onwards);
    Real area[3], viscous[3];
    TW_UNROLL
    for (int n = 0; n < 3; ++n) area[n] = static_cast<Real>(face.area[n]);
    State<Real> out{0, {b.p * area[0], b.p * area[1], b.p * area[2]}};
    if (is_open(face)) out = exact_flux(b, area, beta);
    viscous_flux(geometry, face, state, b.u, area, viscosity, viscous);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) out.u[n] += viscous[n];
    const Real sign = face.is_upper ? Real(1) : Real(-1);
    store(combined(sign, out, Real(0), out), to, step, 0);
  }
};

/// The force of the fluid on each face: momentum that flows into it by pressure, and by viscosity.
/// (6.4)
template <class Real>
struct Tractions {
  Geometry<Real> geometry;
  const BoundaryFace* faces;
  const Real* state;
  Traction* tractions;
  Real beta, viscosity, onwards;

  TW_HD void operator()(int f) const {
    const BoundaryFace& face = faces[f];
    const State<Real> b = state_at(face, state, geometry.size, beta, onwards);
    Real area[3], viscous[3];
    TW_UNROLL
    for (int n = 0; n < 3; ++n) area[n] = static_cast<Real>(face.area[n]);
    viscous_flux(geometry, face, state, b.u, area, viscosity, viscous);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) {
      tractions[f].pressure[n] = static_cast<double>(b.p * area[n]);
      tractions[f].viscous[n] = static_cast<double>(viscous[n]);
    }
  }
};

/// Means of areas and volumes in ghosts, which came as their donor has them, in the sense of the
/// block's own axes.
template <class Real>
struct TurnGhosts {
  struct Turn {
    int place;  // number of the block among those of the rank
    int axis[3], sign[3];
    int lower[3];
  };
  const grid::BlockPlace* places;
  const Turn* turns;
  Real* mean;
  std::int64_t size;

  /// turn: number of the box; cells of it from 0.
  TW_HD void operator()(int turn, int k, int j, int i) const {
    const Turn& t = turns[turn];
    const std::int64_t cell = places[t.place].at(t.lower[0] + k, t.lower[1] + j, t.lower[2] + i);
    Real of_donor[9];
    TW_UNROLL
    for (int n = 0; n < 9; ++n) of_donor[n] = mean[n * size + cell];
    TW_UNROLL
    for (int d = 0; d < 3; ++d) {
      const int axis = t.axis[d];
      TW_UNROLL
      for (int n = 0; n < 3; ++n) {
        // Chosen by value: an array with an index that varies would not stay in registers.
        const Real of_axis = axis == 0   ? of_donor[n]
                             : axis == 1 ? of_donor[3 + n]
                                         : of_donor[6 + n];
        mean[(3 * d + n) * size + cell] = static_cast<Real>(t.sign[d]) * of_axis;
      }
    }
  }
};

}  // namespace thalweg::flow::inline TW_HALF
