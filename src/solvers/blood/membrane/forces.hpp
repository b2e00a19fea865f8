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

template <class Real>
TW_HD Resultant<Real> resultant_at(const CellGroup<Real>& group, int cell, int point,
                                   const SurfacePoint<Real>& s) {
  const Membrane<Real>& m = group.membrane;
  const Symmetric<Real> metric = m.reference.metric(point);
  const Real area = m.reference.area(point), area_of_plane = m.elements.areas[point];
  Resultant<Real> r{};
  add_membrane(s, metric, area, m.moduli, r);
  if (m.moduli.bending_law == BendingLaw::helfrich)
    add_helfrich(s, area_of_plane, m.moduli, r);
  else if (m.moduli.bending_law == BendingLaw::shell)
    add_shell(s, metric, m.reference.curvature(point), area, m.moduli, r);
  if (m.moduli.area > 0) add_tension(s, area_of_plane, group.tensions[cell], r);
  return r;
}

/// The force of a vertex, from the resultants of its cell, which begin at `base`.
template <class Real>
TW_HD Vector3<Real> force_on(const CellGroup<Real>& group, const ResultantLists<Real>& resultants,
                             std::int64_t base, int cell, int vertex) {
  const Membrane<Real>& m = group.membrane;
  Vector3<Real> force{};
  for (int n = m.elements.begins[vertex]; n < m.elements.begins[vertex + 1]; ++n) {
    const int place = m.elements.places[n];
    const std::int64_t point = base + place / patch_size;
    const auto factor = [&](Derivative by) { return -m.elements.factor(by, place); };
    force +=
        factor(by_v) * resultants.vector(point, 0) + factor(by_w) * resultants.vector(point, 3);
    if (m.moduli.bending_law == BendingLaw::none) continue;
    const Vector3<Real> bent = resultants.vector(point, 9);
    force += (factor(by_vv) * bent.x + 2 * factor(by_vw) * bent.y + factor(by_ww) * bent.z) *
             resultants.vector(point, 6);
  }
  if (m.moduli.volume == 0) return force;
  // The volume of the control net grows with each vertex by its ring of triangles. (6.11)
  const int begin = m.ring_begins[vertex], end = m.ring_begins[vertex + 1];
  const Vertices<Real> vertices = group.vertices(cell);
  Vector3<Real> growth{};
  Vector3<Real> last = vertices(m.rings[end - 1]);
  for (int n = begin; n < end; ++n) {
    const Vector3<Real> next = vertices(m.rings[n]);
    growth += cross(last, next);
    last = next;
  }
  return force + (-group.pressures[cell] / 6) * growth;
}

/// Forces on the vertices of a cell: all of x first.
template <class Real>
TW_HD void store_force(Real* of_cell, int vertices, int vertex, const Vector3<Real>& f) {
  of_cell[vertex] = f.x, of_cell[vertices + vertex] = f.y, of_cell[2 * vertices + vertex] = f.z;
}

/// For every point of every cell.
template <class Real>
struct PointResultants {
  CellGroup<Real> group;
  ResultantLists<Real> resultants;

  TW_HD void operator()(std::int64_t i) const {
    const int points = group.membrane.elements.points, cell = static_cast<int>(i / points),
              point = static_cast<int>(i % points);
    const SurfacePoint<Real> s = surface_at(group.membrane.elements, group.vertices(cell), point);
    resultants.store(i, resultant_at(group, cell, point, s), s.normal);
  }
};

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

/// A cell at a time, so that resultants stay in the cache of a core.
template <class Real>
struct CellForces {
  CellGroup<Real> group;
  Real* forces;

  struct Points {
    CellGroup<Real> group;
    ResultantLists<Real> resultants;
    int cell;
    TW_HD void operator()(int point) const {
      const SurfacePoint<Real> s = surface_at(group.membrane.elements, group.vertices(cell), point);
      resultants.store(point, resultant_at(group, cell, point, s), s.normal);
    }
  };
  struct OfVertices {
    CellGroup<Real> group;
    ResultantLists<Real> resultants;
    Real* forces;
    int cell;
    TW_HD void operator()(int vertex) const {
      const int n = group.membrane.elements.vertices;
      store_force(forces + std::int64_t{3} * n * cell, n, vertex,
                  force_on(group, resultants, 0, cell, vertex));
    }
  };

  static std::size_t scratch_bytes(int points) {
    return static_cast<std::size_t>(resultant_lists) * static_cast<std::size_t>(points) *
           sizeof(Real);
  }
  TW_HD void operator()(const exec::Team& team) const {
    const ElementTables<Real>& e = group.membrane.elements;
    const ResultantLists<Real> resultants{team.scratch<Real>(), e.points};
    team.for_each(e.points, Points{group, resultants, team.tile()});
    team.barrier();
    team.for_each(e.vertices, OfVertices{group, resultants, forces, team.tile()});
  }
};

}  // namespace thalweg::blood::inline TW_HALF
