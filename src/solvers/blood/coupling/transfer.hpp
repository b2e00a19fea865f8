// SPDX-License-Identifier: Apache-2.0
// Forces of vertices onto the lattice, and its velocity onto vertices, with the same weights, so
// that no work is lost between them. Near walls the weights of nodes with fluid are raised until
// they sum to 1 again: the sum of forces stays. docs/theory/blood.md, section 7.
#pragma once

#include <algorithm>

#include "exec/exec.hpp"
#include "exec/row.hpp"
#include "solvers/blood/coupling/delta.hpp"
#include "solvers/blood/coupling/nodes.hpp"

namespace thalweg::blood::inline TW_HALF {

/// A vertex by its group, and its place there.
struct VertexIndex {
  std::int64_t group;
  int place;
};

/// Three numbers of a vertex.
template <class T>
struct VertexValue {
  T* first;
  int stride;
  TW_HD T& operator[](int d) const { return first[static_cast<std::int64_t>(d) * stride]; }
};

/// Values of vertices, three each: groups of `per_group` vertices, x of all in a group first. In
/// spacings, from the site (0, 0, 0).
template <class T>
struct VertexValues {
  T* values;
  int per_group;

  TW_HD VertexIndex index(std::int64_t vertex) const {
    const std::int64_t group = vertex / per_group;
    return {group, static_cast<int>(vertex - group * per_group)};
  }
  TW_HD VertexValue<T> operator()(const VertexIndex& at) const {
    return {values + 3 * at.group * per_group + at.place, per_group};
  }
};

/// Calls act(VertexIndex) for vertices [begin, end) in turn.
template <class T, class Act>
TW_HD void for_each_vertex(const VertexValues<T>& of, std::int64_t begin, std::int64_t end,
                           const Act& act) {
  VertexIndex at = of.index(begin);
  for (std::int64_t vertex = begin; vertex < end; ++vertex) {
    act(at);
    if (++at.place == of.per_group) at = {at.group + 1, 0};
  }
}

/// Three numbers for each node: x of all, then y, then z.
template <class T>
struct NodeValues {
  T* values;
  std::int64_t nodes;
};

/// Brings the values of nodes in reach of a vertex into the cache. Kernels wait for memory here: a
/// processor that looks at one vertex at a time has few lines under way.
template <Delta delta, class T>
void fetch_nodes(const Nodes& nodes, const VertexValue<const double>& place,
                 const NodeValues<const T>& of) {
  const int z = first_node_of<delta>(place[2]), y = first_node_of<delta>(place[1]),
            x = first_node_of<delta>(place[0]), node = nodes.node(z, y, x);
  if (node < 0) return;
  __builtin_prefetch(nodes.bits + node);
  for (int k = 0; k < support_of(delta); ++k)
    for (int j = 0; j < support_of(delta); ++j) {
      const T* row = of.values + nodes.starts_from(z + k, y)[j] + x;
      for (int d = 0; d < 3; ++d) __builtin_prefetch(row + d * of.nodes);
    }
}

/// The nodes in reach of a vertex.
template <Delta delta>
struct Stencil {
  Weights<delta> x, y, z;
  int bits;
  double scale;  // of all weights

  TW_HD Stencil(const Nodes& nodes, const VertexValue<const double>& place)
      : x(weights_at<delta>(place[0])), y(weights_at<delta>(place[1])),
        z(weights_at<delta>(place[2])), bits(nodes.bits_at(z.first, y.first, x.first)),
        scale((bits & reaches_solid) == 0 ? 1 : 1 / part_with_fluid(nodes)) {}

  TW_HD double part_with_fluid(const Nodes& nodes) const {
    constexpr int n = support_of(delta);
    double sum = 0;
    for (int k = 0; k < n; ++k) {
      const int* starts = nodes.starts_from(z.first + k, y.first);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
          if ((nodes.bits[starts[j] + x.first + i] & solid) == 0)
            sum += z.of[k] * y.of[j] * x.of[i];
    }
    return sum > least_part ? sum : least_part;
  }
  /// A vertex inside a wall is not pushed without bound.
  static constexpr double least_part = 0.05;
};

template <Delta delta, class Real>
struct Interpolate {
  Nodes nodes;
  VertexValues<const double> places;
  NodeValues<const Real> velocity;
  VertexValues<double> to;

  TW_HD void operator()(const VertexIndex& vertex) const {
    constexpr int n = support_of(delta);
    const Stencil<delta> at(nodes, places(vertex));
    const VertexValue<double> speed = to(vertex);
    exec::Row<n> rows_x, rows_y, rows_z;
    const Real *u_x = velocity.values + at.x.first, *u_y = u_x + velocity.nodes,
               *u_z = u_y + velocity.nodes;
    if ((at.bits & reaches_own) != 0)
      for (int k = 0; k < n; ++k) {
        const int* starts = nodes.starts_from(at.z.first + k, at.y.first);
        for (int j = 0; j < n; ++j) {
          const double weight = at.z.of[k] * at.y.of[j];
          rows_x.add(weight, u_x + starts[j]);
          rows_y.add(weight, u_y + starts[j]);
          rows_z.add(weight, u_z + starts[j]);
        }
      }
    speed[0] = at.scale * rows_x.dot(at.x.of);
    speed[1] = at.scale * rows_y.dot(at.x.of);
    speed[2] = at.scale * rows_z.dot(at.x.of);
  }
};

/// A thread for each vertex.
template <Delta delta, class Real>
struct InterpolateEach {
  Interpolate<delta, Real> interpolate;
  TW_HD void operator()(std::int64_t vertex) const {
    interpolate(interpolate.places.index(vertex));
  }
};

/// Processors take vertices in blocks.
inline constexpr int vertices_per_block = 64;
constexpr int vertex_blocks(std::int64_t vertices) {
  return static_cast<int>((vertices + vertices_per_block - 1) / vertices_per_block);
}
TW_HD std::int64_t block_begin(int block) { return std::int64_t{block} * vertices_per_block; }
TW_HD std::int64_t block_end(int block, std::int64_t vertices) {
  const std::int64_t end = block_begin(block + 1);
  return end < vertices ? end : vertices;
}

template <Delta delta, class Real>
struct InterpolateBlock {
  Interpolate<delta, Real> interpolate;
  std::int64_t vertices;

  void operator()(const exec::Team& team) const {
    const std::int64_t begin = block_begin(team.tile()), end = block_end(team.tile(), vertices);
    for_each_vertex(interpolate.places, begin, end, [&](const VertexIndex& vertex) {
      fetch_nodes<delta, Real>(interpolate.nodes, interpolate.places(vertex), interpolate.velocity);
    });
    for_each_vertex(interpolate.places, begin, end, interpolate);
  }
};

/// Adds one vertex's force to the nodes whose z is in [begin, end).
template <Delta delta, class Real>
struct SpreadVertex {
  Nodes nodes;
  VertexValues<const double> places, forces;
  NodeValues<Real> to;

  TW_HD void operator()(const VertexIndex& vertex, int begin, int end) const {
    constexpr int n = support_of(delta);
    const VertexValue<const double> place = places(vertex);
    if (place[2] <= begin - n / 2.0 || place[2] >= end - 1 + n / 2.0) return;
    const Stencil<delta> at(nodes, place);
    if ((at.bits & reaches_own) == 0) return;
    const VertexValue<const double> force = forces(vertex);
    const exec::Row<n> row(at.x.of);
    const double f[3] = {at.scale * force[0], at.scale * force[1], at.scale * force[2]};
    Real *to_x = to.values + at.x.first, *to_y = to_x + to.nodes, *to_z = to_y + to.nodes;
    for (int k = 0; k < n; ++k) {
      if (at.z.first + k < begin || at.z.first + k >= end) continue;
      const int* starts = nodes.starts_from(at.z.first + k, at.y.first);
      for (int j = 0; j < n; ++j) {
        const double weight = at.z.of[k] * at.y.of[j];
        row.add_to(to_x + starts[j], weight * f[0]);
        row.add_to(to_y + starts[j], weight * f[1]);
        row.add_to(to_z + starts[j], weight * f[2]);
      }
    }
  }
};

/// On a device: a thread for each vertex, sums in any order.
template <Delta delta, class Real>
struct SpreadAtomically {
  SpreadVertex<delta, Real> spread;
  TW_HD void operator()(std::int64_t vertex) const {
    spread(spread.places.index(vertex), spread.nodes.first_z,
           spread.nodes.first_z + spread.nodes.rows_z);
  }
};

/// The range of z of each block's vertices.
struct BlockRange {
  double lower, upper;
};

struct FindBlockRanges {
  VertexValues<const double> places;
  std::int64_t vertices;
  BlockRange* ranges;

  TW_HD void operator()(const exec::Team& team) const {
    const int block = team.tile();
    BlockRange range{1e300, -1e300};
    for_each_vertex(places, block_begin(block), block_end(block, vertices),
                    [&](const VertexIndex& at) {
                      const double z = places(at)[2];
                      range.lower = z < range.lower ? z : range.lower;
                      range.upper = z > range.upper ? z : range.upper;
                    });
    ranges[block] = range;
  }
};

/// On processors: a tile is some planes of nodes, to which one thread adds all vertices in turn.
/// Sums then depend neither on the number of threads nor on that of planes.
template <Delta delta, class Real>
struct SpreadToPlanes {
  SpreadVertex<delta, Real> spread;
  const BlockRange* ranges;
  std::int64_t vertices;
  int planes;
  TW_HD void operator()(const exec::Team& team) const {
    const int begin = spread.nodes.first_z + team.tile() * planes, end = begin + planes;
    for (int block = 0; block < vertex_blocks(vertices); ++block) {
      if (ranges[block].upper < begin - 2 || ranges[block].lower > end + 1) continue;
      for_each_vertex(spread.places, block_begin(block), block_end(block, vertices),
                      [&](const VertexIndex& vertex) { spread(vertex, begin, end); });
    }
  }
};
/// Vertices near the ends of a tile are looked at twice, so tiles are as large as an even share of
/// work among threads lets them be.
inline constexpr int tiles_per_thread = 4, least_planes = 4;
inline int planes_per_tile(int planes) {
  if (exec::threads() == 1) return planes;
  return std::max(least_planes, planes / (tiles_per_thread * exec::threads()));
}

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
      const int planes = planes_per_tile(nodes.rows_z);
      exec::parallel_tiles(exec, vertex_blocks(vertices), 0,
                           FindBlockRanges{places, vertices, ranges});
      exec::parallel_tiles(exec, (nodes.rows_z + planes - 1) / planes, 0,
                           SpreadToPlanes<kind, Real>{spread, ranges, vertices, planes});
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
    const Interpolate<kind, Real> interpolate{nodes, places, velocity, to};
    if constexpr (exec::kernel_space == exec::Space::host)
      exec::parallel_tiles(exec, vertex_blocks(vertices), 0,
                           InterpolateBlock<kind, Real>{interpolate, vertices});
    else
      exec::parallel_for(exec, vertices, InterpolateEach<kind, Real>{interpolate});
  });
}

}  // namespace thalweg::blood::inline TW_HALF
