// SPDX-License-Identifier: Apache-2.0
// Forces of vertices onto the lattice, and its velocity onto vertices, with the same weights, so
// that no work is lost between them. Near walls the weights of nodes with fluid are raised until
// they sum to 1 again: the sum of forces stays. docs/theory/blood.md, section 7.
#pragma once

#include <algorithm>

#include "exec/atomic.hpp"
#include "exec/exec.hpp"
#include "solvers/blood/coupling/delta.hpp"
#include "solvers/blood/coupling/nodes.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Values of vertices, three each: groups of `per_group` vertices, x of all in a group first. In
/// spacings, from the site (0, 0, 0).
template <class T>
struct VertexValues {
  T* values;
  int per_group;

  TW_HD T& operator()(std::int64_t vertex, int d) const {
    const std::int64_t group = vertex / per_group;
    return values[(3 * group + d) * per_group + (vertex - group * per_group)];
  }
};

/// The nodes in reach of a vertex.
template <Delta delta>
struct Stencil {
  Weights<delta> x, y, z;
  int bits;
  double scale;  // of all weights

  TW_HD Stencil(const Nodes& nodes, const VertexValues<const double>& places, std::int64_t vertex)
      : x(weights_at<delta>(places(vertex, 0))), y(weights_at<delta>(places(vertex, 1))),
        z(weights_at<delta>(places(vertex, 2))), bits(nodes.bits_at(z.first, y.first, x.first)),
        scale((bits & reaches_solid) == 0 ? 1 : 1 / part_with_fluid(nodes)) {}

  TW_HD double part_with_fluid(const Nodes& nodes) const {
    constexpr int n = support_of(delta);
    double sum = 0;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) {
        const int start = nodes.start(z.first + k, y.first + j) + x.first;
        for (int i = 0; i < n; ++i)
          if ((nodes.bits[start + i] & solid) == 0) sum += z.of[k] * y.of[j] * x.of[i];
      }
    return sum > least_part ? sum : least_part;
  }
  /// A vertex inside a wall is not pushed without bound.
  static constexpr double least_part = 0.05;
};

/// Three numbers for each node: x of all, then y, then z.
template <class T>
struct NodeValues {
  T* values;
  std::int64_t nodes;
};

template <Delta delta, class Real>
struct Interpolate {
  Nodes nodes;
  VertexValues<const double> places;
  NodeValues<const Real> velocity;
  VertexValues<double> to;

  TW_HD void operator()(std::int64_t vertex) const {
    constexpr int n = support_of(delta);
    const Stencil<delta> at(nodes, places, vertex);
    double sums[3] = {};
    if ((at.bits & reaches_own) != 0)
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j) {
          const int start = nodes.start(at.z.first + k, at.y.first + j) + at.x.first;
          const double weight = at.scale * at.z.of[k] * at.y.of[j];
          for (int d = 0; d < 3; ++d) {
            const Real* row = velocity.values + d * velocity.nodes + start;
            double sum = 0;
            TW_UNROLL
            for (int i = 0; i < n; ++i) sum += at.x.of[i] * static_cast<double>(row[i]);
            sums[d] += weight * sum;
          }
        }
    for (int d = 0; d < 3; ++d) to(vertex, d) = sums[d];
  }
};

/// Adds one vertex's force to the nodes whose z is in [begin, end).
template <Delta delta, class Real>
struct SpreadVertex {
  Nodes nodes;
  VertexValues<const double> places, forces;
  NodeValues<Real> to;

  template <class Add>
  TW_HD void operator()(std::int64_t vertex, int begin, int end, Add add) const {
    constexpr int n = support_of(delta);
    const double height = places(vertex, 2);
    if (height <= begin - n / 2.0 || height >= end - 1 + n / 2.0) return;
    const Stencil<delta> at(nodes, places, vertex);
    if ((at.bits & reaches_own) == 0) return;
    const double f[3] = {at.scale * forces(vertex, 0), at.scale * forces(vertex, 1),
                         at.scale * forces(vertex, 2)};
    for (int k = 0; k < n; ++k) {
      if (at.z.first + k < begin || at.z.first + k >= end) continue;
      for (int j = 0; j < n; ++j) {
        const int start = nodes.start(at.z.first + k, at.y.first + j) + at.x.first;
        const double weight = at.z.of[k] * at.y.of[j];
        for (int d = 0; d < 3; ++d) {
          Real* row = to.values + d * to.nodes + start;
          TW_UNROLL
          for (int i = 0; i < n; ++i) add(row[i], static_cast<Real>(weight * at.x.of[i] * f[d]));
        }
      }
    }
  }
};

/// On a device: a thread for each vertex, sums in any order.
template <Delta delta, class Real>
struct SpreadAtomically {
  SpreadVertex<delta, Real> spread;

  struct Add {
    TW_HD void operator()(Real& to, Real value) const { exec::atomic_add(to, value); }
  };
  TW_HD void operator()(std::int64_t vertex) const {
    spread(vertex, spread.nodes.first_z, spread.nodes.first_z + spread.nodes.rows_z, Add{});
  }
};

/// On processors: a tile is some planes of nodes, to which one thread adds all vertices in turn, so
/// that sums do not depend on the number of threads. Vertices are passed over in blocks.
inline constexpr int vertices_per_block = 64, planes_per_tile = 4;

/// The range of z of each block's vertices.
struct BlockRange {
  double lower, upper;
};

struct FindBlockRanges {
  VertexValues<const double> places;
  std::int64_t vertices;
  BlockRange* ranges;

  TW_HD void operator()(int block) const {
    const std::int64_t first = std::int64_t{block} * vertices_per_block;
    BlockRange range{places(first, 2), places(first, 2)};
    for (int k = 1; k < vertices_per_block && first + k < vertices; ++k) {
      const double z = places(first + k, 2);
      range.lower = z < range.lower ? z : range.lower;
      range.upper = z > range.upper ? z : range.upper;
    }
    ranges[block] = range;
  }
};

template <Delta delta, class Real>
struct SpreadToPlanes {
  SpreadVertex<delta, Real> spread;
  const BlockRange* ranges;
  std::int64_t vertices;

  struct Add {
    TW_HD void operator()(Real& to, Real value) const { to += value; }
  };
  TW_HD void operator()(const exec::Team& team) const {
    const int begin = spread.nodes.first_z + team.tile() * planes_per_tile,
              end = begin + planes_per_tile;
    const auto blocks = static_cast<int>((vertices + vertices_per_block - 1) / vertices_per_block);
    for (int block = 0; block < blocks; ++block) {
      if (ranges[block].upper < begin - 2 || ranges[block].lower > end + 1) continue;
      const std::int64_t first = std::int64_t{block} * vertices_per_block;
      for (int k = 0; k < vertices_per_block && first + k < vertices; ++k)
        spread(first + k, begin, end, Add{});
    }
  }
};

/// Act with the delta function as a constant: act.template operator()<delta>().
template <class Act>
void with_delta(Delta delta, Act act) {
  if (delta == Delta::two_point) return act.template operator()<Delta::two_point>();
  if (delta == Delta::three_point) return act.template operator()<Delta::three_point>();
  if (delta == Delta::four_point) return act.template operator()<Delta::four_point>();
  act.template operator()<Delta::cosine>();
}

/// Add the forces of vertices [0, vertices) to nodes. ranges: room for a range per block.
template <class Real>
void spread_forces(const exec::Exec& exec, Delta delta, const Nodes& nodes,
                   const VertexValues<const double>& places,
                   const VertexValues<const double>& forces, std::int64_t vertices,
                   const NodeValues<Real>& to, BlockRange* ranges) {
  if (vertices == 0) return;
  with_delta(delta, [&]<Delta kind>() {
    const SpreadVertex<kind, Real> spread{nodes, places, forces, to};
    if constexpr (exec::kernel_space == exec::Space::host) {
      exec::parallel_for(exec, static_cast<int>((vertices - 1) / vertices_per_block + 1),
                         FindBlockRanges{places, vertices, ranges});
      exec::parallel_tiles(exec, (nodes.rows_z + planes_per_tile - 1) / planes_per_tile, 0,
                           SpreadToPlanes<kind, Real>{spread, ranges, vertices});
    } else {
      exec::parallel_for(exec, vertices, SpreadAtomically<kind, Real>{spread});
    }
  });
}

/// The velocity at vertices [0, vertices), as far as this rank's sites give it.
template <class Real>
void interpolate_velocity(const exec::Exec& exec, Delta delta, const Nodes& nodes,
                          const VertexValues<const double>& places, std::int64_t vertices,
                          const NodeValues<const Real>& velocity, const VertexValues<double>& to) {
  with_delta(delta, [&]<Delta kind>() {
    exec::parallel_for(exec, vertices, Interpolate<kind, Real>{nodes, places, velocity, to});
  });
}

}  // namespace thalweg::blood::inline TW_HALF
