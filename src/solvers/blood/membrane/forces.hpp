// SPDX-License-Identifier: Apache-2.0
// The forces of membranes on their vertices: first what each quadrature point gives, then each
// vertex sums up what it gets, so that no two threads add to one number and the order of sums is
// fixed. docs/theory/blood.md, section 6.
#pragma once

#include "exec/exec.hpp"
#include "solvers/blood/membrane/species_tables.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Cells of one species on this rank, one behind the other.
template <class Real>
struct CellGroup {
  Membrane<Real> membrane;
  const Real* places;                // (cell, coordinate, vertex)
  const Real *tensions, *pressures;  // of each cell: (6.10), (6.11)

  TW_HD Vertices<Real> vertices(int cell) const {
    const int n = membrane.elements.vertices;
    return {places + std::int64_t{3} * n * cell, n};
  }
};

/// Resultants and normals of points: lists of `stride` numbers each.
template <class Real>
struct ResultantLists {
  Real* lists;
  std::int64_t stride;

  TW_HD void store(std::int64_t i, const Resultant<Real>& r, const Vector3<Real>& normal) const {
    store(i, 0, r.by_v);
    store(i, 3, r.by_w);
    store(i, 6, normal);
    store(i, 9, Vector3<Real>{r.bent.xx, r.bent.xy, r.bent.yy});
  }
  TW_HD Vector3<Real> vector(std::int64_t i, int list) const {
    const Real* at = lists + list * stride + i;
    return {at[0], at[stride], at[2 * stride]};
  }

 private:
  TW_HD void store(std::int64_t i, int list, const Vector3<Real>& a) const {
    Real* at = lists + list * stride + i;
    at[0] = a.x, at[stride] = a.y, at[2 * stride] = a.z;
  }
};
inline constexpr int resultant_lists = 12;

/// tension: of the whole cell, (6.10).
template <class Real, class Table>
TW_HD Resultant<Real> resultant_at(const Membrane<Table>& m, BendingLaw bending, Real tension,
                                   int point, const SurfacePoint<Real>& s) {
  const Symmetric<Table> metric = m.reference.metric(point);
  const Real area = m.reference.area(point), area_of_plane = m.elements.areas[point];
  Resultant<Real> r{};
  add_membrane(s, metric, area, m.moduli, r);
  if (bending == BendingLaw::helfrich)
    add_helfrich(s, area_of_plane, m.moduli, r);
  else if (bending == BendingLaw::shell)
    add_shell(s, metric, m.reference.curvature(point), area, m.moduli, r);
  if (m.moduli.area > 0) add_tension(s, area_of_plane, tension, r);
  return r;
}

/// Six times what the volume of the control net grows by as a vertex moves: from the ring of
/// triangles around it. (6.11)
template <class Table, class Net>
TW_HD auto growth_at(const Membrane<Table>& m, const Net& vertices, int vertex) {
  using Real = typename Net::Number;
  const int begin = m.ring_begins[vertex], end = m.ring_begins[vertex + 1];
  Vector3<Real> growth{};
  Vector3<Real> last = vertices(m.rings[end - 1]);
  for (int n = begin; n < end; ++n) {
    const Vector3<Real> next = vertices(m.rings[n]);
    growth += cross(last, next);
    last = next;
  }
  return growth;
}

/// The force of a vertex, from the resultants of its cell, which begin at `base`.
template <class Real>
TW_HD Vector3<Real> force_on(const CellGroup<Real>& group, const ResultantLists<Real>& resultants,
                             std::int64_t base, int cell, int vertex) {
  const Membrane<Real>& m = group.membrane;
  Vector3<Real> force{};
  for (int n = m.elements.begins[vertex]; n < m.elements.begins[vertex + 1]; ++n) {
    const PointOfVertex of = m.elements.points_of[n];
    const std::int64_t point = base + of.point;
    const auto factor = [&](Derivative by) { return -m.elements.factor(by, of.at); };
    force +=
        factor(by_v) * resultants.vector(point, 0) + factor(by_w) * resultants.vector(point, 3);
    if (m.moduli.bending_law == BendingLaw::none) continue;
    const Vector3<Real> bent = resultants.vector(point, 9);
    force += (factor(by_vv) * bent.x + 2 * factor(by_vw) * bent.y + factor(by_ww) * bent.z) *
             resultants.vector(point, 6);
  }
  if (m.moduli.volume == 0) return force;
  return force + (-group.pressures[cell] / 6) * growth_at(m, group.vertices(cell), vertex);
}

/// Forces on the vertices of a cell: all of x first.
template <class Real>
TW_HD void store_force(Real* of_cell, int vertices, int vertex, const Vector3<Real>& f) {
  of_cell[vertex] = f.x, of_cell[vertices + vertex] = f.y, of_cell[2 * vertices + vertex] = f.z;
}

/// For every vertex of every cell.
template <class Real>
struct VertexForces {
  CellGroup<Real> group;
  ResultantLists<Real> resultants;
  Real* forces;  // (cell, coordinate, vertex)

  TW_HD void operator()(std::int64_t i) const {
    const ElementTables<Real>& e = group.membrane.elements;
    const int cell = static_cast<int>(i / e.vertices), vertex = static_cast<int>(i % e.vertices);
    store_force(forces + std::int64_t{3} * e.vertices * cell, e.vertices, vertex,
                force_on(group, resultants, std::int64_t{e.points} * cell, cell, vertex));
  }
};

}  // namespace thalweg::blood::inline TW_HALF
