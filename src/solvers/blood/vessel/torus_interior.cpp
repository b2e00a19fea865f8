// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/torus_interior.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "solvers/blood/vessel/report_lines.hpp"

namespace thalweg::blood {

using geometry::Vector;

TorusInterior::TorusInterior(const TorusShape& shape, bool is_open)
    : shape_(shape), is_open_(is_open && shape.arc != 360) {
  if (is_open_) ends_ = FlatEnds(flat_ends());
}

std::vector<FlatEnd> TorusInterior::flat_ends() const {
  const double from_axis = shape_.curvature_radius, radius = shape_.diameter / 2;
  const FlatEnd first{{from_axis, -shape_.legs, 0}, {0, -1, 0}, radius};
  if (shape_.arc == 90) return {first, {{-shape_.legs, from_axis, 0}, {-1, 0, 0}, radius}};
  return {first, {{-from_axis, -shape_.legs, 0}, {0, -1, 0}, radius}};
}

double TorusInterior::room_about(double across, double z) const {
  return shape_.diameter / 2 - std::hypot(across - shape_.curvature_radius, z);
}

TorusInterior::Position TorusInterior::position(const Vector& place) const {
  const auto [x, y, z] = place;
  const double about = room_about(std::hypot(x, y), z);
  if (is_ring()) return {about, std::numeric_limits<double>::infinity()};
  if (shape_.arc == 180) {
    const double to_end = y + shape_.legs;
    return {y >= 0 ? about : room_about(std::abs(x), z), to_end};
  }
  const double to_end = std::min(x, y) + shape_.legs;
  if (x >= 0 && y >= 0) return {about, to_end};
  // Beside one of the legs; beyond both the nearer one counts.
  return {room_about(std::max(x, y), z), to_end};
}

double TorusInterior::clearance(const Vector& place) const {
  const Position at = position(place);
  const bool is_beyond = at.to_end < 0;
  return is_open_ && !is_beyond ? at.room : std::min(at.room, at.to_end);
}

bool TorusInterior::is_inside(const Vector& place) const {
  constexpr double on_wall = 1e-9;  // a place on the wall but for rounding is outside
  const Position at = position(place);
  return std::min(at.room, at.to_end) > on_wall * shape_.diameter;
}

double TorusInterior::axis_length() const {
  return std::numbers::pi / 180 * shape_.arc * shape_.curvature_radius +
         (is_ring() ? 0 : 2 * shape_.legs);
}

double TorusInterior::volume() const {
  return std::numbers::pi / 4 * shape_.diameter * shape_.diameter * axis_length();
}

double TorusInterior::wall_area() const {
  const double ends = is_ring() || is_open_ ? 0 : shape_.diameter / 2;
  return std::numbers::pi * shape_.diameter * (axis_length() + ends);
}

/// The curl of this is 0, as it is of a gradient of pressure.
Vector TorusInterior::loop_direction(const Vector& place) const {
  const double squared = place[0] * place[0] + place[1] * place[1];
  const double scale = shape_.curvature_radius / squared;
  return {-place[1] * scale, place[0] * scale, 0};
}

geometry::Bounds TorusInterior::box() const {
  const double radius = shape_.diameter / 2, outer = shape_.curvature_radius + radius;
  geometry::Bounds box{{-outer, -outer, -radius}, {outer, outer, radius}};
  if (shape_.arc <= 180) box.lower[1] = -shape_.legs;
  if (shape_.arc == 90) box.lower[0] = -shape_.legs;
  return box;
}

std::vector<std::string> TorusInterior::report_with(const Interior&, double) const {
  std::vector<std::string> lines{fmt::format(
      "{} of a tube {:.4g} um wide, its axis {:.4g} um long with a radius of {:.4g} um, {:.6g} "
      "um^3",
      is_ring() ? "ring" : fmt::format("bend by {} degrees", shape_.arc), shape_.diameter * 1e6,
      axis_length() * 1e6, shape_.curvature_radius * 1e6, volume() * 1e18)};
  for (const geometry::Opening& opening : openings()) lines.push_back(opening_line(opening));
  if (!is_ring() && !is_open_)
    lines.emplace_back("both ends are closed by walls: [[openings]] would open them");
  return lines;
}

}  // namespace thalweg::blood
