// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/contrast/contrast_field.hpp"

namespace thalweg::blood::inline TW_HALF {

template <class Real>
ContrastField<Real>::ContrastField(std::int64_t nodes, bool gathers)
    : values_({nodes}), marks_({gathers ? 0 : 2 * nodes}),
      gather_(gathers ? std::make_unique<MarkGather<Real>>(nodes) : nullptr) {}

template <class Real>
void ContrastField<Real>::set_vertices(const exec::Exec& exec,
                                       const std::vector<VertexKind>& kinds) {
  kinds_ = exec::uploaded(exec, kinds);
  normals_ = exec::Array<double, 1>({3 * static_cast<std::int64_t>(kinds.size())});
  if (gather_) gather_->make_room(static_cast<std::int64_t>(kinds.size()));
}

template <class Real>
void ContrastField<Real>::mark(const exec::Exec& exec, const Nodes& nodes,
                               const VertexValues<const double>& places, std::int64_t first,
                               std::int64_t vertices, BlockRange* ranges) {
  if (vertices == 0) return;
  const VertexValues<const double> normals{std::as_const(normals_).view().data + 3 * first,
                                           places.per_group};
  const VertexKind* kinds = std::as_const(kinds_).view().data + first;
  if (gather_) return gather_->list(exec, nodes, places, normals, kinds, first, vertices);
  const MarkVertex<Real> mark{nodes,
                              places,
                              normals,
                              kinds,
                              {marks_.view().data, static_cast<std::int64_t>(values_.size())}};
  if constexpr (exec::kernel_space == exec::Space::host) {
    const int planes = planes_per_tile(nodes.rows_z);
    exec::parallel_tiles(exec, vertex_blocks(vertices), 0,
                         FindBlockRanges{places, vertices, ranges});
    exec::parallel_tiles(exec, (nodes.rows_z + planes - 1) / planes, 0,
                         MarkPlanes<Real>{mark, ranges, vertices, planes});
  } else {
    exec::parallel_for(exec, vertices, MarkAtomically<Real>{mark});
  }
}

template <class Real>
void ContrastField<Real>::read_marks(const exec::Exec& exec, const Nodes& at) {
  if (gather_) return gather_->gather(exec, at, values_.view().data);
  const auto nodes = static_cast<std::int64_t>(values_.size());
  exec::parallel_for(exec, nodes,
                     ReadMarks<Real>{{marks_.view().data, nodes}, values_.view().data});
}

template <class Real>
void ContrastField<Real>::reset(const exec::Exec& exec, const Nodes& nodes,
                                const exec::Array<int, 1>& listed,
                                const exec::Array<double, 1>& contrasts) {
  values_ = exec::Array<Real, 1>({static_cast<std::int64_t>(values_.size())});
  exec::parallel_for(
      exec, static_cast<std::int64_t>(contrasts.size()),
      SetContrast<Real>{nodes, listed.view().data, contrasts.view().data, values_.view().data});
}

template class ContrastField<float>;
template class ContrastField<double>;

}  // namespace thalweg::blood::inline TW_HALF
