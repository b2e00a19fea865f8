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
      for (int v = lane; v < e.vertices; v += lanes) sum.of[net_volume] += cone(v, origin);
      sums[lane] = sum;
    }
    /// A control vertex's part of a place.
    struct AddPlace {
      const ElementTables<Real>& elements;
      const Vertices<Real>& vertices;
      const Vector3<Real>& origin;
      Vector3<Real>& x;

      TW_HD void operator()(int place) const {
        x += elements.factor(value, place) * (vertices(elements.support[place]) - origin);
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
    /// A vertex's third of its triangles' tetrahedra: each is counted at its three corners.
    TW_HD Real cone(int v, const Vector3<Real>& origin) const {
      const Membrane<Real>& m = group.membrane;
      const Vertices<Real> vertices = group.vertices(cell);
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

/// The tension of a cell whose whole area is held, from its measures. (6.10)
template <class Real>
TW_HD Real tension_of_whole(const Membrane<Real>& m, const Real* measured) {
  return static_cast<Real>(m.moduli.area) * (measured[measured_area] / m.reference_area - 1);
}

/// Global tensions and pressures of cells from their measures. (6.10), (6.11)
template <class Real>
struct HoldCells {
  Membrane<Real> membrane;
  const Real* measured;  // (cell, measure)
  Real *tensions, *pressures;

  TW_HD void operator()(int cell) const {
    const Real* of = measured + static_cast<std::int64_t>(cell) * measures;
    tensions[cell] = tension_of_whole(membrane, of);
    pressures[cell] = static_cast<Real>(membrane.moduli.volume) *
                      (of[net_volume] / membrane.reference_volume - 1);
  }
};

}  // namespace thalweg::blood::inline TW_HALF
