// SPDX-License-Identifier: Apache-2.0
// Which way a membrane faces at its vertices, and how it is curved there, for what has to tell its
// inside from its outside. docs/theory/blood.md, section 12.
#pragma once

#include "solvers/blood/membrane/forces.hpp"

namespace thalweg::blood::inline TW_HALF {

/// A normal of length 1 and the mean curvature, as three numbers for a message: the logarithm of
/// their length is the curvature.
template <class Real>
struct CurvedNormal {
  Vector3<Real> normal;
  Real curvature;  // that of a sphere of radius r is 1 / r

  TW_HD static CurvedNormal from(const Vector3<Real>& packed) {
    const Real length = std::sqrt(dot(packed, packed));
    return {(1 / length) * packed, std::log(length)};
  }
  TW_HD Vector3<Real> packed() const { return std::exp(curvature) * normal; }
};

/// From a vertex and its neighbours, which lie on a paraboloid. (12.1)
template <class Real>
TW_HD CurvedNormal<Real> curved_normal(const CellGroup<Real>& group, int cell, int vertex) {
  const Membrane<Real>& m = group.membrane;
  const Vertices<Real> vertices = group.vertices(cell);
  const Vector3<Real> top = vertices(vertex);
  const int begin = m.ring_begins[vertex], end = m.ring_begins[vertex + 1];
  Vector3<Real> across{}, sum{}, last = vertices(m.rings[end - 1]) - top;
  Real squares = 0;
  for (int n = begin; n < end; ++n) {
    const Vector3<Real> next = vertices(m.rings[n]) - top;
    across += cross(last, next);
    sum += next;
    squares += dot(next, next);
    last = next;
  }
  const Vector3<Real> normal = (1 / std::sqrt(dot(across, across))) * across;
  // Sharper than the lattice can show only where a mesh is crumpled.
  constexpr Real sharpest = Real(0.5);
  const Real curvature = -2 * dot(normal, sum) / squares;
  return {normal, curvature < -sharpest ? -sharpest : curvature > sharpest ? sharpest : curvature};
}

/// For every vertex of every cell.
template <class Real>
struct FindNormals {
  CellGroup<Real> group;
  Real* normals;  // (cell, coordinate, vertex), packed

  TW_HD void operator()(std::int64_t i) const {
    const int n = group.membrane.elements.vertices;
    const int cell = static_cast<int>(i / n), vertex = static_cast<int>(i % n);
    store_force(normals + std::int64_t{3} * n * cell, n, vertex,
                curved_normal(group, cell, vertex).packed());
  }
};

}  // namespace thalweg::blood::inline TW_HALF
