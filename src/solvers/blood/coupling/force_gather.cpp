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
    const VertexValue<const double> place = places(index);
    const std::int64_t vertex = first + i;
    Real* of = shares + vertex * Shares::numbers;
    // One axis after the other: cosines are calls, and little must outlive them.
    int begin[3];
    for (int d = 0; d < 3; ++d) {
      const Weights<delta> along = weights_at<delta>(place[d]);
      begin[d] = along.first;
      for (int n = 0; n < Shares::support; ++n)
        of[d * Shares::support + n] = static_cast<Real>(along.of[n]);
    }
    const int bits = nodes.bits_at(begin[2], begin[1], begin[0]);
    const bool is_reaching = (bits & reaches_own) != 0;
    numbers[vertex] = static_cast<int>(vertex);
    keys[vertex] = is_reaching ? nodes.starts[nodes.row(begin[2], begin[1])] + begin[0] : outside;
    if (!is_reaching) return;
    const double scale = (bits & reaches_solid) == 0 ? 1 : Stencil<delta>(nodes, place).scale;
    const VertexValue<const double> force = forces(index);
    for (int d = 0; d < 3; ++d) of[Shares::force + d] = static_cast<Real>(scale * force[d]);
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
