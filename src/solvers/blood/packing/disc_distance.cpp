// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/packing/disc_distance.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace thalweg::blood {

using geometry::dot;
using geometry::plus;
using geometry::Vector;

namespace {

/// The part of a vector that lies in the plane of a disc.
Vector within(const Disc& disc, const Vector& v) { return plus(v, disc.axis, -dot(v, disc.axis)); }

double length(const Vector& v) { return std::sqrt(dot(v, v)); }

/// If the place of `a` that is nearest to the plane of `b` lies over `b`, no others are nearer.
std::optional<Separation> edge_over_face(const Disc& a, const Disc& b) {
  const double height = dot(b.axis, plus(a.centre, b.centre, -1));
  const Vector down = height > 0 ? Vector{-b.axis[0], -b.axis[1], -b.axis[2]} : b.axis;
  const Vector edge = a.farthest(down);
  const double gap = dot(down, plus(b.centre, edge, -1));
  if (gap <= 0) return {};
  const Vector foot = plus(edge, down, gap);
  const Vector out = plus(foot, b.centre, -1);
  if (dot(out, out) > b.radius * b.radius) return {};
  return Separation{edge, foot, gap, gap};
}

/// Two planes across the line between the places, with one disc behind each, are so far apart. By
/// duality this is never more than the distance, and equals it where the places are the nearest.
double least_distance(const Disc& a, const Disc& b, const Vector& between, double most) {
  if (most == 0) return 0;
  const double apart =
      dot(between, plus(b.farthest(plus({}, between, -1)), a.farthest(between), -1));
  return std::max(0.0, apart / most);
}

}  // namespace

Vector Disc::nearest(const Vector& place) const {
  const Vector in_plane = within(*this, plus(place, centre, -1));
  const double off = length(in_plane);
  return plus(centre, in_plane, off > radius ? radius / off : 1);
}

Vector Disc::farthest(const Vector& direction) const {
  const Vector in_plane = within(*this, direction);
  const double along = length(in_plane);
  // Across the axis all places are equally far; the middle then gives no torque.
  return along > 1e-9 * length(direction) ? plus(centre, in_plane, radius / along) : centre;
}

Separation separation(const Disc& a, const Disc& b, double enough, double tolerance) {
  if (auto found = edge_over_face(a, b)) return *found;
  if (auto found = edge_over_face(b, a))
    return {found->on_b, found->on_a, found->least, found->most};
  // Edge by edge: projections to and fro, which converge for any two convex bodies
  // (Cheney and Goldstein 1959).
  constexpr int steps = 100;
  Separation found{.on_a = a.nearest(b.centre)};
  for (int n = 0; n < steps; ++n) {
    found.on_b = b.nearest(found.on_a);
    found.on_a = a.nearest(found.on_b);
    const Vector between = plus(found.on_b, found.on_a, -1);
    found.most = length(between);
    found.least = std::max(found.least, least_distance(a, b, between, found.most));
    if (found.least >= enough || found.most - found.least <= tolerance) break;
  }
  return found;
}

}  // namespace thalweg::blood
