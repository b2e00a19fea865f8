// SPDX-License-Identifier: Apache-2.0
// What vertices tell the nodes around them: whether they lie within the cell. Nodes that no vertex
// reaches stay what they are. docs/theory/blood.md, section 12.
#pragma once

#include "exec/atomic.hpp"
#include "solvers/blood/coupling/transfer.hpp"
#include "solvers/blood/membrane/normals.hpp"

namespace thalweg::blood {

/// Nodes along each axis that a vertex tells: those nearer than half of it.
inline constexpr int marked_support = 4;
/// How far from a site the node below a vertex may lie that tells it, along each axis.
inline constexpr int mark_margin = marked_support / 2;

inline namespace TW_HALF {

/// What all vertices of a species have alike.
struct VertexKind {
  double contrast;  // of the fluid behind it
  double sag;       // times curvature: how far the surface lies behind its control vertices
};

/// By node: weights times contrast, then weights.
template <class Real>
struct Marks {
  Real* values;
  std::int64_t nodes;
};

/// Adds what one vertex tells to the nodes whose z is in [begin, end).
template <class Real>
struct MarkVertex {
  Nodes nodes;
  VertexValues<const double> places, normals;  // normals: CurvedNormal, packed
  const VertexKind* kinds;                     // by vertex
  Marks<Real> to;

  struct Told {
    double inside, weight;
  };
  /// (12.2), (12.3). r: from the vertex to the node.
  TW_HD static Told told(const CurvedNormal<double>& at, const VertexKind& kind,
                         const Vector3<double>& r) {
    constexpr double nearest = 0.3, reach = marked_support / 2.0;
    const double squared = dot(r, r), left = 1 - squared / (reach * reach);
    if (left <= 0) return {0, 0};
    const double distance = dot(at.normal, r) + at.curvature * (squared / 2 + kind.sag);
    const double inside = 0.5 - distance;
    const double near = left / (squared + nearest);
    return {inside < 0 ? 0 : inside > 1 ? 1 : inside, near * near};
  }

  template <class Add>
  TW_HD void operator()(std::int64_t vertex, int begin, int end, Add add) const {
    const VertexIndex index = places.index(vertex);
    const VertexValue<const double> p = places(index), n = normals(index);
    const Vector3<double> place{p[0], p[1], p[2]};
    const auto at = CurvedNormal<double>::from({n[0], n[1], n[2]});
    const VertexKind kind = kinds[vertex];
    const auto first = [](double x) { return static_cast<int>(std::floor(x)) - 1; };
    const int x = first(place.x), y = first(place.y), z = first(place.z);
    for (int k = z < begin ? begin - z : 0; k < marked_support && z + k < end; ++k)
      for (int j = 0; j < marked_support; ++j) {
        if (y + j < nodes.first_y || y + j >= nodes.first_y + nodes.rows_y) continue;
        const int row = nodes.row(z + k, y + j);
        for (int i = 0; i < marked_support; ++i) {
          if (x + i < nodes.begins[row] || x + i >= nodes.ends[row]) continue;
          const Told t = told(at, kind, {x + i - place.x, y + j - place.y, z + k - place.z});
          if (t.weight == 0) continue;
          Real* node = to.values + nodes.starts[row] + x + i;
          add(node[0], static_cast<Real>(t.weight * t.inside * kind.contrast));
          add(node[to.nodes], static_cast<Real>(t.weight));
        }
      }
  }
};

/// On a device: a thread for each vertex, sums in any order.
template <class Real>
struct MarkAtomically {
  MarkVertex<Real> mark;

  struct Add {
    TW_HD void operator()(Real& to, Real value) const { exec::atomic_add(to, value); }
  };
  TW_HD void operator()(std::int64_t vertex) const {
    mark(vertex, mark.nodes.first_z, mark.nodes.first_z + mark.nodes.rows_z, Add{});
  }
};

/// On processors: a tile is some planes of nodes, as where forces are spread.
template <class Real>
struct MarkPlanes {
  MarkVertex<Real> mark;
  const BlockRange* ranges;
  std::int64_t vertices;
  int planes;

  struct Add {
    TW_HD void operator()(Real& to, Real value) const { to += value; }
  };
  TW_HD void operator()(const exec::Team& team) const {
    const int begin = mark.nodes.first_z + team.tile() * planes,
              last = mark.nodes.first_z + mark.nodes.rows_z,
              end = begin + planes < last ? begin + planes : last;
    constexpr int reach = marked_support / 2;
    for (int block = 0; block < vertex_blocks(vertices); ++block) {
      if (ranges[block].upper < begin - reach || ranges[block].lower > end - 1 + reach) continue;
      for (std::int64_t v = block_begin(block); v < block_end(block, vertices); ++v)
        mark(v, begin, end, Add{});
    }
  }
};

/// The contrast at each node by what vertices told; marks are empty again.
template <class Real>
struct ReadMarks {
  Marks<Real> marks;
  Real* contrast;

  TW_HD void operator()(std::int64_t node) const {
    Real &sum = marks.values[node], &weight = marks.values[marks.nodes + node];
    if (weight == 0) return;
    contrast[node] = sum / weight;
    sum = weight = 0;
  }
};

/// The contrast of listed nodes, (z, y, x) each.
template <class Real>
struct SetContrast {
  Nodes nodes;
  const int* listed;
  const double* values;
  Real* contrast;

  TW_HD void operator()(std::int64_t n) const {
    const int *at = listed + 3 * n, x = at[2];
    const int z = at[0] - nodes.first_z, y = at[1] - nodes.first_y;
    if (z < 0 || z >= nodes.rows_z || y < 0 || y >= nodes.rows_y) return;
    const int row = z * nodes.rows_y + y;
    if (nodes.begins[row] <= x && x < nodes.ends[row])
      contrast[nodes.starts[row] + x] = static_cast<Real>(values[n]);
  }
};

/// The contrast of a rank's sites, which lie on nodes by stretches.
template <class T>
struct SiteContrast {
  T* contrast;
  const int *stretch_nodes, *first, *of_site;

  TW_HD T& operator()(int site) const {
    const int s = of_site[site];
    return contrast[stretch_nodes[s] + site - first[s]];
  }
};

/// For checkpoints and output; and back.
template <class Real>
struct StoreContrast {
  SiteContrast<const Real> of;
  Real* to;
  TW_HD void operator()(int site) const { to[site] = of(site); }
};
template <class Real>
struct LoadContrast {
  SiteContrast<Real> to;
  const Real* from;
  TW_HD void operator()(int site) const { to(site) = from[site]; }
};

}  // namespace TW_HALF

}  // namespace thalweg::blood
