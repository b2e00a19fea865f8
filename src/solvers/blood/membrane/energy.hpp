// SPDX-License-Identifier: Apache-2.0
// The elastic energy of a membrane at a quadrature point, and its derivatives: what the control
// vertices feel. docs/theory/blood.md, section 6.
#pragma once

#include "solvers/blood/membrane/surface_point.hpp"

namespace thalweg::blood {

enum class MembraneLaw { skalak, neo_hookean };
/// none; helfrich: of the mean curvature less a spontaneous one; shell: of the change of curvature
/// from the reference shape.
enum class BendingLaw { none, helfrich, shell };

/// Moduli of a species, in the units of its vertices.
struct Moduli {
  MembraneLaw law = MembraneLaw::skalak;
  double shear = 0;       // G, force per length
  double dilatation = 1;  // C of Skalak's law
  BendingLaw bending_law = BendingLaw::none;
  double bending = 0;                                // kappa, an energy
  double spontaneous_curvature = 0;                  // c_0, an inverse length
  double area = 0, volume = 0;                       // k_A, force per length; k_V, force per area
  double viscosity = 0, dilatational_viscosity = 0;  // in-plane, force by time per length
  double viscous_time = 0;  // over which rates of strain are means; in steps with lattice units
};

inline namespace TW_HALF {

/// The reference shape at a point: (area, metric, curvature) as lists of `points` numbers each.
template <class Real>
struct Reference {
  const Real* lists;
  int points;

  TW_HD Real list(int number, int point) const {
    return lists[static_cast<std::int64_t>(number) * points + point];
  }
  TW_HD Real area(int point) const { return list(0, point); }  // that the point stands for
  TW_HD Symmetric<Real> metric(int point) const {
    return {list(1, point), list(2, point), list(3, point)};
  }
  TW_HD Symmetric<Real> curvature(int point) const {
    return {list(4, point), list(5, point), list(6, point)};
  }
};
inline constexpr int reference_lists = 7;

/// Energy per reference area and its derivatives by the invariants. (6.4), (6.5)
template <class Real>
struct Strain {
  Real first, second;  // I_1, I_2
  Real energy, by_first, by_second;
};

template <class Real, class Table>
TW_HD Strain<Real> strain_of(const Symmetric<Real>& metric, const Symmetric<Table>& reference,
                             const Moduli& moduli) {
  Strain<Real> s{};
  s.first = product(reference.inverse().template as<Real>(), metric) - 2;
  s.second = metric.determinant() * Real(1 / reference.determinant()) - 1;
  const Real G = static_cast<Real>(moduli.shear), C = static_cast<Real>(moduli.dilatation);
  if (moduli.law == MembraneLaw::skalak) {
    s.energy = G / 4 * (s.first * s.first + 2 * s.first - 2 * s.second + C * s.second * s.second);
    s.by_first = G / 2 * (s.first + 1);
    s.by_second = G / 2 * (C * s.second - 1);
  } else {
    const Real squeezed = 1 / (s.second + 1);
    s.energy = G / 2 * (s.first - 1 + squeezed);
    s.by_first = G / 2;
    s.by_second = -G / 2 * squeezed * squeezed;
  }
  return s;
}

/// What a point's energy gives to its control vertices: vertex k feels
/// -(N_k,v by_v + N_k,w by_w + (N_k,vv bent.xx + 2 N_k,vw bent.xy + N_k,ww bent.yy) n).
template <class Real>
struct Resultant {
  Vector3<Real> by_v, by_w;
  Symmetric<Real> bent;
};

/// In-plane strain. (6.6)
template <class Real, class Table>
TW_HD void add_membrane(const SurfacePoint<Real>& s, const Symmetric<Table>& reference, Real area,
                        const Moduli& moduli, Resultant<Real>& r) {
  const Strain<Real> strain = strain_of(s.metric, reference, moduli);
  const Symmetric<Real> start = reference.inverse().template as<Real>();
  const Real ratio = strain.second + 1, a = 2 * area * strain.by_first,
             b = 2 * area * strain.by_second * ratio;
  const Symmetric<Real> stress{a * start.xx + b * s.inverse.xx, a * start.xy + b * s.inverse.xy,
                               a * start.yy + b * s.inverse.yy};
  r.by_v += stress.xx * s.along_v + stress.xy * s.along_w;
  r.by_w += stress.xy * s.along_v + stress.yy * s.along_w;
}

/// The normal turns as the tangents do: a part of bending that acts along n. (6.9)
template <class Real>
TW_HD void add_turning(const SurfacePoint<Real>& s, const Symmetric<Real>& moment,
                       Resultant<Real>& r) {
  const DualVectors<Real> dual = dual_vectors(s);
  const Vector3<Real> sum =
      moment.xx * s.by_vv + Real(2) * moment.xy * s.by_vw + moment.yy * s.by_ww;
  r.by_v += -dot(sum, dual.v) * s.normal;
  r.by_w += -dot(sum, dual.w) * s.normal;
  r.bent.xx += moment.xx, r.bent.xy += moment.xy, r.bent.yy += moment.yy;
}

/// (kappa / 2) (2H - c_0)^2. (6.7)
template <class Real>
TW_HD void add_helfrich(const SurfacePoint<Real>& s, Real area_of_plane, const Moduli& moduli,
                        Resultant<Real>& r) {
  const Real kappa = static_cast<Real>(moduli.bending), area = s.jacobian * area_of_plane;
  const Real excess =
      product(s.inverse, s.curvature) - static_cast<Real>(moduli.spontaneous_curvature);
  const Real m = kappa * excess * area;
  add_turning(s, {m * s.inverse.xx, m * s.inverse.xy, m * s.inverse.yy}, r);
  // By the metric: the area grows, and a^ab shrinks.
  const DualVectors<Real> dual = dual_vectors(s);
  const Real grown = kappa / 2 * excess * excess * area;
  const Symmetric<Real>& h = s.inverse;
  const Symmetric<Real>& b = s.curvature;
  const Vector3<Real> bent_v = b.xx * dual.v + b.xy * dual.w,
                      bent_w = b.xy * dual.v + b.yy * dual.w;
  r.by_v += grown * dual.v - (2 * m) * (h.xx * bent_v + h.xy * bent_w);
  r.by_w += grown * dual.w - (2 * m) * (h.xy * bent_v + h.yy * bent_w);
}

/// The moment of a plate with Poisson's ratio 0 by its change of curvature, over kappa. (6.8)
template <class Real>
TW_HD Symmetric<Real> raised(const Symmetric<Real>& change, const Symmetric<Real>& inverse) {
  const auto raise = [&](Real hv, Real hw, Real kv, Real kw) {
    return hv * (change.xx * kv + change.xy * kw) + hw * (change.xy * kv + change.yy * kw);
  };
  return {raise(inverse.xx, inverse.xy, inverse.xx, inverse.xy),
          raise(inverse.xx, inverse.xy, inverse.xy, inverse.yy),
          raise(inverse.xy, inverse.yy, inverse.xy, inverse.yy)};
}

template <class Real, class Table>
TW_HD Symmetric<Real> change_of_curvature(const SurfacePoint<Real>& s,
                                          const Symmetric<Table>& reference) {
  return {s.curvature.xx - reference.xx, s.curvature.xy - reference.xy,
          s.curvature.yy - reference.yy};
}

template <class Real, class Table>
TW_HD void add_shell(const SurfacePoint<Real>& s, const Symmetric<Table>& metric,
                     const Symmetric<Table>& curvature, Real area, const Moduli& moduli,
                     Resultant<Real>& r) {
  const Symmetric<Real> k =
      raised(change_of_curvature(s, curvature), metric.inverse().template as<Real>());
  const Real m = static_cast<Real>(moduli.bending) * area;
  add_turning(s, {m * k.xx, m * k.xy, m * k.yy}, r);
}

/// A tension that is the same all over the cell. (6.10)
template <class Real>
TW_HD void add_tension(const SurfacePoint<Real>& s, Real area_of_plane, Real tension,
                       Resultant<Real>& r) {
  const DualVectors<Real> dual = dual_vectors(s);
  r.by_v += tension * s.jacobian * area_of_plane * dual.v;
  r.by_w += tension * s.jacobian * area_of_plane * dual.w;
}

/// The energies of a point. (6.4), (6.5), (6.7), (6.8)
template <class Real>
TW_HD Real energy_at(const SurfacePoint<Real>& s, const Reference<Real>& reference,
                     Real area_of_plane, int point, const Moduli& moduli) {
  const Symmetric<Real> metric = reference.metric(point);
  const Real area = reference.area(point), kappa = static_cast<Real>(moduli.bending);
  Real energy = area * strain_of(s.metric, metric, moduli).energy;
  if (moduli.bending_law == BendingLaw::helfrich) {
    const Real excess =
        product(s.inverse, s.curvature) - static_cast<Real>(moduli.spontaneous_curvature);
    energy += kappa / 2 * excess * excess * s.jacobian * area_of_plane;
  } else if (moduli.bending_law == BendingLaw::shell) {
    const Symmetric<Real> change = change_of_curvature(s, reference.curvature(point));
    energy += kappa / 2 * area * product(raised(change, metric.inverse()), change);
  }
  return energy;
}

}  // namespace TW_HALF

}  // namespace thalweg::blood
