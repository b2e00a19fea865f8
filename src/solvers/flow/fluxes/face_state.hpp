// SPDX-License-Identifier: Apache-2.0
// The state at a face under its condition: docs/theory/flow.md, section 4.
#pragma once

#include "solvers/flow/fluxes/kernels.hpp"
#include "solvers/flow/mesh/boundary.hpp"

namespace thalweg::flow::inline TW_HALF {

/// Boundary faces, and what holds at them now.
template <class Real>
struct FaceConditions {
  const BoundaryFace* faces;
  /// Of each face, by its condition: the velocity of a wall, of what comes in or goes out, the
  /// pressure of an outflow, both of a stream.
  const State<Real>* given;
  Real beta;
  bool is_first_order;
};

/// How far outwards a line through two cells counts. (2.7)
template <class Real>
TW_HD Real onwards_to(const BoundaryFace& face, bool is_first_order) {
  return is_first_order ? Real(0) : static_cast<Real>(face.onwards);
}

/// Whether fluid may pass.
TW_HD bool is_open(const BoundaryFace& face) {
  return face.condition == Condition::inflow || face.condition == Condition::outflow ||
         face.condition == Condition::convective || face.condition == Condition::far_field;
}

/// Whether what is beyond is a mirror image.
TW_HD bool is_mirror(const BoundaryFace& face) {
  return face.condition == Condition::symmetry || face.condition == Condition::slip;
}

/// Where values of its face lie in fields of faces, of which those across axis d begin at d size.
TW_HD std::int64_t face_index(const BoundaryFace& face, std::int64_t size) {
  return face.axis * size + face.cell - (face.is_upper ? face.inwards : 0);
}

template <class Real>
TW_HD void area_of(const BoundaryFace& face, Real (&to)[3]) {
  TW_UNROLL
  for (int n = 0; n < 3; ++n) to[n] = static_cast<Real>(face.area[n]);
}

/// u + (through - u.S) S / S^2
template <class Real>
TW_HD void set_through(Real through, const Real (&area)[3], Real (&u)[3]) {
  const Real missing = (through - dot(u, area)) / dot(area, area);
  TW_UNROLL
  for (int n = 0; n < 3; ++n) u[n] += missing * area[n];
}

/// Waves through a face, by what comes to it from inside: through = u.S. (4.3), (4.4), (4.9)
template <class Real>
struct FaceWaves {
  Real through, speed, beta;
  TW_HD FaceWaves(const State<Real>& inside, const Real (&area)[3], Real of_beta)
      : through(dot(inside.u, area)),
        speed(std::sqrt(through * through + of_beta * dot(area, area))), beta(of_beta) {}
  /// Of the wave that leaves: the flow through the face where the pressure there is so, and back.
  TW_HD Real through_at(Real pressure, const State<Real>& inside) const {
    return through + (speed - through) * (inside.p - pressure) / beta;
  }
  TW_HD Real pressure_at(Real flow, const State<Real>& inside) const {
    return inside.p + beta * (through - flow) / (speed - through);
  }
  /// Where this wave meets the one that comes in from a stream.
  TW_HD Real pressure_of(const State<Real>& inside, const State<Real>& stream,
                         const Real (&area)[3]) const {
    return ((speed - through) * inside.p + (speed + through) * stream.p +
            beta * (through - dot(stream.u, area))) /
           (2 * speed);
  }
};

/// The state at a face, by the two cells inside. (4.1) to (4.5), (4.9) to (4.11)
template <class Real>
TW_HD State<Real> state_at(const FaceConditions<Real>& conditions, int f, const Real* state,
                           std::int64_t size) {
  const BoundaryFace& face = conditions.faces[f];
  const State<Real> given = conditions.given[f];
  const Real onwards = onwards_to<Real>(face, conditions.is_first_order);
  const State<Real> q0 = load(state, size, face.cell),
                    q1 = load(state, size, face.cell + face.inwards);
  State<Real> b = combined(1 + onwards, q0, -onwards, q1);
  Real area[3];
  area_of(face, area);
  if (is_mirror(face)) {
    if (face.condition == Condition::symmetry)
      b.p = q0.p + onwards * onwards / (1 + 2 * onwards) * (q0.p - q1.p);
    TW_UNROLL
    for (int n = 0; n < 3; ++n) b.u[n] = q0.u[n];
    set_through(Real(0), area, b.u);
    return b;
  }
  const FaceWaves<Real> waves(b, area, conditions.beta);
  if (face.condition == Condition::outflow) {
    const Real through = waves.through_at(given.p, b);
    set_through(through > 0 ? through : Real(0), area, b.u);  // nothing comes back in
    b.p = given.p;
    return b;
  }
  if (face.condition == Condition::far_field) {
    const Real p = waves.pressure_of(b, given, area), through = waves.through_at(p, b);
    State<Real> at = through > 0 ? b : given;
    set_through(through, area, at.u);
    at.p = p;
    return at;
  }
  if (is_open(face)) b.p = waves.pressure_at(dot(given.u, area), b);
  TW_UNROLL
  for (int n = 0; n < 3; ++n) b.u[n] = given.u[n];
  return b;
}

/// The area of faces of one boundary, or (-1) of all convective outflows.
struct AreaOfFaces {
  const BoundaryFace* faces;
  int boundary;
  TW_HD double operator()(int f) const {
    const BoundaryFace& face = faces[f];
    const bool counts =
        boundary < 0 ? face.condition == Condition::convective : face.boundary == boundary;
    if (!counts || face.is_of_ghost) return 0;
    return std::sqrt(dot(face.area, face.area));
  }
};

}  // namespace thalweg::flow::inline TW_HALF
