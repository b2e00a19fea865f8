// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/packing/walls.hpp"

#include <cmath>

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

Vector wrapped(const Vessel& vessel, const Vector& place) {
  Vector inside = place;
  for (std::size_t d = 0; d < 3; ++d)
    if (!vessel.is_walled(d))
      inside[d] -= vessel.size[d] * std::floor(place[d] / vessel.size[d] + 0.5);
  return inside;
}

}  // namespace thalweg::blood
