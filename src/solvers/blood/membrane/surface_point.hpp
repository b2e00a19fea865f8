// SPDX-License-Identifier: Apache-2.0
// A membrane's surface at a quadrature point: place, tangents, curvature, and how they depend on
// the control vertices. docs/theory/blood.md, section 6.
#pragma once

#include <cstdint>

#include "solvers/blood/membrane/loop_basis.hpp"
#include "solvers/blood/membrane/vector.hpp"

namespace thalweg::blood {

inline namespace TW_HALF {

/// Elements in kernel space.
template <class Real>
struct ElementTables {
  int points, vertices, width;  // width: control vertices of a point
  const Real *areas, *factors;
  const int *support, *begins, *places;

  TW_HD Real factor(Derivative by, int place) const {
    return factors[static_cast<std::int64_t>(by) * points * width + place];
  }
};

/// act(place) for the places of a point in `support`. Six are those of flat triangles, twelve all
/// of most other meshes: both numbers are known to the compiler. act is TW_HD: a lambda would be
/// called, which costs a third more.
template <class Table, class Act>
TW_HD void for_each_control(const ElementTables<Table>& elements, int point, Act act) {
  const int first = point * elements.width;
  TW_UNROLL
  for (int k = 0; k < flat_patch_size; ++k) act(first + k);
  if (elements.width == flat_patch_size) return;
  TW_UNROLL
  for (int k = flat_patch_size; k < patch_size; ++k) act(first + k);
  for (int k = patch_size; k < elements.width; ++k) act(first + k);
}

/// The vertices of a cell: x of all first, then y, then z.
template <class Real>
struct Vertices {
  using Number = Real;
  const Real* places;
  int count;

  TW_HD Vector3<Real> operator()(int vertex) const {
    return {places[vertex], places[count + vertex], places[2 * count + vertex]};
  }
};

template <class Real>
struct SurfacePoint {
  Vector3<Real> place, along_v, along_w;       // x, a_1, a_2
  Vector3<Real> by_vv, by_vw, by_ww;           // a_1,1, a_1,2, a_2,2
  Vector3<Real> normal;                        // of length 1
  Real jacobian;                               // area per area of the (v, w) plane
  Symmetric<Real> metric, inverse, curvature;  // a_ab, a^ab, b_ab. (6.3)
};

/// A control vertex's part of a point.
template <class Table, class Net>
struct AddControl {
  const ElementTables<Table>& elements;
  const Net& vertices;
  SurfacePoint<typename Net::Number>& s;

  TW_HD void operator()(int place) const {
    const Vector3<typename Net::Number> x = vertices(elements.support[place]);
    s.place += elements.factor(value, place) * x;
    s.along_v += elements.factor(by_v, place) * x;
    s.along_w += elements.factor(by_w, place) * x;
    s.by_vv += elements.factor(by_vv, place) * x;
    s.by_vw += elements.factor(by_vw, place) * x;
    s.by_ww += elements.factor(by_ww, place) * x;
  }
};

/// Real: of the vertices, whose tables may be of another type.
template <class Table, class Net>
TW_HD auto surface_at(const ElementTables<Table>& elements, const Net& vertices, int point) {
  using Real = typename Net::Number;
  using std::sqrt;
  SurfacePoint<Real> s{};
  for_each_control(elements, point, AddControl<Table, Net>{elements, vertices, s});
  const Vector3<Real> across = cross(s.along_v, s.along_w);
  s.jacobian = sqrt(dot(across, across));
  s.normal = (1 / s.jacobian) * across;
  s.metric = {dot(s.along_v, s.along_v), dot(s.along_v, s.along_w), dot(s.along_w, s.along_w)};
  s.inverse = s.metric.inverse();
  s.curvature = {dot(s.by_vv, s.normal), dot(s.by_vw, s.normal), dot(s.by_ww, s.normal)};
  return s;
}

/// a^1 and a^2.
template <class Real>
struct DualVectors {
  Vector3<Real> v, w;
};

template <class Real>
TW_HD DualVectors<Real> dual_vectors(const SurfacePoint<Real>& s) {
  return {s.inverse.xx * s.along_v + s.inverse.xy * s.along_w,
          s.inverse.xy * s.along_v + s.inverse.yy * s.along_w};
}

}  // namespace TW_HALF

}  // namespace thalweg::blood
