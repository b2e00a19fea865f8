// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/measures/wall_neighbourhood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace thalweg::blood {

using geometry::Vector;

namespace {

constexpr int farthest = std::numeric_limits<int>::max();

grid::Box box_of(std::span<const grid::Cell> sites, const grid::Lattice& lattice) {
  grid::Box box{{farthest, farthest, farthest}, {}};
  for (std::size_t d = 0; d < 3; ++d) {
    for (const grid::Cell& site : sites) {
      box.lower[d] = std::min(box.lower[d], site[d]);
      box.upper[d] = std::max(box.upper[d], site[d] + 1);
    }
    if (lattice.periodic[d]) box.lower[d] = -farthest, box.upper[d] = farthest;
  }
  return box;
}

}  // namespace

WallNeighbourhood::WallNeighbourhood(const Vessel& vessel, std::span<const grid::Cell> sites)
    : vessel_(vessel), sites_(sites), lattice_(vessel.lattice()),
      index_(lattice_, {sites.begin(), sites.end()}), first_(vessel.place({0, 0, 0})),
      around_(box_of(sites, lattice_)), numbers_(sites.size(), -1) {}

grid::Box WallNeighbourhood::box_around(const Vector& place) const {
  grid::Box box;
  for (std::size_t d = 0; d < 3; ++d) {
    const double at = (place[2 - d] - first_[2 - d]) / vessel_.spacing;
    box.lower[d] = static_cast<int>(std::ceil(at - reach));
    box.upper[d] = static_cast<int>(std::floor(at + reach)) + 1;
  }
  return grid::intersection(box, around_);
}

int WallNeighbourhood::site_at(const grid::Cell& cell) const {
  const std::optional<grid::Cell> within = lattice_.neighbour({0, 0, 0}, cell);
  return within ? index_.find(lattice_.number(*within)) : -1;
}

const WallPoint& WallNeighbourhood::wall_of(int site) {
  int& number = numbers_[static_cast<std::size_t>(site)];
  if (number < 0) {
    number = static_cast<int>(walls_.size());
    walls_.push_back(nearest_wall(vessel_, vessel_.place(sites_[static_cast<std::size_t>(site)])));
  }
  return walls_[static_cast<std::size_t>(number)];
}

std::optional<WallSample> WallNeighbourhood::sample_of(const WallElement& element,
                                                       const grid::Cell& cell, int site) {
  const Vector place =
      geometry::plus(first_, {1.0 * cell[2], 1.0 * cell[1], 1.0 * cell[0]}, vessel_.spacing);
  const double per_spacing = 1 / vessel_.spacing;
  const Vector offset = geometry::plus({}, geometry::plus(place, element.centre, -1), per_spacing);
  const double far = geometry::dot(offset, offset) / (reach * reach);
  if (far >= 1 || geometry::dot(offset, element.normal) <= 0) return {};
  // Behind a corner, or nearer to a wall on the other side, velocities say nothing of this one.
  constexpr double least_cosine = 0.5;
  const WallPoint& wall = wall_of(site);
  if (geometry::dot(wall.normal, element.normal) < least_cosine) return {};
  const auto [along, across] = geometry::across(element.normal);
  return WallSample{wall.distance * per_spacing, geometry::dot(offset, along),
                    geometry::dot(offset, across), (1 - far) * (1 - far)};
}

}  // namespace thalweg::blood
