// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/closed_openings.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace thalweg::blood {

namespace {

using geometry::Opening, geometry::Vector;

/// Whether openings have edges in common, as the sides of a box have: they cannot all be ends.
bool touch(const std::vector<Opening>& openings) {
  std::set<std::array<int, 2>> edges;
  for (const Opening& opening : openings)
    for (const std::array<int, 2>& edge : opening.rim)
      if (!edges.insert(edge).second) return true;
  return false;
}

/// What was found, with some of its openings as walls.
class ClosedOpenings final : public Interior {
 public:
  /// closed: numbers of openings, in order.
  ClosedOpenings(std::shared_ptr<const Interior> found, std::vector<int> closed)
      : found_(std::move(found)), closed_(std::move(closed)),
        distance_(found_->distance_to(closed_)) {
    for (const int n : closed_) {
      const Opening& opening = openings()[static_cast<std::size_t>(n)];
      area_ += opening.area;
      triangles_.insert(triangles_.end(), opening.triangles.begin(), opening.triangles.end());
    }
  }

  bool is_walled(std::size_t axis) const override { return found_->is_walled(axis); }
  bool is_inside(const Vector& place) const override { return found_->is_inside(place); }
  std::vector<bool> row_inside(const Vector& first, double spacing, int count) const override {
    return found_->row_inside(first, spacing, count);
  }
  double distance_to_wall(const Vector& from, const Vector& step) const override {
    return found_->distance_to_wall(from, step);
  }
  double clearance(const Vector& place) const override {
    return distance_(place, found_->clearance(place));
  }
  double volume() const override { return found_->volume(); }
  double wall_area() const override { return found_->wall_area() + area_; }
  /// Between triangles that of a tube with the same ratio of volume to wall.
  double width() const override {
    return triangles_.empty() ? found_->width() : 4 * volume() / wall_area();
  }
  double bytes() const override {
    return found_->bytes() + 280.0 * static_cast<double>(triangles_.size());
  }
  /// Without any condition the case is not ready: then all count as open, if they can.
  std::vector<std::string> report_with(const Interior& walls, double spacing) const override {
    const bool may_be_open = found_->is_walled(0) && closed_.size() == openings().size() &&
                             found_->wall_area() > 0 && !touch(openings());
    return found_->report_with(may_be_open ? *found_ : walls, spacing);
  }
  const std::vector<Opening>& openings() const override { return found_->openings(); }
  int opening_left_by(const Vector& from, const Vector& step) const override {
    return found_->opening_left_by(from, step);
  }
  bool leaves_by(int opening, const Vector& from, const Vector& step) const override {
    return found_->leaves_by(opening, from, step);
  }
  bool is_open(int opening) const override {
    return found_->is_open(opening) && !std::ranges::binary_search(closed_, opening);
  }
  WallTriangles wall_triangles() const override {
    WallTriangles walls = found_->wall_triangles();
    walls.numbers.insert(walls.numbers.end(), triangles_.begin(), triangles_.end());
    std::ranges::sort(walls.numbers);
    return walls;
  }

 private:
  std::shared_ptr<const Interior> found_;
  std::vector<int> closed_;
  DistanceWithin distance_;
  double area_ = 0;  // m^2
  std::vector<int> triangles_;
};

}  // namespace

std::shared_ptr<const Interior> with_closed_openings(std::shared_ptr<const Interior> found,
                                                     const std::vector<int>& open) {
  std::vector<int> closed;
  for (int n = 0; n < static_cast<int>(found->openings().size()); ++n)
    if (found->is_walled(found->openings()[static_cast<std::size_t>(n)].axis) &&
        found->is_open(n) && std::ranges::find(open, n) == open.end())
      closed.push_back(n);
  if (closed.empty()) return found;
  return std::make_shared<ClosedOpenings>(std::move(found), std::move(closed));
}

}  // namespace thalweg::blood
