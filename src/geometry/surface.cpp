// SPDX-License-Identifier: Apache-2.0
#include "geometry/surface.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thalweg::geometry {

namespace {

using std::numbers::pi;
// Neighbours on a sunflower spiral are turned against each other by this, which spreads them evenly
// (Vogel 1979).
const double golden_angle = pi * (3 - std::sqrt(5.0));

/// Four points per cell.
int count_for(double size, double cell) {
  return std::max(1, static_cast<int>(std::ceil(4 * size / cell)));
}

/// The middles of `count` equal parts of [-1, 1].
double middle(int i, int count) { return 2 * (i + 0.5) / count - 1; }

std::vector<SurfacePoint> line(const Vector& center, const Vector& normal, double radius,
                               double cell) {
  const int count = count_for(2 * radius, cell);
  std::vector<SurfacePoint> points;
  for (int i = 0; i < count; ++i)
    points.push_back({plus(center, quarter_turn(normal), radius * middle(i, count)), normal,
                      2 * radius / count});
  return points;
}

/// The arc about `focus` of the angles up to `half` to both sides of `out`.
std::vector<SurfacePoint> arc(const Vector& focus, const Vector& out, double radius, double half,
                              double cell) {
  const int count = count_for(2 * half * radius, cell);
  std::vector<SurfacePoint> points;
  for (int i = 0; i < count; ++i) {
    const double angle = half * middle(i, count);
    const Vector ray = plus(plus({}, out, std::cos(angle)), quarter_turn(out), std::sin(angle));
    points.push_back({plus(focus, ray, radius), plus({}, ray, -1), 2 * half * radius / count});
  }
  return points;
}

}  // namespace

std::vector<SurfacePoint> disc(const Vector& center, const Vector& normal, double radius,
                               const Sampling& sampling) {
  const double h = sampling.cell;
  if (sampling.dimensions < 3) return line(center, normal, radius, h);
  const double area = pi * radius * radius;
  const int count = 4 * count_for(area, h * h);
  const auto [u, v] = across(normal);
  std::vector<SurfacePoint> points;
  for (int i = 0; i < count; ++i) {
    const double r = radius * std::sqrt((i + 0.5) / count), angle = i * golden_angle;
    const Vector place = plus(plus(center, u, r * std::cos(angle)), v, r * std::sin(angle));
    points.push_back({place, normal, area / count});
  }
  return points;
}

std::vector<SurfacePoint> bowl(const Vector& apex, const Vector& focus, double aperture,
                               const Sampling& sampling) {
  const double h = sampling.cell, radius = distance(apex, focus);
  const double half = std::asin(std::min(1.0, aperture / (2 * radius)));
  const Vector out = unit(plus(apex, focus, -1));  // from the focus to the apex
  if (sampling.dimensions < 3) return arc(focus, out, radius, half, h);
  // Equal steps in height are equal areas of a sphere (Archimedes).
  const double height = 1 - std::cos(half), area = 2 * pi * radius * radius * height;
  const int count = 4 * count_for(area, h * h);
  const auto [u, v] = across(out);
  std::vector<SurfacePoint> points;
  for (int i = 0; i < count; ++i) {
    const double cosine = 1 - height * (i + 0.5) / count, sine = std::sqrt(1 - cosine * cosine);
    const double angle = i * golden_angle;
    const Vector ray =
        plus(plus(plus({}, out, cosine), u, sine * std::cos(angle)), v, sine * std::sin(angle));
    points.push_back({plus(focus, ray, radius), plus({}, ray, -1), area / count});
  }
  return points;
}

std::vector<SurfacePoint> rectangle(const Vector& center, const Vector& normal, const Vector& along,
                                    double width, double height, const Sampling& sampling) {
  const bool flat = sampling.dimensions < 3;
  const int columns = count_for(width, sampling.cell),
            rows = flat ? 1 : count_for(height, sampling.cell);
  const Vector up = flat ? Vector{} : cross(normal, along);
  const double area = (flat ? width : width * height) / columns / rows;
  std::vector<SurfacePoint> points;
  for (int j = 0; j < rows; ++j) {
    const Vector middle_of_row = plus(center, up, height * middle(j, rows) / 2);
    for (int i = 0; i < columns; ++i)
      points.push_back({plus(middle_of_row, along, width * middle(i, columns) / 2), normal, area});
  }
  return points;
}

std::vector<SurfacePoint> revolved_section(const std::vector<SurfacePoint>& surface,
                                           double tolerance) {
  std::vector<SurfacePoint> section;
  for (SurfacePoint point : surface) {
    if (point.place[1] < -tolerance) continue;
    if (point.place[1] <= tolerance) point.area /= 2;
    section.push_back(point);
    point.place[1] = -point.place[1];
    point.normal[1] = -point.normal[1];
    section.push_back(point);
  }
  return section;
}

std::vector<Vector> row(const Vector& center, const Vector& along, int count, double pitch) {
  std::vector<Vector> places;
  for (int i = 0; i < count; ++i)
    places.push_back(plus(center, along, pitch * (i - 0.5 * (count - 1))));
  return places;
}

}  // namespace thalweg::geometry
