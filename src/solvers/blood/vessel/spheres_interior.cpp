// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/spheres_interior.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace thalweg::blood {

namespace {

using geometry::Vector;

/// A place on a sphere but for rounding is in it.
constexpr double rounding_of_radius = 1e-9;

double volume_of(const FixedSphere& sphere) {
  return 4 * std::numbers::pi / 3 * std::pow(sphere.radius, 3);
}

}  // namespace

SpheresInterior::SpheresInterior(std::vector<FixedSphere> spheres, const Vector& box)
    : spheres_(std::move(spheres)), box_(box), bins_(spheres_, box) {}

bool SpheresInterior::covers(const FixedSphere& sphere, const Vector& place) const {
  const Vector out = from_nearest_image(sphere, place, box_);
  return geometry::dot(out, out) <= std::pow(sphere.radius * (1 + rounding_of_radius), 2);
}

bool SpheresInterior::is_inside(const Vector& place) const { return sphere_at(place) < 0; }

/// Only places near the chord that a sphere cuts out of the row are asked.
std::vector<bool> SpheresInterior::row_inside(const Vector& first, double spacing,
                                              int count) const {
  std::vector<bool> inside(static_cast<std::size_t>(count), true);
  const int period = static_cast<int>(std::lround(box_[0] / spacing));
  for (const FixedSphere& sphere : spheres_) {
    const Vector out = from_nearest_image(sphere, first, box_);
    const double across = std::hypot(out[1], out[2]);
    if (across > sphere.radius * (1 + rounding_of_radius)) continue;
    const double half = std::sqrt(std::max(0.0, sphere.radius * sphere.radius - across * across));
    const int begin = static_cast<int>(std::floor((-half - out[0]) / spacing)) - 1,
              end = static_cast<int>(std::ceil((half - out[0]) / spacing)) + 2;
    for (int i = begin; i < end; ++i) {
      const int x = (i % period + period) % period;
      if (x < count && covers(sphere, {first[0] + x * spacing, first[1], first[2]}))
        inside[static_cast<std::size_t>(x)] = false;
    }
  }
  return inside;
}

int SpheresInterior::sphere_at(const Vector& place) const {
  for (const int n : bins_.near(place))
    if (covers(spheres_[static_cast<std::size_t>(n)], place)) return n;
  return -1;
}

int SpheresInterior::sphere_met(const Vector& from, const Vector& step) const {
  return sphere_at(geometry::plus(from, step));
}

/// The first place of the step that is as far from the centre as the radius.
double SpheresInterior::distance_to_wall(const Vector& from, const Vector& step) const {
  const int met = sphere_met(from, step);
  if (met < 0) return 1;
  const FixedSphere& sphere = spheres_[static_cast<std::size_t>(met)];
  const Vector end = from_nearest_image(sphere, geometry::plus(from, step), box_),
               begin = geometry::plus(end, step, -1);
  const double radius = sphere.radius * (1 + rounding_of_radius);
  const double squared = geometry::dot(step, step), along = geometry::dot(begin, step),
               beyond = geometry::dot(begin, begin) - radius * radius;
  const double root = std::sqrt(std::max(0.0, along * along - squared * beyond));
  return std::clamp((-along - root) / squared, 0.0, 1.0);
}

double SpheresInterior::clearance(const Vector& place) const {
  double least = std::numeric_limits<double>::infinity();
  for (const int n : bins_.near(place)) {
    const FixedSphere& sphere = spheres_[static_cast<std::size_t>(n)];
    const Vector out = from_nearest_image(sphere, place, box_);
    least = std::min(least, std::sqrt(geometry::dot(out, out)) - sphere.radius);
  }
  return least;
}

double SpheresInterior::solid_volume() const {
  double sum = 0;
  for (const FixedSphere& sphere : spheres_) sum += volume_of(sphere);
  return sum;
}

double SpheresInterior::volume() const { return box_[0] * box_[1] * box_[2] - solid_volume(); }

double SpheresInterior::wall_area() const {
  double sum = 0;
  for (const FixedSphere& sphere : spheres_)
    sum += 4 * std::numbers::pi * sphere.radius * sphere.radius;
  return sum;
}

double SpheresInterior::width() const {
  return 2 * std::ranges::min_element(spheres_, {}, &FixedSphere::radius)->radius;
}

/// J. Happel, "Viscous flow in multiparticle systems", AIChE J. 4 (1958). (10.16)
double SpheresInterior::permeability() const {
  const double box = box_[0] * box_[1] * box_[2], g = std::cbrt(solid_volume() / box),
               g5 = std::pow(g, 5);
  const double drag = (1 + 2 * g5 / 3) / (1 - 1.5 * g + 1.5 * g5 - g5 * g);
  double radii = 0;
  for (const FixedSphere& sphere : spheres_) radii += sphere.radius;
  return box / (6 * std::numbers::pi * radii * drag);
}

double SpheresInterior::gap(const FixedSphere& a, const FixedSphere& b, const Vector& box) {
  const Vector apart = from_nearest_image(a, b.centre, box);
  return std::sqrt(geometry::dot(apart, apart)) - a.radius - b.radius;
}

double SpheresInterior::least_gap() const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t n = 0; n < spheres_.size(); ++n) {
    least = std::min(least, *std::ranges::min_element(box_) - 2 * spheres_[n].radius);  // images
    for (std::size_t m = 0; m < n; ++m)
      least = std::min(least, gap(spheres_[n], spheres_[m], box_));
  }
  return least;
}

std::vector<std::string> SpheresInterior::report_with(const Interior& /*walls*/,
                                                      double spacing) const {
  const double gap = least_gap(),
               largest = 2 * std::ranges::max_element(spheres_, {}, &FixedSphere::radius)->radius;
  std::vector<std::string> lines{fmt::format(
      "{} sphere{}, {:.4g} to {:.4g} um wide, fill {:.4g} of a box of {:.4g} x {:.4g} x {:.4g} um; "
      "the least gap is {:.4g} um ({:.3g} spacings)",
      spheres_.size(), spheres_.size() == 1 ? "" : "s", width() * 1e6, largest * 1e6,
      solid_volume() / (box_[0] * box_[1] * box_[2]), box_[0] * 1e6, box_[1] * 1e6, box_[2] * 1e6,
      gap * 1e6, gap / spacing)};
  lines.push_back(fmt::format("permeability about {:.4g} m^2", permeability()));
  return lines;
}

}  // namespace thalweg::blood
