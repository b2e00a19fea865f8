// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/packing/walls.hpp"

#include <cmath>
#include <numbers>

namespace thalweg::blood {

using geometry::plus;
using geometry::Vector;

namespace {

Vector across_tube(const Vector& place) { return {0, place[1], place[2]}; }

/// Where a core comes nearest to the wall of a tube, climbing from a place of it: the place
/// farthest along the way from the axis of the tube is no nearer to that axis.
WallContact tube_contact(double radius, const Disc& core, Vector place, double rounding) {
  constexpr int steps = 20;
  for (int n = 0; n < steps; ++n) place = core.farthest(across_tube(place));
  const Vector out = across_tube(place);
  const double distance = std::hypot(out[1], out[2]);
  const Vector inward = distance > 0 ? plus({}, out, -1 / distance) : Vector{0, 1, 0};
  return {place, inward, distance + rounding - radius};
}

/// Seen along the tube the core is an ellipse. It may touch the wall at both ends of its long axis,
/// and farthest out if it lies aside.
std::vector<WallContact> tube_contacts(double radius, const Disc& core, double rounding) {
  const Vector out = across_tube(core.centre);
  if (std::hypot(out[1], out[2]) + core.radius + rounding < radius) return {};
  const Vector long_axis{0, -core.axis[2], core.axis[1]};
  std::vector<WallContact> contacts;
  for (const Vector& start : {out, long_axis, plus({}, long_axis, -1)})
    contacts.push_back(tube_contact(radius, core, core.farthest(start), rounding));
  return contacts;
}

/// Collects where a core is too near to walls.
class Contacts {
 public:
  Contacts(const WallField& walls, const Disc& core, double rounding)
      : walls_(walls), core_(core), rounding_(rounding) {}

  void add(const Vector& place) { add(place, walls_.at(place)); }
  /// The place that is nearest to a wall, climbing from one at the rim: the place farthest towards
  /// the wall, as long as that is nearer. reach: to any place of the rim that it stands for [m].
  void add_climbing(Vector place, double reach) {
    constexpr int steps = 8;
    WallField::Sample here = walls_.at(place);
    if (here.distance > rounding_ + reach) return;
    for (int n = 0; n < steps; ++n) {
      const Vector next = core_.farthest(plus({}, here.slope, -1));
      const WallField::Sample there = walls_.at(next);
      if (there.distance >= here.distance) break;
      place = next;
      here = there;
    }
    add(place, here);
  }
  const std::vector<WallContact>& found() const { return found_; }

 private:
  void add(const Vector& place, const WallField::Sample& sample) {
    const double overlap = rounding_ - sample.distance;
    if (overlap <= 0) return;
    const WallContact contact{place, inward(place, sample), overlap};
    for (WallContact& other : found_) {
      // Each contact is ended as if it were alone, so places beside each other are one.
      if (geometry::distance(other.place, place) > 0.3 * core_.radius) continue;
      if (other.overlap < overlap) other = contact;
      return;
    }
    found_.push_back(contact);
  }
  /// Within a wall that knows no way out it is the way to the middle.
  Vector inward(const Vector& place, const WallField::Sample& sample) const {
    if (geometry::dot(sample.slope, sample.slope) > 1e-6) return geometry::unit(sample.slope);
    const Vector back = plus(core_.centre, place, -1);
    return geometry::dot(back, back) > 0 ? geometry::unit(back) : core_.axis;
  }

  const WallField& walls_;
  const Disc& core_;
  double rounding_;
  std::vector<WallContact> found_;
};

}  // namespace

std::vector<WallContact> wall_contacts(const Vessel& vessel, const Disc& core, double rounding) {
  const bool is_tube = vessel.shape == VesselShape::tube;
  std::vector<WallContact> contacts;
  if (is_tube) contacts = tube_contacts(vessel.size[1] / 2, core, rounding);
  for (std::size_t d = 0; d < 3; ++d) {
    if (!vessel.is_walled(d) || (is_tube && d > 0)) continue;
    for (const int side : {-1, 1}) {
      Vector inward{};
      inward[d] = -side;
      const Vector place = core.farthest(plus({}, inward, -1));
      contacts.push_back({place, inward, side * place[d] + rounding - vessel.size[d] / 2});
    }
  }
  return contacts;
}

std::vector<WallContact> wall_contacts(const WallField& walls, const Disc& core, double rounding) {
  constexpr int around = 8;
  Contacts contacts(walls, core, rounding);
  if (walls.at(core.centre).distance > core.radius + rounding + walls.spacing()) return {};
  const auto [first, second] = geometry::across(core.axis);
  for (int n = 0; n < around; ++n) {
    const double angle = 2 * std::numbers::pi * n / around;
    const Vector out =
        plus(plus({}, first, core.radius * std::cos(angle)), second, core.radius * std::sin(angle));
    contacts.add_climbing(plus(core.centre, out), std::numbers::pi / around * core.radius);
    contacts.add(plus(core.centre, out, 0.5));  // a wall may bulge towards the flat side
  }
  contacts.add(core.centre);
  return contacts.found();
}

Vector wrapped(const Vessel& vessel, const Vector& place) {
  Vector inside = place;
  for (std::size_t d = 0; d < 3; ++d)
    if (!vessel.is_walled(d))
      inside[d] -=
          vessel.size[d] * std::floor((place[d] - vessel.middle[d]) / vessel.size[d] + 0.5);
  return inside;
}

}  // namespace thalweg::blood
