// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/membrane/species_tables.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

/// In double precision on the host, for set-up.
ElementTables<double> host_tables(const Elements& e) {
  return {e.points,         e.vertices,      e.width,         e.areas.data(),    e.factors.data(),
          e.support.data(), e.row_of.data(), e.begins.data(), e.points_of.data()};
}

std::vector<double> by_coordinate(const Mesh& mesh) {
  std::vector<double> places;
  for (std::size_t d = 0; d < 3; ++d)
    for (const geometry::Vector& vertex : mesh.vertices) places.push_back(vertex[d]);
  return places;
}

}  // namespace

template <class Real>
SpeciesTables<Real>::SpeciesTables(const Mesh& net, const Elements& elements, const Moduli& moduli)
    : points_(elements.points), vertices_(elements.vertices), width_(elements.width),
      moduli_(moduli), volume_(volume_of(net)), areas_(exec::uploaded_as<Real>(elements.areas)),
      factors_(exec::uploaded_as<Real>(elements.factors)),
      reference_(exec::uploaded_as<Real>(reference_of(net, elements))),
      support_(exec::uploaded(elements.support)), row_of_(exec::uploaded(elements.row_of)),
      begins_(exec::uploaded(elements.begins)), points_of_(exec::uploaded(elements.points_of)) {
  list_rings(net);
}

template <class Real>
std::vector<double> SpeciesTables<Real>::reference_of(const Mesh& net, const Elements& elements) {
  const std::vector<double> places = by_coordinate(net);
  const ElementTables<double> tables = host_tables(elements);
  const auto points = static_cast<std::size_t>(points_);
  std::vector<double> lists(reference_lists * points);
  for (int q = 0; q < points_; ++q) {
    const SurfacePoint<double> s =
        surface_at(tables, Vertices<double>{places.data(), vertices_}, q);
    const double of_point[reference_lists] = {s.jacobian * tables.areas[q],
                                              s.metric.xx,
                                              s.metric.xy,
                                              s.metric.yy,
                                              s.curvature.xx,
                                              s.curvature.xy,
                                              s.curvature.yy};
    area_ += of_point[0];
    for (std::size_t k = 0; k < reference_lists; ++k)
      lists[k * points + static_cast<std::size_t>(q)] = of_point[k];
  }
  return lists;
}

template <class Real>
void SpeciesTables<Real>::list_rings(const Mesh& net) {
  const Neighbours neighbours(net);
  std::vector<int> begins{0}, rings;
  for (int v = 0; v < vertices_; ++v) {
    rings.insert(rings.end(), neighbours.of(v).begin(), neighbours.of(v).end());
    begins.push_back(static_cast<int>(rings.size()));
  }
  ring_begins_ = exec::uploaded(begins);
  rings_ = exec::uploaded(rings);
}

template <class Real>
void SpeciesTables<Real>::scale_reference(const exec::Exec& exec, double scale) {
  scale_ = scale;
  if (scale == 1) {
    scaled_ = {};
    return;
  }
  const std::int64_t count = std::int64_t{reference_lists} * points_;
  if (scaled_.size() == 0) scaled_ = exec::Array<Real, 1>({count}, exec::Contents::undefined);
  exec::parallel_for(exec, count,
                     ScaleReference<Real>{reference_.view().data, scaled_.view().data, points_,
                                          static_cast<Real>(scale)});
}

template <class Real>
Membrane<Real> SpeciesTables<Real>::view() const {
  const bool is_scaled = scale_ != 1;
  Moduli moduli = moduli_;
  moduli.spontaneous_curvature /= scale_;
  return {{points_, vertices_, width_, areas_.view().data, factors_.view().data,
           support_.view().data, row_of_.view().data, begins_.view().data, points_of_.view().data},
          {(is_scaled ? scaled_ : reference_).view().data, points_},
          ring_begins_.view().data,
          rings_.view().data,
          moduli,
          static_cast<Real>(area_ * scale_ * scale_),
          static_cast<Real>(volume_ * scale_ * scale_ * scale_)};
}

template class SpeciesTables<float>;
template class SpeciesTables<double>;

}  // namespace thalweg::blood::inline TW_HALF
