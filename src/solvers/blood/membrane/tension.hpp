// SPDX-License-Identifier: Apache-2.0
// Elastic tensions in membranes, forces per length within the surface: first of each quadrature
// point, then the mean of each vertex. docs/theory/blood.md, section 6.
#pragma once

#include "solvers/blood/membrane/measures.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Of the tensions T_1 and T_2 along the principal directions of strain. (6.13)
template <class Real>
struct Tensions {
  Real isotropic;  // (T_1 + T_2) / 2
  Real shear;      // |T_1 - T_2| / 2
};

template <class Real, class Table>
TW_HD Tensions<Real> tensions_at(const SurfacePoint<Real>& s, const Symmetric<Table>& reference,
                                 const Moduli& moduli) {
  using std::sqrt;
  const Strain<Real> strain = strain_of(s.metric, reference, moduli);
  // The squares of the principal stretches have this sum, and the square of their product's root.
  const Real sum = strain.first + 2, grown = sqrt(strain.second + 1);
  const Real apart = sum * sum - 4 * grown * grown;
  const Real shear = strain.by_first * (apart > 0 ? sqrt(apart) : Real(0)) / grown;
  return {strain.by_first * sum / grown + 2 * strain.by_second * grown, shear < 0 ? -shear : shear};
}

inline constexpr int tension_fields = 2;  // isotropic, shear

/// For every point of every cell: its area, and its tensions times that.
template <class Real>
struct PointTensions {
  CellGroup<Real> group;
  const Real* measured;  // (cell, measure); read where the whole area is held
  Real* lists;           // (area, isotropic, shear; point of all cells)
  std::int64_t stride;

  TW_HD void operator()(std::int64_t i) const {
    const Membrane<Real>& m = group.membrane;
    const int points = m.elements.points, cell = static_cast<int>(i / points),
              point = static_cast<int>(i % points);
    const SurfacePoint<Real> s = surface_at(m.elements, group.vertices(cell), point);
    Tensions<Real> t = tensions_at(s, m.reference.metric(point), m.moduli);
    if (m.moduli.area > 0)
      t.isotropic += tension_of_whole(m, measured[std::int64_t{measures} * cell + measured_area]);
    const Real area = s.jacobian * m.elements.areas[point];
    lists[i] = area;
    lists[stride + i] = area * t.isotropic;
    lists[2 * stride + i] = area * t.shear;
  }
};

/// For every vertex of every cell: the mean over points, weighed by their areas and by how much of
/// them belongs to the vertex. (6.14)
template <class Real>
struct VertexTensions {
  ElementTables<Real> elements;
  const Real* lists;  // of PointTensions
  std::int64_t stride;
  Real* to;  // (isotropic, shear; vertex of all cells)
  std::int64_t vertices;

  TW_HD void operator()(std::int64_t i) const {
    const int cell = static_cast<int>(i / elements.vertices),
              vertex = static_cast<int>(i % elements.vertices);
    Real area = 0, isotropic = 0, shear = 0;
    for (int n = elements.begins[vertex]; n < elements.begins[vertex + 1]; ++n) {
      const PointOfVertex of = elements.points_of[n];
      const std::int64_t point = std::int64_t{elements.points} * cell + of.point;
      const Real share = elements.factor(value, of.at);
      area += share * lists[point];
      isotropic += share * lists[stride + point];
      shear += share * lists[2 * stride + point];
    }
    to[i] = isotropic / area;
    to[vertices + i] = shear / area;
  }
};

/// Of `cells` cells whose places follow each other. measured: of these cells. to: (tension_fields,
/// vertex of all cells). Makes room for the points, so it is not for every step.
inline void find_tensions(const exec::Exec& exec, const Membrane<double>& membrane,
                          const double* places, int cells, const double* measured, double* to) {
  if (cells == 0) return;
  const ElementTables<double>& e = membrane.elements;
  const std::int64_t points = std::int64_t{e.points} * cells,
                     vertices = std::int64_t{e.vertices} * cells;
  exec::Array<double, 1> lists({(1 + tension_fields) * points}, exec::Contents::undefined);
  double* kept = lists.view().data;
  exec::parallel_for(
      exec, points,
      PointTensions<double>{{membrane, places, nullptr, nullptr}, measured, kept, points});
  exec::parallel_for(exec, vertices, VertexTensions<double>{e, kept, points, to, vertices});
  exec.wait();
}

}  // namespace thalweg::blood::inline TW_HALF
