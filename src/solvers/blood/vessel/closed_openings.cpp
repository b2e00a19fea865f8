// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/closed_openings.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "geometry/surface_queries.hpp"
#include "solvers/blood/vessel/surface_interior.hpp"

namespace thalweg::blood {

namespace {

using geometry::Opening, geometry::TriangleSurface, geometry::Vector;

constexpr std::uint8_t any = 1;

/// All corners stay, so that Embree sees places by the same box.
geometry::SurfaceQueries queries_of(const TriangleSurface& surface, const std::vector<int>& part) {
  TriangleSurface closed{surface.corners, {}};
  for (const int triangle : part)
    closed.triangles.push_back(surface.triangles[static_cast<std::size_t>(triangle)]);
  return {std::move(closed), std::vector<std::uint8_t>(part.size(), any)};
}

/// What was found, with some of its openings as walls.
class ClosedOpenings final : public Interior {
 public:
  /// closed: triangles of these openings, in order; area: theirs [m^2].
  ClosedOpenings(std::shared_ptr<const SurfaceInterior> found, std::vector<int> closed, double area)
      : found_(std::move(found)), closed_(std::move(closed)), area_(area),
        queries_(queries_of(*found_->wall_triangles().surface, closed_)) {}

  bool is_walled(std::size_t axis) const override { return found_->is_walled(axis); }
  bool is_inside(const Vector& place) const override { return found_->is_inside(place); }
  std::vector<bool> row_inside(const Vector& first, double spacing, int count) const override {
    return found_->row_inside(first, spacing, count);
  }
  double distance_to_wall(const Vector& from, const Vector& step) const override {
    return found_->distance_to_wall(from, step);
  }
  double clearance(const Vector& place) const override {
    return queries_.distance_to(place, any, found_->clearance(place));
  }
  double volume() const override { return found_->volume(); }
  double wall_area() const override { return found_->wall_area() + area_; }
  /// Of a tube with the same ratio of volume to wall.
  double width() const override { return 4 * volume() / wall_area(); }
  double bytes() const override {
    return found_->bytes() + 280.0 * static_cast<double>(closed_.size());
  }
  /// Without any condition the case is not ready: then all count as open.
  std::vector<std::string> report(double spacing) const override {
    const WallTriangles walls = wall_triangles();
    const bool is_ready = std::ranges::any_of(
        openings(), [&](const Opening& opening) { return !is_closed(opening, walls); });
    return is_ready ? found_->report_with(*this, spacing) : found_->report(spacing);
  }
  const std::vector<Opening>& openings() const override { return found_->openings(); }
  int opening_left_by(const Vector& from, const Vector& step) const override {
    return found_->opening_left_by(from, step);
  }
  bool leaves_by(int opening, const Vector& from, const Vector& step) const override {
    return found_->leaves_by(opening, from, step);
  }
  WallTriangles wall_triangles() const override {
    WallTriangles walls = found_->wall_triangles();
    walls.numbers.insert(walls.numbers.end(), closed_.begin(), closed_.end());
    std::ranges::sort(walls.numbers);
    return walls;
  }

 private:
  std::shared_ptr<const SurfaceInterior> found_;
  std::vector<int> closed_;
  double area_;
  geometry::SurfaceQueries queries_;
};

}  // namespace

bool is_closed(const Opening& opening, const WallTriangles& walls) {
  return !opening.triangles.empty() &&
         std::ranges::binary_search(walls.numbers, opening.triangles.front());
}

std::shared_ptr<const Interior> with_closed_openings(std::shared_ptr<const Interior> found,
                                                     const std::vector<int>& open) {
  auto surface = std::dynamic_pointer_cast<const SurfaceInterior>(found);
  if (!surface || !surface->is_walled(0)) return found;
  std::vector<int> closed;
  double area = 0;
  const std::vector<Opening>& openings = surface->openings();
  for (std::size_t n = 0; n < openings.size(); ++n) {
    if (std::ranges::find(open, static_cast<int>(n)) != open.end()) continue;
    closed.insert(closed.end(), openings[n].triangles.begin(), openings[n].triangles.end());
    area += openings[n].area;
  }
  if (closed.empty()) return found;
  std::ranges::sort(closed);
  return std::make_shared<ClosedOpenings>(std::move(surface), std::move(closed), area);
}

}  // namespace thalweg::blood
