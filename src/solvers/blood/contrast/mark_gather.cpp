// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/contrast/mark_gather.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

/// Vertices are listed by the node below them along each axis, if there is one.
struct ListTellers {
  Nodes nodes;
  VertexValues<const double> places, normals;
  const VertexKind* kinds;
  std::int64_t first;
  int outside;
  int *keys, *numbers;
  Teller* tellers;

  TW_HD void operator()(std::int64_t i) const {
    const VertexIndex index = places.index(i);
    const VertexValue<const double> p = places(index), n = normals(index);
    const std::int64_t vertex = first + i;
    const auto below = [](double x) { return static_cast<int>(std::floor(x)); };
    const int node = nodes.node(below(p[2]), below(p[1]), below(p[0]));
    numbers[vertex] = static_cast<int>(vertex);
    keys[vertex] = node < 0 ? outside : node;
    tellers[vertex] = {
        {p[0], p[1], p[2]}, CurvedNormal<double>::from({n[0], n[1], n[2]}), kinds[i]};
  }
};

/// (12.3) at one site. Where no vertex reaches, the contrast stays what it is.
template <class Real>
struct GatherMarks {
  Nodes nodes;
  VertexOrder order;
  const Teller* tellers;
  Real* contrast;

  TW_HD void operator()(int row, int x, int node) const {
    const int z = nodes.first_z + row / nodes.rows_y, y = nodes.first_y + row % nodes.rows_y;
    double sum = 0, weight = 0;
    for_each_listed<marked_support, marked_support - 1 - mark_margin>(
        nodes, order, row, x, [&](int vertex, int, int, int) {
          const Teller& by = tellers[vertex];
          const auto told = MarkVertex<Real>::told(
              by.at, by.kind, {x - by.place.x, y - by.place.y, z - by.place.z});
          sum += told.weight * told.inside * by.kind.contrast;
          weight += told.weight;
        });
    if (weight != 0) contrast[node] = static_cast<Real>(sum / weight);
  }
};

}  // namespace

template <class Real>
void MarkGather<Real>::make_room(std::int64_t vertices) {
  order_.make_room(vertices);
  tellers_ = exec::Array<Teller, 1>({vertices});
}

template <class Real>
void MarkGather<Real>::list(const exec::Exec& exec, const Nodes& nodes,
                            const VertexValues<const double>& places,
                            const VertexValues<const double>& normals, const VertexKind* kinds,
                            std::int64_t first, std::int64_t vertices) {
  exec::parallel_for(exec, vertices,
                     ListTellers{nodes, places, normals, kinds, first, order_.outside(),
                                 order_.keys(), order_.numbers(), tellers_.view().data});
}

template <class Real>
void MarkGather<Real>::gather(const exec::Exec& exec, const Nodes& nodes, Real* contrast) {
  if (tellers_.size() == 0) return;
  order_.sort(exec);
  using Gather = GatherMarks<Real>;
  exec::parallel_tiles(
      exec, nodes.rows_z * nodes.rows_y, 0,
      ForSitesOfRow<Gather>{
          nodes, Gather{nodes, order_.view(), std::as_const(tellers_).view().data, contrast}});
}

template class MarkGather<float>;
template class MarkGather<double>;

}  // namespace thalweg::blood::inline TW_HALF
