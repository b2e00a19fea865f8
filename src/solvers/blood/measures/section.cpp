// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/measures/section.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::blood {

namespace {

using geometry::Vector;

/// The axis that a direction of length 1 is along, either way; 3: none.
std::size_t axis_of(const Vector& direction) {
  for (std::size_t d = 0; d < 3; ++d)
    if (std::abs(direction[d]) > 1 - 1e-12) return d;
  return 3;
}

/// Length that two intervals about 0 and `distance` have in common.
double overlap(double distance, double span, double thickness) {
  return std::max(0.0, std::min(distance + span / 2, thickness / 2) -
                           std::max(distance - span / 2, -thickness / 2));
}

}  // namespace

PlaneOnLattice::PlaneOnLattice(const Plane& plane, const Vessel& vessel)
    : plane_(plane), spacing_(vessel.spacing) {
  const Vector& n = plane.normal;
  span_ = (std::abs(n[0]) + std::abs(n[1]) + std::abs(n[2])) * spacing_;
  thickness_ = std::max(plane.thickness, span_);
  if (const std::size_t axis = axis_of(n); axis < 3 && !vessel.is_walled(axis))
    period_ = vessel.size[axis];
  const grid::Lattice lattice = vessel.lattice();
  lowest_ = vessel.place({0, 0, 0})[2];
  if (plane.over == ProfileOver::height) {
    bins_ = lattice.extent[0];
  } else {
    // No two places of the box around the vessel are farther apart than its diagonal.
    const double diagonal = std::sqrt(geometry::dot(vessel.size, vessel.size));
    const double widest = std::min(plane.radius.value_or(diagonal), diagonal);
    bins_ = static_cast<int>(std::ceil(widest / spacing_)) + 1;
  }
}

double PlaneOnLattice::distance(const Vector& place) const {
  const double d = geometry::dot(geometry::plus(place, plane_.at, -1), plane_.normal);
  return period_ > 0 ? d - period_ * std::round(d / period_) : d;
}

double PlaneOnLattice::distance_in_plane(const Vector& place) const {
  const Vector from = geometry::plus(place, plane_.at, -1);
  const Vector within = geometry::plus(from, plane_.normal, -geometry::dot(from, plane_.normal));
  return std::sqrt(geometry::dot(within, within));
}

double PlaneOnLattice::share(const Vector& place) const {
  const double d = distance(place);
  double length = overlap(d, span_, thickness_);
  if (period_ > 0)
    length += overlap(d - period_, span_, thickness_) + overlap(d + period_, span_, thickness_);
  return length / (span_ * thickness_) * spacing_;
}

int PlaneOnLattice::bin(const Vector& place) const {
  const double r = distance_in_plane(place);
  if (plane_.radius && r >= *plane_.radius) return -1;
  const int n = plane_.over == ProfileOver::height
                    ? static_cast<int>(std::lround((place[2] - lowest_) / spacing_))
                    : static_cast<int>(r / spacing_);
  return n >= 0 && n < bins_ ? n : -1;
}

PlaneSection find_plane_section(const PlaneOnLattice& plane, const Vessel& vessel,
                                const std::vector<grid::Cell>& sites, int count) {
  PlaneSection section;
  for (int i = 0; i < count; ++i) {
    const Vector place = vessel.place(sites[static_cast<std::size_t>(i)]);
    const double share = plane.share(place);
    const int bin = share > 0 ? plane.bin(place) : -1;
    if (bin < 0) continue;
    section.sites.push_back(i);
    section.shares.push_back(share);
    section.bins.push_back(bin);
    section.positions.push_back(
        plane.plane().over == ProfileOver::height ? place[2] : plane.distance_in_plane(place));
  }
  return section;
}

}  // namespace thalweg::blood
