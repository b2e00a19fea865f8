// SPDX-License-Identifier: Apache-2.0
// The volume that flows through faces: what carries scalars. docs/theory/flow.md, (8.1).
#pragma once

#include "solvers/flow/fluxes/face_state.hpp"
#include "solvers/flow/fluxes/fluxes.hpp"

namespace thalweg::flow::inline TW_HALF {

/// Between cells, across one axis: the first row of the flux over beta. It has no viscous part.
template <Upwinding upwinding, bool is_plain, bool is_even, class Real>
struct FlowThroughFaces {
  Geometry<Real> geometry;
  const Real* state;
  FluxScheme<Real> scheme;
  int axis;
  Real* through;  // three fields, by axis
  Real per_beta;  // 1 / scheme.beta: a division here spills registers

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace& place = geometry.places[block];
    const std::int64_t right = place.at(k, j, i), step = step_along(place, axis);
    using Row = FluxRow<upwinding, is_plain, is_even, 1, Real>;
    const int other = Row::other(axis == 0 ? 1 : axis, 0);
    const Row row{
        geometry, state, scheme, axis, right, 0, step, {other, 0}, {step_along(place, other), 0},
        nullptr,  0,     0};
    const Along<Real> along[1] = {{row.other_step[0], row.other_step[0], Real(1)}};
    const auto sides = sides_at<is_even>(scheme.even, geometry.widths, block, axis, k, j, i);
    through[axis * geometry.size + right] = row.at(right, along, sides).p * per_beta;
  }
};

/// Through boundary faces: none through walls.
template <class Real>
struct FlowThroughConditions {
  FaceConditions<Real> conditions;
  const Real* state;
  Real* through;
  std::int64_t size;
  TW_HD void operator()(int f) const {
    const BoundaryFace& face = conditions.faces[f];
    if (face.is_of_ghost) return;
    Real area[3], flow = 0;
    area_of(face, area);
    if (is_open(face)) flow = dot(state_at(conditions, f, state, size).u, area);
    through[face_index(face, size)] = face.is_upper ? flow : -flow;
  }
};

}  // namespace thalweg::flow::inline TW_HALF
