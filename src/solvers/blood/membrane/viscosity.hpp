// SPDX-License-Identifier: Apache-2.0
// The viscosity of membranes: forces that resist the rate of in-plane strain, by a Kelvin-Voigt
// law whose rate is a mean over some last steps. docs/theory/blood.md, section 6.
#pragma once

#include "exec/exec.hpp"
#include "solvers/blood/membrane/forces.hpp"

namespace thalweg::blood::inline TW_HALF {

/// What viscous membranes remember: at each point the mean metric of past steps, which its rate of
/// change is measured against. Lists of three numbers for each point of each cell.
template <class Real>
struct PastMetrics {
  const Real* before = nullptr;  // none: the membrane is not viscous
  Real* after = nullptr;         // what the next step takes as `before`

  static constexpr int numbers = 3;

  TW_HD static std::int64_t place(std::int64_t point) { return numbers * point; }
  TW_HD Symmetric<Real> at(std::int64_t point) const {
    const Real* of = before + place(point);
    return {of[0], of[1], of[2]};
  }
  TW_HD void store(std::int64_t point, const Symmetric<Real>& metric) const {
    Real* of = after + place(point);
    of[0] = metric.xx, of[1] = metric.xy, of[2] = metric.yy;
  }
};

/// How fast the metric grows per step. The mean over past steps becomes past + this. (6.16)
template <class Real>
TW_HD Symmetric<Real> growth_of(const Symmetric<Real>& metric, const Symmetric<Real>& past,
                                const Moduli& moduli) {
  const Real share = static_cast<Real>(1 / (1 + moduli.viscous_time));
  return share * (metric - past);
}

/// The tension of a rate of strain, half the growth of the metric. (6.15)
template <class Real>
TW_HD Symmetric<Real> viscous_tension(const SurfacePoint<Real>& s, const Symmetric<Real>& growth,
                                      const Moduli& moduli) {
  const Real shear = static_cast<Real>(moduli.viscosity),
             area = static_cast<Real>(moduli.dilatational_viscosity);
  const Real even = (area - shear) / 2 * product(s.inverse, growth);
  return shear * raised(growth, s.inverse) + even * s.inverse;
}

/// area: that the point stands for, as it is now.
template <class Real>
TW_HD void add_viscous(const SurfacePoint<Real>& s, const Symmetric<Real>& growth, Real area,
                       const Moduli& moduli, Resultant<Real>& r) {
  const Symmetric<Real> tension = viscous_tension(s, growth, moduli);
  r.by_v += area * (tension.xx * s.along_v + tension.xy * s.along_w);
  r.by_w += area * (tension.xy * s.along_v + tension.yy * s.along_w);
}

/// For every point of every cell.
template <class Real>
struct PointResultants {
  CellGroup<Real> group;
  ResultantLists<Real> resultants;
  PastMetrics<Real> past{};

  TW_HD void operator()(std::int64_t i) const {
    const int points = group.membrane.elements.points, cell = static_cast<int>(i / points),
              point = static_cast<int>(i % points);
    const Membrane<Real>& m = group.membrane;
    const SurfacePoint<Real> s = surface_at(m.elements, group.vertices(cell), point);
    const Real tension = m.moduli.area > 0 ? group.tensions[cell] : 0;
    Resultant<Real> r = resultant_at(m, m.moduli.bending_law, tension, point, s);
    if (past.before != nullptr) {  // (6.15), (6.16)
      const Symmetric<Real> before = past.at(i), growth = growth_of(s.metric, before, m.moduli);
      add_viscous(s, growth, s.jacobian * m.elements.areas[point], m.moduli, r);
      past.store(i, before + growth);
    }
    resultants.store(i, r, s.normal);
  }
};

/// For every point of every cell.
template <class Real>
struct StoreMetrics {
  CellGroup<Real> group;
  PastMetrics<Real> to;

  TW_HD void operator()(std::int64_t i) const {
    const int points = group.membrane.elements.points, cell = static_cast<int>(i / points),
              point = static_cast<int>(i % points);
    to.store(i, surface_at(group.membrane.elements, group.vertices(cell), point).metric);
  }
};

/// The metrics of `cells` cells at rest in their present shape.
inline void find_metrics(const exec::Exec& exec, const Membrane<double>& membrane,
                         const double* places, int cells, double* to) {
  exec::parallel_for(exec, std::int64_t{membrane.elements.points} * cells,
                     StoreMetrics<double>{{membrane, places, nullptr, nullptr}, {nullptr, to}});
}

}  // namespace thalweg::blood::inline TW_HALF
