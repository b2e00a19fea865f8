// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/flat_ends.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <tuple>

namespace thalweg::blood {

namespace {

using geometry::Vector;

std::size_t axis_of(const Vector& normal) {
  std::size_t axis = 0;
  for (std::size_t d = 1; d < 3; ++d)
    if (std::abs(normal[d]) > std::abs(normal[axis])) axis = d;
  return axis;
}

geometry::Opening opening_at(const FlatEnd& end) {
  geometry::Opening opening;
  opening.axis = axis_of(end.normal);
  opening.is_high = end.normal[opening.axis] > 0;
  opening.center = end.center;
  opening.normal[opening.axis] = opening.is_high ? 1 : -1;
  opening.area = std::numbers::pi * end.radius * end.radius;
  opening.perimeter = 2 * std::numbers::pi * end.radius;
  opening.nearest_rim = opening.farthest_rim = end.radius;
  return opening;
}

}  // namespace

bool lies_in_face(const FlatEnd& end, const geometry::Bounds& box) {
  const std::size_t axis = axis_of(end.normal);
  const double face = (end.normal[axis] > 0 ? box.upper : box.lower)[axis];
  return std::abs(end.normal[axis]) > 1 - 1e-12 &&
         std::abs(end.center[axis] - face) < 1e-6 * end.radius;
}

FlatEnds::FlatEnds(const std::vector<FlatEnd>& ends) {
  for (const FlatEnd& end : ends) openings_.push_back(opening_at(end));
  std::ranges::stable_sort(openings_, {}, [](const geometry::Opening& one) {
    return std::tuple(one.axis, one.is_high, -one.area);
  });
  int number = 0;
  for (std::size_t n = 0; n < openings_.size(); ++n) {
    geometry::Opening& one = openings_[n];
    const bool is_same_face =
        n > 0 && openings_[n - 1].axis == one.axis && openings_[n - 1].is_high == one.is_high;
    number = is_same_face ? number + 1 : 1;
    one.name = geometry::name_of_opening(one.axis, one.is_high, number);
  }
}

int FlatEnds::left_by(const Vector& from, const Vector& step) const {
  // A step that meets the wall and an opening at once, but for rounding, meets the wall.
  constexpr double on_rim = 1e-9;
  for (std::size_t n = 0; n < openings_.size(); ++n) {
    const geometry::Opening& end = openings_[n];
    const double out = step[end.axis] * end.normal[end.axis];
    if (out <= 0) continue;
    const double at = (end.center[end.axis] - from[end.axis]) / step[end.axis];
    if (at < 0 || at > 1) continue;
    Vector apart = geometry::plus(geometry::plus(from, step, at), end.center, -1);
    apart[end.axis] = 0;
    if (std::sqrt(geometry::dot(apart, apart)) < end.farthest_rim * (1 - on_rim))
      return static_cast<int>(n);
  }
  return -1;
}

namespace {

double distance_to_disc(const geometry::Opening& end, const Vector& place) {
  Vector apart = geometry::plus(place, end.center, -1);
  const double away = apart[end.axis];
  apart[end.axis] = 0;
  const double beside = std::sqrt(geometry::dot(apart, apart)) - end.farthest_rim;
  return std::hypot(away, std::max(0.0, beside));
}

}  // namespace

DistanceWithin FlatEnds::distance_to(const std::vector<int>& openings) const {
  std::vector<geometry::Opening> ends;
  for (const int n : openings) ends.push_back(openings_[static_cast<std::size_t>(n)]);
  return [ends](const Vector& place, double most) {
    for (const geometry::Opening& end : ends) most = std::min(most, distance_to_disc(end, place));
    return most;
  };
}

}  // namespace thalweg::blood
