// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/immersed/cell_kinds.hpp"

#include <cmath>

namespace thalweg::flow {

using geometry::Vector, grid::index;

CellKinds::CellKinds(const ArenaCells& cells, const std::vector<ImmersedBody>& bodies,
                     const std::vector<Pose>& poses)
    : cells_(cells), bodies_(bodies), poses_(poses) {}

CellStanding CellKinds::at(std::int64_t n) const {
  const Vector& centre = cells_[n].centre;
  const NearestBody nearest = nearest_body(bodies_, poses_, centre);
  CellStanding of{.body = nearest.body, .distance = nearest.distance};
  const auto edges = cells_.edges(n);
  double size = 0;
  for (const Vector& edge : edges) size += std::sqrt(geometry::dot(edge, edge));
  if (of.distance > size) return of;
  of.kind = CellKind::deep;
  if (of.distance < -2 * size) return of;
  constexpr double step = 1e-5;  // of the cell: distances have many more digits
  of.normal = normal_at(bodies_[index(of.body)], poses_[index(of.body)], centre, step * size,
                        cells_.is_flat());
  for (const Vector& edge : edges) of.reach += std::abs(geometry::dot(of.normal, edge));
  if (of.distance > 0)
    of.kind = of.distance < of.reach ? CellKind::band : CellKind::fluid;
  else if (of.distance > -2 * of.reach)
    of.kind = CellKind::inner;
  return of;
}

double CellKinds::distance(std::int64_t n, int body) const {
  return bodies_[index(body)].distance(cells_[n].centre, poses_[index(body)]);
}

}  // namespace thalweg::flow
