// SPDX-License-Identifier: Apache-2.0
// A membrane's surface at a quadrature point: place, tangents, curvature, and how they depend on
// the control vertices. docs/theory/blood.md, section 6.
#pragma once

#include "solvers/blood/membrane/elements.hpp"
#include "solvers/blood/membrane/vector.hpp"

namespace thalweg::blood {

inline namespace TW_HALF {

/// Elements in kernel space.
template <class Real>
struct ElementTables {
  int points, vertices, width;  // width: control vertices of a point
  const Real *areas, *factors;
  const int *support, *row_of, *begins;
  const PointOfVertex* points_of;

  TW_HD Real factor(Derivative by, int at) const { return factors[derivatives * at + by]; }
};

/// act(vertex, where its factors are) for what a point depends on. Six are those of flat triangles,
/// twelve all of most other meshes: both numbers are known to the compiler. act is TW_HD: a lambda
/// would be called, which costs a third more.
template <class Table, class Act>
TW_HD void for_each_control(const ElementTables<Table>& elements, int point, Act act) {
  const int* of_point = elements.support + point * elements.width;
  const int first = elements.row_of[point] * elements.width;
  TW_UNROLL
  for (int k = 0; k < flat_patch_size; ++k) act(of_point[k], first + k);
  if (elements.width == flat_patch_size) return;
  TW_UNROLL
  for (int k = flat_patch_size; k < patch_size; ++k) act(of_point[k], first + k);
  for (int k = patch_size; k < elements.width; ++k) act(of_point[k], first + k);
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
struct Tangents {
  Vector3<Real> v, w;  // a_1, a_2
};

template <class Real>
struct SurfacePoint {
  Vector3<Real> along_v, along_w;              // a_1, a_2
  Vector3<Real> by_vv, by_vw, by_ww;           // a_1,1, a_1,2, a_2,2
  Vector3<Real> normal;                        // of length 1
  Real jacobian;                               // area per area of the (v, w) plane
  Symmetric<Real> metric, inverse, curvature;  // a_ab, a^ab, b_ab. (6.3)
};

/// A control vertex's part of the tangents at a point.
template <class Table, class Net>
struct AddTangents {
  const ElementTables<Table>& elements;
  const Net& vertices;
  Tangents<typename Net::Number>& tangents;

  TW_HD void operator()(int vertex, int at) const {
    const Vector3<typename Net::Number> x = vertices(vertex);
    tangents.v += elements.factor(by_v, at) * x;
    tangents.w += elements.factor(by_w, at) * x;
  }
};

template <class Real>
struct SecondDerivatives {
  Vector3<Real> vv, vw, ww;  // a_1,1, a_1,2, a_2,2
};

/// A control vertex's part of the second derivatives at a point.
template <class Table, class Net>
struct AddSecond {
  const ElementTables<Table>& elements;
  const Net& vertices;
  SecondDerivatives<typename Net::Number>& second;

  TW_HD void operator()(int vertex, int at) const {
    const Vector3<typename Net::Number> x = vertices(vertex);
    second.vv += elements.factor(by_vv, at) * x;
    second.vw += elements.factor(by_vw, at) * x;
    second.ww += elements.factor(by_ww, at) * x;
  }
};

/// Both, for those who read a vertex once.
template <class Table, class Net>
struct AddControl {
  AddTangents<Table, Net> tangents;
  AddSecond<Table, Net> second;

  TW_HD void operator()(int vertex, int at) const { tangents(vertex, at), second(vertex, at); }
};

template <class Table, class Net>
TW_HD auto tangents_at(const ElementTables<Table>& elements, const Net& vertices, int point) {
  Tangents<typename Net::Number> t{};
  for_each_control(elements, point, AddTangents<Table, Net>{elements, vertices, t});
  return t;
}

template <class Real>
TW_HD Real jacobian_of(const Tangents<Real>& t) {
  using std::sqrt;
  const Vector3<Real> across = cross(t.v, t.w);
  return sqrt(dot(across, across));
}

template <class Real>
TW_HD SurfacePoint<Real> surface_from(const Tangents<Real>& t, const SecondDerivatives<Real>& by) {
  const Real jacobian = jacobian_of(t), per_area = 1 / jacobian;
  const Vector3<Real> normal = per_area * cross(t.v, t.w);
  const Symmetric<Real> metric{dot(t.v, t.v), dot(t.v, t.w), dot(t.w, t.w)};
  return {t.v,
          t.w,
          by.vv,
          by.vw,
          by.ww,
          normal,
          jacobian,
          metric,
          (per_area * per_area) * Symmetric<Real>{metric.yy, -metric.xy, metric.xx},
          {dot(by.vv, normal), dot(by.vw, normal), dot(by.ww, normal)}};
}

/// Real: of the vertices, whose tables may be of another type.
template <class Table, class Net>
TW_HD auto surface_at(const ElementTables<Table>& elements, const Net& vertices, int point) {
  using Real = typename Net::Number;
  Tangents<Real> t{};
  SecondDerivatives<Real> second{};
  for_each_control(elements, point,
                   AddControl<Table, Net>{{elements, vertices, t}, {elements, vertices, second}});
  return surface_from(t, second);
}
/// t: of the point, if they are known.
template <class Table, class Net>
TW_HD auto surface_at(const ElementTables<Table>& elements, const Net& vertices, int point,
                      const Tangents<typename Net::Number>& t) {
  SecondDerivatives<typename Net::Number> second{};
  for_each_control(elements, point, AddSecond<Table, Net>{elements, vertices, second});
  return surface_from(t, second);
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
