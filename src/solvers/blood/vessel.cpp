// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel.hpp"

#include <cmath>
#include <numbers>

namespace thalweg::blood {

namespace {

/// A length that is a multiple of the spacing but for rounding counts as that multiple.
constexpr double rounding = 1e-9;

}  // namespace

bool is_walled(VesselShape shape, std::size_t axis) {
  switch (shape) {
  case VesselShape::box: return false;
  case VesselShape::channel: return axis == 2;
  default: return axis > 0;
  }
}

grid::Lattice Vessel::lattice() const {
  grid::Lattice lattice;
  for (std::size_t d = 0; d < 3; ++d) {
    const double cells = size[d] / spacing;
    const bool walled = is_walled(shape, d);
    // Sites at +-0.5, +-1.5, ... or 0, +-1, ..., all nearer to the middle than the wall is.
    lattice.extent[2 - d] =
        static_cast<int>(walled ? std::ceil(cells * (1 - rounding)) : std::round(cells));
    lattice.periodic[2 - d] = !walled;
  }
  return lattice;
}

geometry::Vector Vessel::place(const grid::Cell& site) const {
  const grid::Cell extent = lattice().extent;
  geometry::Vector place;
  for (std::size_t d = 0; d < 3; ++d)
    place[d] = (site[2 - d] - 0.5 * (extent[2 - d] - 1)) * spacing;
  return place;
}

bool Vessel::is_inside(const geometry::Vector& place) const {
  const auto between = [&](std::size_t d) {
    return std::abs(place[d]) < size[d] / 2 * (1 - rounding);
  };
  switch (shape) {
  case VesselShape::box: return true;
  case VesselShape::channel: return between(2);
  case VesselShape::duct: return between(1) && between(2);
  case VesselShape::tube: break;
  }
  const double radius = size[1] / 2 * (1 - rounding);
  return place[1] * place[1] + place[2] * place[2] < radius * radius;
}

std::vector<grid::Cell> Vessel::sites(int begin, int end) const {
  grid::Box box = lattice().box();
  box.lower[0] = begin;
  box.upper[0] = end;
  std::vector<grid::Cell> sites;
  grid::for_each_cell(box, [&](const grid::Cell& site) {
    if (is_inside(place(site))) sites.push_back(site);
  });
  return sites;
}

double Vessel::distance_to_wall(const geometry::Vector& from, const geometry::Vector& step) const {
  double inside = 0, outside = 1;
  for (int halvings = 0; halvings < 50; ++halvings) {
    const double middle = (inside + outside) / 2;
    (is_inside(geometry::plus(from, step, middle)) ? inside : outside) = middle;
  }
  return outside;
}

geometry::Vector Vessel::wall_velocity(const geometry::Vector& place) const {
  return place[2] > 0 ? upper_velocity : lower_velocity;
}

bool Vessel::has_moving_walls() const {
  const geometry::Vector none{};
  return lower_velocity != none || upper_velocity != none;
}

double Vessel::cross_section() const {
  return shape == VesselShape::tube ? std::numbers::pi / 4 * size[1] * size[1] : size[1] * size[2];
}

double Vessel::wall_area() const {
  switch (shape) {
  case VesselShape::box: return 0;
  case VesselShape::channel: return 2 * size[0] * size[1];
  case VesselShape::duct: return 2 * size[0] * (size[1] + size[2]);
  case VesselShape::tube: break;
  }
  return std::numbers::pi * size[1] * size[0];
}

std::string name_of(VesselShape shape) {
  switch (shape) {
  case VesselShape::box: return "box";
  case VesselShape::channel: return "channel";
  case VesselShape::duct: return "duct";
  case VesselShape::tube: break;
  }
  return "tube";
}

}  // namespace thalweg::blood
