// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/repulsion/wall_distances.hpp"

#include <cmath>

namespace thalweg::blood {

namespace {

/// Nodes are told by (z, y, x), which may lie a period away from the lattice.
geometry::Vector place_in(const Vessel& vessel, const grid::Lattice& lattice, grid::Cell at) {
  for (std::size_t d = 0; d < 3; ++d)
    if (lattice.periodic[d])
      at[d] = (at[d] % lattice.extent[d] + lattice.extent[d]) % lattice.extent[d];
  return vessel.place(at);
}

}  // namespace

std::vector<double> wall_distances(const NodeLayout& layout, const Vessel& vessel) {
  if (!vessel.has_walls()) return {};
  const grid::Lattice lattice = vessel.lattice();
  const grid::Box& rows = layout.rows();
  std::vector<double> distances(static_cast<std::size_t>(layout.nodes()));
  std::size_t row = 0;
  for (int z = rows.lower[0]; z < rows.upper[0]; ++z)
    for (int y = rows.lower[1]; y < rows.upper[1]; ++y, ++row)
      for (int x = layout.begins()[row]; x < layout.ends()[row]; ++x) {
        const geometry::Vector place = place_in(vessel, lattice, {z, y, x});
        const double away = std::abs(vessel.interior->clearance(place)) / vessel.spacing;
        const std::int64_t node = layout.starts()[row] + std::int64_t{x};
        distances[static_cast<std::size_t>(node)] = vessel.is_inside(place) ? away : -away;
      }
  return distances;
}

}  // namespace thalweg::blood
