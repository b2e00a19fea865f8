// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/coupling/force_gather.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

/// What a vertex gives: its weights along x, y and z, one behind the other, and its force times the
/// scale of all weights. In the precision of nodes.
template <Delta delta>
struct VertexShares {
  static constexpr int support = support_of(delta), force = 3 * support, numbers = force + 3;
};

template <Delta delta, class Real>
struct ListShares {
  Nodes nodes;
  VertexValues<const double> places, forces;
  std::int64_t first;
  int outside;
  int *keys, *numbers;
  Real* shares;

  TW_HD void operator()(std::int64_t i) const {
    using Shares = VertexShares<delta>;
    const VertexIndex index = places.index(i);
    const Stencil<delta> at(nodes, places(index));
    const std::int64_t vertex = first + i;
    numbers[vertex] = static_cast<int>(vertex);
    if ((at.bits & reaches_own) == 0) {
      keys[vertex] = outside;
      return;
    }
    keys[vertex] = nodes.starts[nodes.row(at.z.first, at.y.first)] + at.x.first;
    Real* of = shares + vertex * Shares::numbers;
    for (int n = 0; n < Shares::support; ++n) {
      of[n] = static_cast<Real>(at.x.of[n]);
      of[Shares::support + n] = static_cast<Real>(at.y.of[n]);
      of[2 * Shares::support + n] = static_cast<Real>(at.z.of[n]);
    }
    const VertexValue<const double> force = forces(index);
    for (int d = 0; d < 3; ++d) of[Shares::force + d] = static_cast<Real>(at.scale * force[d]);
  }
};

/// (7.7) at one site, from the node with the lowest coordinates that vertices reach. What is
/// there already is replaced.
template <Delta delta, class Real>
struct GatherForce {
  Nodes nodes;
  VertexOrder order;
  const Real* shares;
  NodeValues<Real> to;

  TW_HD void operator()(int row, int x, int node) const {
    using Shares = VertexShares<delta>;
    constexpr int n = Shares::support;
    Real sum[3] = {0, 0, 0};
    for_each_listed<n, 0>(nodes, order, row, x, [&](int vertex, int i, int j, int k) {
      const Real* of = shares + static_cast<std::int64_t>(vertex) * Shares::numbers;
      const Real weight = of[2 * n + k] * of[n + j] * of[i];
      for (int d = 0; d < 3; ++d) sum[d] += weight * of[Shares::force + d];
    });
    for (int d = 0; d < 3; ++d) to.values[d * to.nodes + node] = sum[d];
  }
};

}  // namespace

template <class Real>
ForceGather<Real>::ForceGather(Delta delta, std::int64_t nodes) : delta_(delta), order_(nodes) {}

template <class Real>
void ForceGather<Real>::make_room(std::int64_t vertices) {
  vertices_ = vertices;
  order_.make_room(vertices);
  with_delta(delta_, [&]<Delta kind>() {
    shares_ = exec::Array<Real, 1>({vertices * VertexShares<kind>::numbers});
  });
}

template <class Real>
void ForceGather<Real>::list(const exec::Exec& exec, const Nodes& nodes,
                             const VertexValues<const double>& places,
                             const VertexValues<const double>& forces, std::int64_t first,
                             std::int64_t vertices) {
  with_delta(delta_, [&]<Delta kind>() {
    exec::parallel_for(exec, vertices,
                       ListShares<kind, Real>{nodes, places, forces, first, order_.outside(),
                                              order_.keys(), order_.numbers(),
                                              shares_.view().data});
  });
}

template <class Real>
void ForceGather<Real>::gather(const exec::Exec& exec, const Nodes& nodes,
                               const NodeValues<Real>& to) {
  if (vertices_ == 0) return;  // collision has left no force
  order_.sort(exec);
  with_delta(delta_, [&]<Delta kind>() {
    using Gather = GatherForce<kind, Real>;
    exec::parallel_tiles(
        exec, nodes.rows_z * nodes.rows_y, 0,
        ForSitesOfRow<Gather>{
            nodes, Gather{nodes, order_.view(), std::as_const(shares_).view().data, to}});
  });
}

template class ForceGather<float>;
template class ForceGather<double>;

}  // namespace thalweg::blood::inline TW_HALF
