// SPDX-License-Identifier: Apache-2.0
// Fluxes of a scalar, and what they leave of its equation: docs/theory/flow.md, section 8.
#pragma once

#include "solvers/flow/case/scalar_parameters.hpp"
#include "solvers/flow/fluxes/face_state.hpp"
#include "solvers/flow/fluxes/fluxes.hpp"

namespace thalweg::flow::inline TW_HALF {

/// What holds at the faces of a boundary now.
template <class Real>
struct ScalarRule {
  ScalarCondition condition;
  Real value;
};

/// What spreads a scalar.
template <class Real>
struct Diffusivity {
  Real own;
  const Real* of_eddies;  // their viscosity, or none
  Real by_schmidt;        // their diffusivity over it

  /// Twice that at the face between two cells. (8.4)
  TW_HD Real twice_between(std::int64_t left, std::int64_t right) const {
    return of_eddies ? 2 * own + by_schmidt * (of_eddies[left] + of_eddies[right]) : 2 * own;
  }
};

/// How a scalar flows.
template <class Real>
struct ScalarScheme {
  Diffusivity<Real> diffusivity;
  EvenCells<Real> even;  // reconstructions, as of FluxScheme
};

/// Through the faces between cells. (8.3), (8.4)
template <class Real>
struct ScalarFlux {
  Geometry<Real> geometry;
  const Real *value, *through;  // of the scalar, of volume
  Real* flux;                   // through lower faces of cells, along axis d from d size on
  ScalarScheme<Real> scheme;
  int first_axis;

  /// right: the cell above the face; along: of the next axis and the one after it.
  template <class Cell>
  TW_HD Real at(int axis, std::int64_t right, std::int64_t step, const Along<Real> (&along)[2],
                const Sides<Cell>& sides) const {
    const std::int64_t left = right - step;
    const Real q1 = value[left], q2 = value[right], across = q2 - q1;
    const Real flow = through[axis * geometry.size + right];
    const auto& [of_left, of_right] = sides;
    const Real from_left = q1 + of_left.weight_behind * (q1 - value[left - step]) +
                           of_left.weight_ahead * across,
               from_right = q2 - of_right.weight_behind * (value[right + step] - q2) -
                            of_right.weight_ahead * across;
    Real area[3];
    geometry.area_at(axis, right, area);
    Real difference = across * dot(area, area);
    TW_UNROLL
    for (int t = 0; t < 2; ++t) {
      const int other = (axis + 1 + t) % 3;
      if (other >= first_axis) difference += transverse(other, along[t], left, right, area);
    }
    const Real spread = scheme.diffusivity.twice_between(left, right) * difference /
                        (geometry.volume[left] + geometry.volume[right]);
    // From upstream, without a branch: see scalar_sweeps.hpp.
    return Real(0.5) *
               (flow * (from_left + from_right) - std::abs(flow) * (from_right - from_left)) -
           spread;
  }

 private:
  /// Over four cells, by the mean of areas.
  TW_HD Real transverse(int other, const Along<Real>& along, std::int64_t left, std::int64_t right,
                        const Real (&area)[3]) const {
    Real mean[3];
    geometry.mean_at(other, left, right, mean);
    const Real d = (value[left + along.above] - value[left - along.below]) +
                   (value[right + along.above] - value[right - along.below]);
    return Real(0.25) * along.weight * d * dot(mean, area);
  }
};

/// Across one axis.
template <bool is_even, class Real>
struct ScalarFluxesAcross {
  ScalarFlux<Real> fluxes;
  int axis;
  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace& place = fluxes.geometry.places[block];
    const std::int64_t right = place.at(k, j, i);
    Along<Real> along[2];
    TW_UNROLL
    for (int t = 0; t < 2; ++t) {
      const std::int64_t step = step_along(place, (axis + 1 + t) % 3);
      along[t] = {step, step, Real(1)};
    }
    fluxes.flux[axis * fluxes.geometry.size + right] = fluxes.at(
        axis, right, step_along(place, axis), along,
        sides_at<is_even>(fluxes.scheme.even, fluxes.geometry.widths, block, axis, k, j, i));
  }
};

/// Through faces at whose ends other than four cells meet. (3.8)
template <bool is_even, class Real>
struct OneSidedScalarFluxes {
  ScalarFlux<Real> fluxes;
  const OneSidedFace* faces;
  TW_HD void operator()(int f) const {
    const OneSidedFace& face = faces[f];
    Along<Real> along[2];
    TW_UNROLL
    for (int t = 0; t < 2; ++t) {
      const bool has_both = face.above[t] != 0 && face.below[t] != 0;
      along[t] = {face.above[t], face.below[t], has_both ? Real(1) : Real(2)};
    }
    fluxes.flux[face.axis * fluxes.geometry.size + face.cell] =
        fluxes.at(face.axis, face.cell, face.step, along,
                  sides_at<is_even>(fluxes.scheme.even, fluxes.geometry.widths, face.place,
                                    face.axis, face.at[0], face.at[1], face.at[2]));
  }
};

/// What holds for a scalar at boundary faces. (8.5)
template <class Real>
struct ScalarFaces {
  Geometry<Real> geometry;
  const BoundaryFace* faces;
  const ScalarRule<Real>* rules;  // of each boundary
  Real diffusivity;
  bool is_first_order;

  /// Whether what comes in has a given value. through: outwards.
  TW_HD static bool comes_in(const BoundaryFace& face, Real through) {
    return face.condition == Condition::inflow ||
           (face.condition == Condition::far_field && through < 0);
  }
  /// What leaves has, on a line through both cells.
  TW_HD Real leaving(const BoundaryFace& face, const Real* value) const {
    const Real q0 = value[face.cell], q1 = value[face.cell + face.inwards];
    return q0 + onwards_to<Real>(face, is_first_order) * (q0 - q1);
  }
  /// Half a spacing times the gradient outwards of a wall with a flux.
  TW_HD Real rise(const BoundaryFace& face, Real flux) const {
    Real area[3];
    area_of(face, area);
    return flux * geometry.volume[face.cell] / (2 * diffusivity * std::sqrt(dot(area, area)));
  }
  /// In the ghost cell of a layer beyond a face.
  TW_HD Real ghost(int f, int layer, const Real* value, Real through) const {
    const BoundaryFace& face = faces[f];
    const ScalarRule<Real> rule = rules[face.boundary];
    const Real q = value[face.cell + layer * face.inwards];
    if (is_open(face)) {
      const Real at = comes_in(face, through) ? rule.value : leaving(face, value);
      return 2 * at - q;
    }
    if (rule.condition == ScalarCondition::value) return 2 * rule.value - q;
    if (rule.condition == ScalarCondition::flux) {
      const double ways = layer == 0 ? 2 : 2 + 2 / face.onwards;  // as far beyond as inside
      return q + static_cast<Real>(ways) * rise(face, rule.value);
    }
    return q;
  }
  /// Outwards.
  TW_HD Real flux(int f, const Real* value, Real through) const {
    const BoundaryFace& face = faces[f];
    const ScalarRule<Real> rule = rules[face.boundary];
    Real area[3];
    area_of(face, area);
    const Real q0 = value[face.cell], squared = dot(area, area);
    const Real spread = 2 * diffusivity * (q0 - rule.value) * squared / geometry.volume[face.cell];
    if (is_open(face)) {
      if (comes_in(face, through)) return through * rule.value + spread;
      return through * leaving(face, value);
    }
    if (rule.condition == ScalarCondition::value) return spread;
    return rule.condition == ScalarCondition::flux ? -rule.value * std::sqrt(squared) : Real(0);
  }
};

/// Both ghosts beyond each face.
template <class Real>
struct FillScalarGhosts {
  ScalarFaces<Real> at;
  const Real* state;  // of the flow
  Real* value;
  TW_HD void operator()(int f) const {
    const BoundaryFace& face = at.faces[f];
    Real area[3];
    area_of(face, area);
    const Real through = dot(load(state, at.geometry.size, face.cell).u, area);
    for (int layer = 0; layer < 2; ++layer)
      value[face.cell - (layer + 1) * face.inwards] =
          at.ghost(f, layer, static_cast<const Real*>(value), through);
  }
};

/// In place of what ghosts gave.
template <class Real>
struct ScalarFluxesOfConditions {
  ScalarFaces<Real> at;
  const Real *value, *through;
  Real* flux;
  TW_HD void operator()(int f) const {
    const BoundaryFace& face = at.faces[f];
    if (face.is_of_ghost) return;
    const std::int64_t place = face_index(face, at.geometry.size);
    const Real sign = face.is_upper ? Real(1) : Real(-1);
    flux[place] = sign * at.flux(f, value, sign * through[place]);
  }
};

/// residual = fluxes out - value times what flows out + V (rate value - production). (8.2)
template <class Real>
struct GatherScalar {
  Geometry<Real> geometry;
  const Real *value, *through, *flux;
  Real* residual;
  int first_axis;
  Real rate, production;
  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace& place = geometry.places[block];
    residual[place.at(k, j, i)] = at(place, place.at(k, j, i));
  }
  TW_HD Real at(const grid::BlockPlace& place, std::int64_t cell) const {
    Real out = 0, left = 0;
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < first_axis) continue;
      const std::int64_t at = axis * geometry.size + cell, step = step_along(place, axis);
      out += flux[at + step] - flux[at];
      left += through[at + step] - through[at];
    }
    return out + geometry.volume[cell] * (rate * value[cell] - production) - value[cell] * left;
  }
};

/// With what the step in time, or the level above, adds.
template <class Real>
struct GatherScalarWithSource {
  GatherScalar<Real> gather;
  const Real* source;
  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace& place = gather.geometry.places[block];
    const std::int64_t cell = place.at(k, j, i);
    gather.residual[cell] = gather.at(place, cell) + source[cell];
  }
};

}  // namespace thalweg::flow::inline TW_HALF
