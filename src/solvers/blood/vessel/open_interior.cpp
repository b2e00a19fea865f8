// SPDX-License-Identifier: Apache-2.0
// Channels, ducts and tubes of a finite length, open at both ends.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "solvers/blood/vessel/interior.hpp"

namespace thalweg::blood {

namespace {

using geometry::Vector;

/// A step that meets the wall and an opening at once, but for rounding, meets the wall.
constexpr double rim_tolerance = 1e-9;

geometry::Opening end_of(VesselShape shape, const Vector& size, const Interior& endless,
                         bool is_high) {
  geometry::Opening opening;
  opening.name = is_high ? "x_high" : "x_low";
  opening.is_high = is_high;
  const double side = is_high ? 1 : -1;
  opening.center = {side * size[0] / 2, 0, 0};
  opening.normal = {side, 0, 0};
  opening.area = endless.volume() / size[0];
  opening.perimeter = endless.wall_area() / size[0];
  const double y = size[1] / 2, z = size[2] / 2;
  opening.nearest_rim = std::min(y, z);
  opening.farthest_rim = shape == VesselShape::tube ? y : std::hypot(y, z);
  return opening;
}

class OpenInterior : public Interior {
 public:
  OpenInterior(VesselShape shape, const Vector& size)
      : endless_(make_interior(shape, size)), half_(size[0] / 2) {
    openings_ = {end_of(shape, size, *endless_, false), end_of(shape, size, *endless_, true)};
  }
  bool is_walled(std::size_t axis) const override { return axis == 0 || endless_->is_walled(axis); }
  bool is_inside(const Vector& place) const override {
    return std::abs(place[0]) < half_ && endless_->is_inside(place);
  }
  double clearance(const Vector& place) const override { return endless_->clearance(place); }
  double volume() const override { return endless_->volume(); }
  double wall_area() const override { return endless_->wall_area(); }
  double width() const override { return endless_->width(); }
  const std::vector<geometry::Opening>& openings() const override { return openings_; }
  int opening_left_by(const Vector& from, const Vector& step) const override {
    if (step[0] == 0) return -1;
    const bool is_high = step[0] > 0;
    const double to_end = ((is_high ? half_ : -half_) - from[0]) / step[0];
    if (to_end > 1) return -1;
    const double to_wall = endless_->is_inside(geometry::plus(from, step))
                               ? std::numeric_limits<double>::infinity()
                               : endless_->distance_to_wall(from, step);
    return to_end < to_wall - rim_tolerance ? (is_high ? 1 : 0) : -1;
  }
  /// Of places inside, which face the whole of each end.
  DistanceWithin distance_to(const std::vector<int>& openings) const override {
    std::vector<double> ends;
    for (const int n : openings) ends.push_back(openings_[static_cast<std::size_t>(n)].center[0]);
    return [ends](const Vector& place, double most) {
      for (const double end : ends) most = std::min(most, std::abs(place[0] - end));
      return most;
    };
  }

 private:
  std::shared_ptr<const Interior> endless_;
  double half_;  // of the length
  std::vector<geometry::Opening> openings_;
};

}  // namespace

std::shared_ptr<const Interior> make_open_interior(VesselShape shape, const Vector& size) {
  TW_CHECK(shape != VesselShape::box, "a box has no ends");
  return std::make_shared<OpenInterior>(shape, size);
}

}  // namespace thalweg::blood
