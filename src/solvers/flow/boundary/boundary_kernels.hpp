// SPDX-License-Identifier: Apache-2.0
// What conditions make of ghosts and of fluxes, for all faces of all blocks at once:
// docs/theory/flow.md, section 4.
#pragma once

#include "solvers/flow/boundary/wall_law.hpp"
#include "solvers/flow/fluxes/face_state.hpp"

namespace thalweg::flow::inline TW_HALF {

/// Both ghosts beyond each face: linear through what is at the face; velocities mirrored where they
/// are, and pressures at planes of symmetry. (4.6)
template <class Real>
struct FillGhosts {
  FaceConditions<Real> conditions;
  Real* state;
  std::int64_t size;

  TW_HD void operator()(int f) const {
    const BoundaryFace& face = conditions.faces[f];
    const State<Real> b = state_at(conditions, f, static_cast<const Real*>(state), size);
    Real area[3];
    area_of(face, area);
    for (int layer = 0; layer < 2; ++layer) {
      const State<Real> q = load(state, size, face.cell + layer * face.inwards);
      State<Real> ghost = combined(Real(2), b, Real(-1), q);
      if (is_mirror(face)) {
        TW_UNROLL
        for (int n = 0; n < 3; ++n) ghost.u[n] = q.u[n];
        set_through(-dot(q.u, area), area, ghost.u);
      }
      if (face.condition == Condition::symmetry) ghost.p = q.p;
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
    area_of(face, area);
    State<Real> ghost = d;
    if (is_mirror(face)) {
      set_through(-dot(d.u, area), area, ghost.u);
    } else if (face.condition == Condition::outflow) {
      ghost.p = -d.p;
    } else if (face.condition == Condition::far_field) {
      ghost = {};
    } else {
      TW_UNROLL
      for (int n = 0; n < 3; ++n) ghost.u[n] = -d.u[n];
    }
    store(ghost, change, size, face.cell - face.inwards);
  }
};

/// The first ghost of the eddy viscosity: at walls its mean with the cell's is 0, or what a law of
/// the wall adds. (7.6), (7.7)
template <class Real>
struct FillGhostsOfEddies {
  Geometry<Real> geometry;
  FaceConditions<Real> conditions;
  const Real* state;
  Real* viscosity;
  Real of_fluid;

  TW_HD void operator()(int f) const {
    const BoundaryFace& face = conditions.faces[f];
    const Real inside = viscosity[face.cell];
    Real ghost = inside;
    if (face.condition == Condition::wall) ghost = (face.has_law ? 2 * added(f) : 0) - inside;
    viscosity[face.cell - face.inwards] = ghost;
  }
  TW_HD Real added(int f) const {
    const BoundaryFace& face = conditions.faces[f];
    Real area[3], along[3];
    area_of(face, area);
    const State<Real> q = load(state, geometry.size, face.cell);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) along[n] = q.u[n] - conditions.given[f].u[n];
    set_through(Real(0), area, along);
    const Real distance = geometry.volume[face.cell] / (2 * std::sqrt(dot(area, area)));
    return wall_viscosity(std::sqrt(dot(along, along)), distance, of_fluid) - of_fluid;
  }
};

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

/// That of the fluid, and of eddies that are smaller than cells: at walls the mean with the
/// ghost's. (7.6)
template <class Real>
struct Viscosity {
  Real of_fluid;
  const Real* of_eddies;  // of each cell, or none

  TW_HD Real at(const BoundaryFace& face) const {
    if (of_eddies == nullptr) return of_fluid;
    const Real inside = of_eddies[face.cell];
    if (face.condition != Condition::wall) return of_fluid + inside;
    return of_fluid + Real(0.5) * (inside + of_eddies[face.cell - face.inwards]);
  }
};

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
  FaceConditions<Real> conditions;
  const Real* state;
  Viscosity<Real> viscosity;

  TW_HD void operator()(int f, Real* to, int step) const {
    const BoundaryFace& face = conditions.faces[f];
    const State<Real> b = state_at(conditions, f, state, geometry.size);
    Real area[3], viscous[3];
    area_of(face, area);
    State<Real> out{0, {b.p * area[0], b.p * area[1], b.p * area[2]}};
    if (is_open(face)) out = exact_flux(b, area, conditions.beta);
    viscous_flux(geometry, face, state, b.u, area, viscosity.at(face), viscous);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) out.u[n] += viscous[n];
    const Real sign = face.is_upper ? Real(1) : Real(-1);
    store(combined(sign, out, Real(0), out), to, step, 0);
  }
};

/// The force of the fluid on each face: momentum that flows into it by pressure, and by viscosity.
/// Faces beside ghosts keep what they have. (6.4)
template <class Real>
struct Tractions {
  Geometry<Real> geometry;
  FaceConditions<Real> conditions;
  const Real* state;
  Traction* tractions;
  Viscosity<Real> viscosity;

  TW_HD void operator()(int f) const {
    const BoundaryFace& face = conditions.faces[f];
    if (face.is_of_ghost) return;
    const State<Real> b = state_at(conditions, f, state, geometry.size);
    Real area[3], viscous[3];
    area_of(face, area);
    viscous_flux(geometry, face, state, b.u, area, viscosity.at(face), viscous);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) {
      tractions[f].pressure[n] = static_cast<double>(b.p * area[n]);
      tractions[f].viscous[n] = static_cast<double>(viscous[n]);
    }
  }
};

}  // namespace thalweg::flow::inline TW_HALF
