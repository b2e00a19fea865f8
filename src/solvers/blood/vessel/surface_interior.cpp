// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/surface_interior.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::blood {

namespace {

using geometry::TriangleSurface, geometry::Vector, geometry::plus;

/// What a triangle belongs to. image: a wall in the neighbouring period.
enum Kind : std::uint8_t { wall = 1, opening = 2, image = 4 };

/// Of a periodic vessel the ends along x alone are no walls: nothing leaves by other flat parts.
bool is_passed(const geometry::Opening& end, bool is_periodic) {
  return !is_periodic || end.axis == 0;
}

std::vector<std::uint8_t> kinds_of(const TriangleSurface& surface,
                                   const std::vector<geometry::Opening>& openings,
                                   bool is_periodic) {
  std::vector<std::uint8_t> kinds(surface.triangles.size(), wall);
  for (const geometry::Opening& end : openings)
    if (is_passed(end, is_periodic))
      for (const int triangle : end.triangles) kinds[static_cast<std::size_t>(triangle)] = opening;
  return kinds;
}

/// Walls once more, moved along x, as far as `reach` beyond the box.
void add_images(const geometry::Bounds& box, double shift, double reach, TriangleSurface& surface,
                std::vector<std::uint8_t>& kinds, std::size_t triangles) {
  for (std::size_t t = 0; t < triangles; ++t) {
    if (kinds[t] != wall) continue;
    bool is_near = false;
    for (int k = 0; k < 3; ++k) {
      const double x = surface.corner(static_cast<int>(t), k)[0] + shift;
      is_near = is_near || (x >= box.lower[0] - reach && x <= box.upper[0] + reach);
    }
    if (!is_near) continue;
    geometry::Triangle moved = surface.triangles[t];
    for (int& corner : moved) {
      surface.corners.push_back(
          plus(surface.corners[static_cast<std::size_t>(corner)], {shift, 0, 0}));
      corner = static_cast<int>(surface.corners.size()) - 1;
    }
    surface.triangles.push_back(moved);
    kinds.push_back(image);
  }
}

geometry::SurfaceQueries queries_of(TriangleSurface surface,
                                    const std::vector<geometry::Opening>& openings,
                                    bool is_periodic) {
  const geometry::Bounds box = surface.bounds();
  const std::size_t triangles = surface.triangles.size();
  std::vector<std::uint8_t> kinds = kinds_of(surface, openings, is_periodic);
  const Vector size = plus(box.upper, box.lower, -1);
  const double reach = std::max(size[1], size[2]);
  if (is_periodic)
    for (const double shift : {-size[0], size[0]})
      add_images(box, shift, reach, surface, kinds, triangles);
  return {std::move(surface), std::move(kinds)};
}

double wall_area_of(const TriangleSurface& surface, const std::vector<geometry::Opening>& openings,
                    bool is_periodic) {
  double area = surface.area();
  for (const geometry::Opening& end : openings)
    if (is_passed(end, is_periodic)) area -= end.area;
  return area;
}

}  // namespace

SurfaceInterior::SurfaceInterior(const TriangleSurface& surface,
                                 std::vector<geometry::Opening> openings, bool is_periodic)
    : is_periodic_(is_periodic), triangles_(surface.triangles.size()),
      openings_(std::move(openings)), box_(surface.bounds()), volume_(surface.volume()),
      wall_area_(wall_area_of(surface, openings_, is_periodic)),
      queries_(queries_of(surface, openings_, is_periodic)) {}

bool SurfaceInterior::is_inside(const Vector& place) const {
  return row_inside(in_box(place), 1, 1)[0];
}

Vector SurfaceInterior::in_box(Vector place) const {
  const double length = box_.upper[0] - box_.lower[0];
  if (!is_periodic_) return place;
  place[0] -= length * std::floor((place[0] - box_.lower[0]) / length);
  // On an end itself rounding would decide, of the place and of the surface, which is in single
  // precision.
  const double margin = 1e-6 * length;
  place[0] = std::clamp(place[0], box_.lower[0] + margin, box_.upper[0] - margin);
  return place;
}

std::vector<bool> SurfaceInterior::row_inside(const Vector& first, double spacing,
                                              int count) const {
  // From one end to the other whatever is asked, so that a single place is where its row has it.
  const double length = box_.upper[0] - box_.lower[0], begin = box_.lower[0] - length / 8;
  const Vector row{1.25 * length, 0, 0};
  const auto passed = queries_.crossings({begin, first[1], first[2]}, row, wall | opening);
  std::vector<bool> inside;
  int enclosed = 0;  // so many times
  auto next = passed.begin();
  for (int i = 0; i < count; ++i) {
    const double x = first[0] + i * spacing;
    for (; next != passed.end() && begin + next->at * row[0] <= x; ++next) enclosed -= next->turn;
    inside.push_back(enclosed > 0);
  }
  return inside;
}

double SurfaceInterior::distance_to_wall(const Vector& from, const Vector& step) const {
  const std::uint8_t kinds = is_periodic_ ? wall | image : wall | opening;
  const std::optional<geometry::Crossing> left = way_out(from, step, kinds);
  // Without a way out, the wall stands on one of the two sites, but for rounding.
  return left ? left->at : Interior::distance_to_wall(from, step);
}

std::optional<geometry::Crossing> SurfaceInterior::way_out(const Vector& from, const Vector& step,
                                                           std::uint8_t kinds) const {
  const auto passed = queries_.crossings(from, step, kinds);
  int enclosed = 0;  // so many times where the step begins, since it ends outside
  for (const geometry::Crossing& crossing : passed) enclosed += crossing.turn;
  if (enclosed > 0)
    for (const geometry::Crossing& crossing : passed)
      if ((enclosed -= crossing.turn) == 0) return crossing;
  return {};
}

int SurfaceInterior::opening_left_by(const Vector& from, const Vector& step) const {
  if (is_periodic_) return -1;
  const std::optional<geometry::Crossing> left = way_out(from, step, wall | opening);
  if (!left) return -1;
  for (std::size_t n = 0; n < openings_.size(); ++n)
    if (std::ranges::binary_search(openings_[n].triangles, left->triangle))
      return static_cast<int>(n);
  return -1;
}

double SurfaceInterior::clearance(const Vector& place) const {
  return queries_.distance_to(place, wall | image);
}

bool SurfaceInterior::is_open(int number) const {
  return is_passed(openings_[static_cast<std::size_t>(number)], is_periodic_);
}

DistanceWithin SurfaceInterior::distance_to(const std::vector<int>& openings) const {
  constexpr std::uint8_t any = 1;
  // All corners stay, so that Embree sees places by the same box.
  TriangleSurface part{queries_.surface().corners, {}};
  std::vector<int> numbers;
  for (const int n : openings) {
    const std::vector<int>& of = openings_[static_cast<std::size_t>(n)].triangles;
    numbers.insert(numbers.end(), of.begin(), of.end());
  }
  std::ranges::sort(numbers);
  for (const int triangle : numbers)
    part.triangles.push_back(queries_.surface().triangles[static_cast<std::size_t>(triangle)]);
  std::vector<std::uint8_t> kinds(part.triangles.size(), any);
  const auto queries =
      std::make_shared<const geometry::SurfaceQueries>(std::move(part), std::move(kinds));
  return [queries](const Vector& place, double most) {
    return queries->distance_to(place, any, most);
  };
}

WallTriangles SurfaceInterior::wall_triangles() const {
  std::vector<bool> is_wall(triangles_, true);
  for (const geometry::Opening& end : openings_)
    if (is_passed(end, is_periodic_))
      for (const int triangle : end.triangles) is_wall[static_cast<std::size_t>(triangle)] = false;
  WallTriangles walls{&queries_.surface(), {}};
  for (std::size_t t = 0; t < triangles_; ++t)
    if (is_wall[t]) walls.numbers.push_back(static_cast<int>(t));
  return walls;
}

bool SurfaceInterior::leaves_by(int number, const Vector& from, const Vector& step) const {
  const geometry::Opening& end = openings_[static_cast<std::size_t>(number)];
  return std::ranges::any_of(queries_.crossings(from, step, opening), [&](const auto& crossing) {
    return std::ranges::binary_search(end.triangles, crossing.triangle);
  });
}

}  // namespace thalweg::blood
