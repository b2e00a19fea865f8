// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/sound/case/emitter.hpp"

namespace thalweg::sound {

namespace {

constexpr double pi = std::numbers::pi;
// Neighbours on a sunflower spiral are turned against each other by this, which spreads them evenly
// (Vogel 1979).
const double golden_angle = pi * (3 - std::sqrt(5.0));

/// Four points per cell.
int count_for(double size, double cell) {
  return std::max(1, static_cast<int>(std::ceil(4 * size / cell)));
}

/// Two directions across a given one.
std::array<Place, 2> across(const Place& direction) {
  const Place other = std::abs(direction[0]) < 0.9 ? Place{1, 0, 0} : Place{0, 1, 0};
  const Place first = unit(cross(direction, other));
  return {first, cross(direction, first)};
}

/// In the plane: turned by a quarter.
Place turned(const Place& a) { return {-a[1], a[0], 0}; }

std::vector<SurfacePoint> kept(std::vector<SurfacePoint> points, const Grid& grid) {
  if (grid.axisymmetric)
    std::erase_if(points, [](const SurfacePoint& point) { return point.place[1] < 0; });
  return points;
}

}  // namespace

std::vector<SurfacePoint> disc_surface(const Place& center, const Place& normal, double radius,
                                       const Grid& grid) {
  const double h = grid.smallest_spacing();
  std::vector<SurfacePoint> points;
  if (grid.dimensions < 3) {
    const int count = count_for(2 * radius, h);
    for (int i = 0; i < count; ++i) {
      const double along = radius * (2 * (i + 0.5) / count - 1);
      points.push_back({plus(center, turned(normal), along), normal, 2 * radius / count});
    }
    return kept(std::move(points), grid);
  }
  const double area = pi * radius * radius;
  const int count = 4 * count_for(area, h * h);
  const auto [u, v] = across(normal);
  for (int i = 0; i < count; ++i) {
    const double r = radius * std::sqrt((i + 0.5) / count), angle = i * golden_angle;
    const Place place = plus(plus(center, u, r * std::cos(angle)), v, r * std::sin(angle));
    points.push_back({place, normal, area / count});
  }
  return points;
}

std::vector<SurfacePoint> bowl_surface(const Place& apex, const Place& focus, double aperture,
                                       const Grid& grid) {
  const double h = grid.smallest_spacing(), radius = distance(apex, focus);
  const double half = std::asin(std::min(1.0, aperture / (2 * radius)));
  const Place out = unit(plus(apex, focus, -1));  // from the focus to the apex
  std::vector<SurfacePoint> points;
  if (grid.dimensions < 3) {
    const int count = count_for(2 * half * radius, h);
    for (int i = 0; i < count; ++i) {
      const double angle = half * (2 * (i + 0.5) / count - 1);
      const Place ray = plus(plus({}, out, std::cos(angle)), turned(out), std::sin(angle));
      points.push_back({plus(focus, ray, radius), plus({}, ray, -1), 2 * half * radius / count});
    }
    return kept(std::move(points), grid);
  }
  // Equal steps in height are equal areas of a sphere (Archimedes).
  const double height = 1 - std::cos(half), area = 2 * pi * radius * radius * height;
  const int count = 4 * count_for(area, h * h);
  const auto [u, v] = across(out);
  for (int i = 0; i < count; ++i) {
    const double cosine = 1 - height * (i + 0.5) / count, sine = std::sqrt(1 - cosine * cosine);
    const double angle = i * golden_angle;
    const Place ray =
        plus(plus(plus({}, out, cosine), u, sine * std::cos(angle)), v, sine * std::sin(angle));
    points.push_back({plus(focus, ray, radius), plus({}, ray, -1), area / count});
  }
  return points;
}

std::vector<SurfacePoint> rectangle_surface(const Place& center, const Place& normal,
                                            const Place& along, double width, double height,
                                            const Grid& grid) {
  const double h = grid.smallest_spacing();
  const bool flat = grid.dimensions < 3;
  const int columns = count_for(width, h), rows = flat ? 1 : count_for(height, h);
  const Place up = flat ? Place{} : cross(normal, along);
  const double area = (flat ? width : width * height) / columns / rows;
  std::vector<SurfacePoint> points;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      const Place row = plus(center, up, height * ((j + 0.5) / rows - 0.5));
      points.push_back({plus(row, along, width * ((i + 0.5) / columns - 0.5)), normal, area});
    }
  return kept(std::move(points), grid);
}

}  // namespace thalweg::sound
