// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/packing/relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solvers/blood/packing/walls.hpp"

namespace thalweg::blood {

using geometry::cross;
using geometry::dot;
using geometry::plus;
using geometry::Vector;

namespace {

/// Pairs are searched for as if bodies were larger by this part of the widest one's radius, so that
/// they serve for many sweeps.
constexpr double skin = 0.1;

/// Distances need be no more exact than this part of what is to be kept.
constexpr double tolerance = 1e-3;

double mass(const Body& body) { return body.full.volume(); }

/// Of a flat disc about its diameter, per mass: all that matters is that long bodies turn slowly.
double square_of_gyration(const Body& body, double scale) {
  return std::pow(scale * body.full.radius(), 2) / 4;
}

double widest(const std::vector<Body>& bodies) {
  double radius = 0;
  for (const Body& body : bodies) radius = std::max(radius, body.full.radius());
  return radius;
}

/// From one core to the other; where they cross, from centre to centre.
Vector direction_between(const Separation& found, const Disc& a, const Disc& b, double kept) {
  if (found.most > 1e-6 * kept) return geometry::unit(plus(found.on_b, found.on_a, -1));
  const Vector apart = plus(b.centre, a.centre, -1);
  return dot(apart, apart) > 0 ? geometry::unit(apart) : a.axis;
}

}  // namespace

Relaxation::Relaxation(const Vessel& vessel, const WallField* walls, std::vector<Body> bodies)
    : vessel_(vessel), walls_(walls), bodies_(std::move(bodies)), widest_(widest(bodies_)) {}

double Relaxation::sweep() {
  if (pairs_are_stale()) find_pairs();
  double overlap = 0;
  for (const NeighbourPair& pair : pairs_) overlap = std::max(overlap, relax(pair));
  for (Body& body : bodies_) overlap = std::max(overlap, relax_walls(body));
  return overlap;
}

bool Relaxation::is_free() {
  find_pairs();
  const auto is_apart = [&](const NeighbourPair& pair) {
    const auto [a, b] = cores(pair);
    return separation(a, b, kept_by(pair), 0).least >= kept_by(pair);
  };
  const auto is_off_walls = [&](const Body& body) {
    for (const WallContact& contact : contacts_of(body))
      if (contact.overlap > 0) return false;
    return true;
  };
  return std::all_of(pairs_.begin(), pairs_.end(), is_apart) &&
         std::all_of(bodies_.begin(), bodies_.end(), is_off_walls);
}

bool Relaxation::pairs_are_stale() const {
  if (scale_at_search_ == 0) return true;
  double drift = 0;
  for (std::size_t n = 0; n < bodies_.size(); ++n)
    drift = std::max(drift, geometry::distance(bodies_[n].centre, centres_at_search_[n]));
  const double growth = (scale_ - scale_at_search_) * widest_;
  return growth + drift > skin * scale_at_search_ * widest_;
}

void Relaxation::find_pairs() {
  std::vector<double> reaches;
  centres_at_search_.clear();
  for (Body& body : bodies_) {
    body.centre = wrapped(vessel_, body.centre);
    centres_at_search_.push_back(body.centre);
    reaches.push_back(scale_ * (body.full.radius() + skin * widest_));
  }
  pairs_ = neighbours(vessel_, centres_at_search_, reaches);
  scale_at_search_ = scale_;
}

Disc Relaxation::core(const Body& body) const {
  return {body.centre, body.axis, scale_ * body.full.core};
}

std::pair<Disc, Disc> Relaxation::cores(const NeighbourPair& pair) const {
  Disc second = core(body(pair.second));
  second.centre = plus(second.centre, pair.shift);
  return {core(body(pair.first)), second};
}

double Relaxation::kept_by(const NeighbourPair& pair) const {
  return scale_ * (body(pair.first).full.rounding + body(pair.second).full.rounding);
}

std::vector<WallContact> Relaxation::contacts_of(const Body& body) const {
  const double rounding = scale_ * body.full.rounding;
  return walls_ != nullptr ? wall_contacts(*walls_, core(body), rounding)
                           : wall_contacts(vessel_, core(body), rounding);
}

double Relaxation::relax(const NeighbourPair& pair) {
  const auto [a, b] = cores(pair);
  const double kept = kept_by(pair);
  const Separation found = separation(a, b, kept, tolerance * kept);
  const double overlap = kept - found.least;
  if (overlap <= 0) return 0;
  const Vector away = direction_between(found, a, b, kept);
  const Vector arm_a = plus(found.on_a, a.centre, -1), arm_b = plus(found.on_b, b.centre, -1);
  Body &first = bodies_[static_cast<std::size_t>(pair.first)],
       &second = bodies_[static_cast<std::size_t>(pair.second)];
  const double impulse = overlap / (yielding(first, arm_a, away) + yielding(second, arm_b, away));
  push(first, arm_a, plus({}, away, -impulse));
  push(second, arm_b, plus({}, away, impulse));
  return overlap / kept;
}

double Relaxation::relax_walls(Body& body) {
  double largest = 0;
  for (const WallContact& contact : contacts_of(body)) {
    if (contact.overlap <= 0) continue;
    const Vector arm = plus(contact.place, body.centre, -1);
    const double impulse = contact.overlap / yielding(body, arm, contact.inward);
    push(body, arm, plus({}, contact.inward, impulse));
    largest = std::max(largest, contact.overlap / (scale_ * body.full.rounding));
  }
  return largest;
}

double Relaxation::yielding(const Body& body, const Vector& arm, const Vector& direction) const {
  const Vector turn = cross(arm, direction);
  return (1 + dot(turn, turn) / square_of_gyration(body, scale_)) / mass(body);
}

void Relaxation::push(Body& body, const Vector& arm, const Vector& impulse) const {
  body.centre = plus(body.centre, impulse, 1 / mass(body));
  const Vector turn = cross(arm, impulse);
  const Vector moved = cross(turn, body.axis);
  body.axis =
      geometry::unit(plus(body.axis, moved, 1 / (mass(body) * square_of_gyration(body, scale_))));
}

}  // namespace thalweg::blood
