// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/vessel.hpp"

#include <cmath>

namespace thalweg::blood {

namespace {

/// A length that is a multiple of the spacing but for rounding counts as that multiple.
constexpr double close_enough = 1e-9;

}  // namespace

grid::Lattice Vessel::lattice() const {
  grid::Lattice lattice;
  for (std::size_t d = 0; d < 3; ++d) {
    const double cells = size[d] / spacing;
    // Sites at +-0.5, +-1.5, ... or 0, +-1, ..., all nearer to the middle than the wall is.
    lattice.extent[2 - d] =
        static_cast<int>(is_walled(d) ? std::ceil(cells * (1 - close_enough)) : std::round(cells));
    lattice.periodic[2 - d] = !is_walled(d);
  }
  return lattice;
}

geometry::Vector Vessel::place(const grid::Cell& site) const {
  const grid::Cell extent = lattice().extent;
  geometry::Vector place;
  for (std::size_t d = 0; d < 3; ++d)
    place[d] = middle[d] + (site[2 - d] - 0.5 * (extent[2 - d] - 1)) * spacing;
  return place;
}

std::vector<grid::Cell> Vessel::sites(int begin, int end) const {
  const grid::Cell extent = lattice().extent;
  std::vector<grid::Cell> sites;
  for (int z = begin; z < end; ++z)
    for (int y = 0; y < extent[1]; ++y) {
      const std::vector<bool> inside = interior->row_inside(place({z, y, 0}), spacing, extent[2]);
      for (int x = 0; x < extent[2]; ++x)
        if (inside[static_cast<std::size_t>(x)]) sites.push_back({z, y, x});
    }
  return sites;
}

geometry::Vector Vessel::wall_velocity(const geometry::Vector& place) const {
  return place[2] > 0 ? upper_velocity : lower_velocity;
}

bool Vessel::has_moving_walls() const {
  const geometry::Vector none{};
  return lower_velocity != none || upper_velocity != none;
}

std::string name_of(VesselShape shape) {
  switch (shape) {
  case VesselShape::box: return "box";
  case VesselShape::channel: return "channel";
  case VesselShape::duct: return "duct";
  case VesselShape::tube: return "tube";
  case VesselShape::junction: return "junction";
  case VesselShape::torus: return "torus";
  case VesselShape::mask: return "mask";
  case VesselShape::spheres: return "spheres";
  case VesselShape::surface: break;
  }
  return "surface";
}

}  // namespace thalweg::blood
