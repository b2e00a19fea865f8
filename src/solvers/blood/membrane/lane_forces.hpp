// SPDX-License-Identifier: Apache-2.0
// The forces of membranes on processors: as many cells of a species at once as a vector has lanes.
// Their vertices lie side by side meanwhile, so that nothing is gathered, and each point adds to
// its vertices at once. docs/theory/blood.md, section 6.
#pragma once

#include <algorithm>

#include "solvers/blood/membrane/lane_vertices.hpp"
#include "solvers/blood/membrane/viscosity.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Elastic forces of cells: a tile is as many as there are lanes. A cell's forces do not depend on
/// its lane, nor on the cells beside it.
template <BendingLaw bending>
struct LaneForces {
  Membrane<double> membrane;
  const double* places;  // (cell, coordinate, vertex)
  double* forces;
  int cells;
  PastMetrics<double> past{};

  std::size_t scratch_bytes() const {
    return LaneCells::scratch_bytes(2, membrane.elements.vertices + membrane.elements.points);
  }

  void operator()(const exec::Team& team) const {
    const int first = team.tile() * lanes;
    const int n = membrane.elements.vertices;
    const LaneVertices at{team.scratch<double>()}, to{at.at(n)}, tangents{to.at(n)};
    const LaneCells of{n, cells, first};
    of.load(places, at);
    of.put_origin(at);
    start_from_pressure(at, to);
    const Lanes tension = tension_of(at, tangents);
    for (int point = 0; point < membrane.elements.points; ++point)
      add_point(first, point, surface(at, tangents, point), tension, to);
    of.store(to, forces);
  }

 private:
  /// What keeps the volume, or nothing: the first part of all forces. (6.11)
  void start_from_pressure(const LaneVertices& at, const LaneVertices& to) const {
    const int n = membrane.elements.vertices;
    if (membrane.moduli.volume == 0) return std::fill(to.at(0), to.at(n), 0.0);
    Lanes volume = 0;
    for (int v = 0; v < n; ++v) {
      const Vector3<Lanes> growth = growth_at(membrane, at, v);
      volume += dot(at(v), growth) / 18;
      to.store(v, growth);
    }
    const Lanes pressure = membrane.moduli.volume * (volume / membrane.reference_volume - 1);
    for (int v = 0; v < n; ++v) to.store(v, (-pressure / 6) * to(v));
  }
  /// From the whole area; keeps the tangents that it takes. (6.10)
  Lanes tension_of(const LaneVertices& at, const LaneVertices& tangents) const {
    const ElementTables<double>& e = membrane.elements;
    Lanes area = 0;
    for (int q = 0; q < e.points; ++q) {
      const Tangents<Lanes> t = tangents_at(e, at, q);
      tangents.store(2 * q, t.v), tangents.store(2 * q + 1, t.w);
      area += jacobian_of(t) * e.areas[q];
    }
    return membrane.moduli.area * (area / membrane.reference_area - 1);
  }
  SurfacePoint<Lanes> surface(const LaneVertices& at, const LaneVertices& tangents,
                              int point) const {
    return surface_at(membrane.elements, at, point,
                      Tangents<Lanes>{tangents(2 * point), tangents(2 * point + 1)});
  }
  std::int64_t point_of(int cell, int point) const {
    return std::int64_t{membrane.elements.points} * std::min(cell, cells - 1) + point;
  }
  Symmetric<Lanes> past_metric(int first, int point) const {
    alignas(sizeof(Lanes)) double numbers[PastMetrics<double>::numbers][lanes];
    for (int lane = 0; lane < lanes; ++lane) {
      const Symmetric<double> of = past.at(point_of(first + lane, point));
      numbers[0][lane] = of.xx, numbers[1][lane] = of.xy, numbers[2][lane] = of.yy;
    }
    return {exec::load_lanes(numbers[0]), exec::load_lanes(numbers[1]),
            exec::load_lanes(numbers[2])};
  }
  void keep_metric(int first, int point, const Symmetric<Lanes>& metric) const {
    alignas(sizeof(Lanes)) double numbers[PastMetrics<double>::numbers][lanes];
    exec::store_lanes(metric.xx, numbers[0]);
    exec::store_lanes(metric.xy, numbers[1]);
    exec::store_lanes(metric.yy, numbers[2]);
    for (int lane = 0; lane < std::min(lanes, cells - first); ++lane)
      past.store(point_of(first + lane, point),
                 {numbers[0][lane], numbers[1][lane], numbers[2][lane]});
  }
  /// (6.15), (6.16)
  void resist(int first, int point, const SurfacePoint<Lanes>& s, Resultant<Lanes>& r) const {
    const Symmetric<Lanes> before = past_metric(first, point),
                           growth = growth_of(s.metric, before, membrane.moduli);
    add_viscous<Lanes>(s, growth, s.jacobian * membrane.elements.areas[point], membrane.moduli, r);
    keep_metric(first, point, before + growth);
  }
  /// What a point gives to one of its control vertices.
  struct AddForce {
    const ElementTables<double>& elements;
    const Resultant<Lanes>& r;
    const Lanes& twisting;  // by a_1,2 and by a_2,1
    const Vector3<Lanes>& normal;
    const LaneVertices& to;

    TW_HD void operator()(int vertex, int at) const {
      Vector3<Lanes> force = to(vertex);
      force -= elements.factor(by_v, at) * r.by_v;
      force -= elements.factor(by_w, at) * r.by_w;
      if constexpr (bending != BendingLaw::none)
        force -= (elements.factor(by_vv, at) * r.bent.xx + elements.factor(by_vw, at) * twisting +
                  elements.factor(by_ww, at) * r.bent.yy) *
                 normal;
      to.store(vertex, force);
    }
  };
  void add_point(int first, int point, const SurfacePoint<Lanes>& s, const Lanes& tension,
                 const LaneVertices& to) const {
    const ElementTables<double>& e = membrane.elements;
    Resultant<Lanes> r = resultant_at(membrane, bending, tension, point, s);
    if (past.before != nullptr) resist(first, point, s, r);
    for_each_control(e, point, AddForce{e, r, 2 * r.bent.xy, s.normal, to});
  }
};

}  // namespace thalweg::blood::inline TW_HALF
