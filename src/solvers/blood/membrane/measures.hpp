// SPDX-License-Identifier: Apache-2.0
// What a cell's membrane encloses: area, volume, centre and second moments of the body, energy.
// docs/theory/blood.md, section 6.
#pragma once

#include "solvers/blood/membrane/forces.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Sums over a cell: area, volume, first moments / volume's divergence, second moments xx, yy, zz,
/// xy, xz, yz of the body about `origin`, energy, and the volume of the control net.
inline constexpr int measures = 13;
enum Measure {
  measured_area,
  measured_volume,
  first_moment,
  second_moment = 5,
  measured_energy = 11,
  net_volume = 12
};

/// A vertex's third of its triangles' tetrahedra with the origin: each is counted at its three
/// corners.
template <class Real>
TW_HD Real cone_of(const Membrane<Real>& m, const Vertices<Real>& vertices, int v,
                   const Vector3<Real>& origin) {
  const int begin = m.ring_begins[v], end = m.ring_begins[v + 1];
  const Vector3<Real> top = vertices(v) - origin;
  Vector3<Real> last = vertices(m.rings[end - 1]) - origin;
  Real sum = 0;
  for (int n = begin; n < end; ++n) {
    const Vector3<Real> next = vertices(m.rings[n]) - origin;
    sum += dot(top, cross(last, next)) / 18;
    last = next;
  }
  return sum;
}

/// A tile is a cell; `lanes` threads share it, so that sums do not depend on how many there are.
template <class Real>
struct MeasureCells {
  static constexpr int lanes = 64;
  CellGroup<Real> group;
  Real* to;  // (cell, measure)

  struct Sums {
    Real of[measures];
  };
  static constexpr std::size_t scratch_bytes = lanes * sizeof(Sums);

  struct Lane {
    CellGroup<Real> group;
    Sums* sums;
    int cell;

    TW_HD void operator()(int lane) const {
      Sums sum{};
      const ElementTables<Real>& e = group.membrane.elements;
      const Vector3<Real> origin = group.vertices(cell)(0);
      for (int q = lane; q < e.points; q += lanes) add_point(q, origin, sum);
      for (int v = lane; v < e.vertices; v += lanes)
        sum.of[net_volume] += cone_of(group.membrane, group.vertices(cell), v, origin);
      sums[lane] = sum;
    }
    /// A control vertex's part of a place.
    struct AddPlace {
      const ElementTables<Real>& elements;
      const Vertices<Real>& vertices;
      const Vector3<Real>& origin;
      Vector3<Real>& x;

      TW_HD void operator()(int vertex, int at) const {
        x += elements.factor(value, at) * (vertices(vertex) - origin);
      }
    };
    /// By the theorem of Gauss, about the cell's first vertex. (6.12)
    TW_HD void add_point(int q, const Vector3<Real>& origin, Sums& sum) const {
      const Membrane<Real>& m = group.membrane;
      const Vertices<Real> vertices = group.vertices(cell);
      const SurfacePoint<Real> s = surface_at(m.elements, vertices, q);
      Vector3<Real> x{};
      for_each_control(m.elements, q, AddPlace{m.elements, vertices, origin, x});
      const Real area = s.jacobian * m.elements.areas[q], out = dot(x, s.normal) * area;
      sum.of[measured_area] += area;
      sum.of[measured_volume] += out / 3;
      const Real c[3] = {x.x, x.y, x.z};
      for (int d = 0; d < 3; ++d) {
        sum.of[first_moment + d] += c[d] * out / 4;
        sum.of[second_moment + d] += c[d] * c[d] * out / 5;
      }
      sum.of[second_moment + 3] += c[0] * c[1] * out / 5;
      sum.of[second_moment + 4] += c[0] * c[2] * out / 5;
      sum.of[second_moment + 5] += c[1] * c[2] * out / 5;
      sum.of[measured_energy] += energy_at(s, m.reference, m.elements.areas[q], q, m.moduli);
    }
  };

  struct Total {
    const Sums* sums;
    Real* to;
    TW_HD void operator()(int measure) const {
      Real sum = 0;
      for (int lane = 0; lane < lanes; ++lane) sum += sums[lane].of[measure];
      to[measure] = sum;
    }
  };

  TW_HD void operator()(const exec::Team& team) const {
    Sums* sums = team.scratch<Sums>();
    team.for_each(lanes, Lane{group, sums, team.tile()});
    team.barrier();
    team.for_each(measures, Total{sums, to + static_cast<std::int64_t>(team.tile()) * measures});
    team.barrier();
  }
};

/// The tension of a cell whose whole area is held, from that area. (6.10)
template <class Real>
TW_HD Real tension_of_whole(const Membrane<Real>& m, Real area) {
  return static_cast<Real>(m.moduli.area) * (area / m.reference_area - 1);
}

/// Global tensions and pressures of cells by the area and volume that each has now: the part of
/// MeasureCells that a step needs. A tile is a cell, shared as there. (6.10), (6.11)
template <class Real>
struct HoldCells {
  static constexpr int lanes = 128;
  CellGroup<Real> group;
  Real *tensions, *pressures;

  struct Sums {
    Real area, volume;
  };
  static constexpr std::size_t scratch_bytes = lanes * sizeof(Sums);

  struct Lane {
    CellGroup<Real> group;
    Sums* sums;
    int cell;

    TW_HD void operator()(int lane) const {
      const Membrane<Real>& m = group.membrane;
      const Vertices<Real> vertices = group.vertices(cell);
      const Vector3<Real> origin = vertices(0);
      Sums sum{};
      if (m.moduli.area > 0)
        for (int q = lane; q < m.elements.points; q += lanes)
          sum.area += jacobian_of(tangents_at(m.elements, vertices, q)) * m.elements.areas[q];
      for (int v = lane; v < m.elements.vertices; v += lanes)
        sum.volume += cone_of(m, vertices, v, origin);
      sums[lane] = sum;
    }
  };

  struct Hold {
    const Membrane<Real>& membrane;
    const Sums* sums;
    Real *tension, *pressure;
    TW_HD void operator()(int which) const {
      if (which == 0)
        *tension = membrane.moduli.area > 0 ? tension_of_whole(membrane, sum(&Sums::area)) : 0;
      else
        *pressure = static_cast<Real>(membrane.moduli.volume) *
                    (sum(&Sums::volume) / membrane.reference_volume - 1);
    }
    TW_HD Real sum(Real Sums::*of) const {
      Real total = 0;
      for (int lane = 0; lane < lanes; ++lane) total += sums[lane].*of;
      return total;
    }
  };

  TW_HD void operator()(const exec::Team& team) const {
    Sums* sums = team.scratch<Sums>();
    const int cell = team.tile();
    team.for_each(lanes, Lane{group, sums, cell});
    team.barrier();
    team.for_each(2, Hold{group.membrane, sums, tensions + cell, pressures + cell});
    team.barrier();
  }
};

}  // namespace thalweg::blood::inline TW_HALF
