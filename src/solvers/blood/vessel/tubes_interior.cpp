// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/tubes_interior.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solvers/blood/vessel/passage.hpp"
#include "solvers/blood/vessel/report_lines.hpp"

namespace thalweg::blood {

namespace {

using geometry::Vector;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Half the length, along an axis, of a disc across a direction.
double reach_of_disc(double along, double radius) {
  return radius * std::sqrt(std::max(0.0, 1 - along * along));
}

void extend(geometry::Bounds& box, const Vector& center, const Vector& reach) {
  for (std::size_t d = 0; d < 3; ++d) {
    box.lower[d] = std::min(box.lower[d], center[d] - reach[d]);
    box.upper[d] = std::max(box.upper[d], center[d] + reach[d]);
  }
}

}  // namespace

TubesInterior::TubesInterior(const std::vector<TubePath>& tubes, double period, bool is_open)
    : period_(period),
      tubes_(tubes.size()), box_{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}},
      width_(infinity) {
  for (const TubePath& tube : tubes) {
    add(tube);
    width_ = std::min(width_, tube.diameter);
  }
  join_ends(tubes, 0);
  if (period > 0) {
    join_ends(tubes, -period);
    join_ends(tubes, period);
  }
  find_box(tubes);
  if (period > 0) add_images();
  if (is_open) open_ends();
  measure();
}

void TubesInterior::add(const TubePath& tube) {
  const std::size_t last = tube.points.size() - 2;
  for (std::size_t n = 0; n <= last; ++n) {
    const Vector step = geometry::plus(tube.points[n + 1], tube.points[n], -1);
    pieces_.push_back({tube.points[n],
                       geometry::unit(step),
                       std::sqrt(geometry::dot(step, step)),
                       tube.diameter / 2,
                       {n == 0, n == last}});
    if (n > 0)
      balls_.push_back({tube.points[n], tube.diameter / 2, true, pieces_[pieces_.size() - 2].along,
                        pieces_.back().along});
  }
}

void TubesInterior::add_images() {
  const std::vector<Piece> pieces = pieces_;
  const std::vector<Ball> balls = balls_;
  for (const double shift : {-period_, period_}) {
    for (Piece piece : pieces) {
      piece.from[0] += shift;
      pieces_.push_back(piece);
    }
    for (Ball ball : balls) {
      ball.center[0] += shift;
      balls_.push_back(ball);
    }
  }
}

/// Balls where an end of a tube stands on one of another, or of an image of it. They open the flat
/// wall of an end that is no wider, and as much as they are wide of one that is.
void TubesInterior::join_ends(const std::vector<TubePath>& tubes, double shift) {
  struct End {
    Vector place;
    Piece& piece;
    std::size_t number;
  };
  std::vector<End> ends;
  auto first = pieces_.begin();
  for (const TubePath& tube : tubes) {
    const auto last = first + static_cast<std::ptrdiff_t>(tube.points.size()) - 2;
    ends.push_back({tube.points.front(), *first, 0});
    ends.push_back({tube.points.back(), *last, 1});
    first = last + 1;
  }
  for (std::size_t a = 0; a < ends.size(); ++a)
    for (std::size_t b = 0; b < ends.size(); ++b) {
      if (a == b && shift == 0) continue;
      const Vector other = geometry::plus(ends[b].place, {shift, 0, 0});
      Piece& piece = ends[a].piece;
      if (geometry::distance(ends[a].place, other) > 1e-6 * piece.radius) continue;
      const double radius = std::min(piece.radius, ends[b].piece.radius);
      balls_.push_back({.center = ends[a].place, .radius = radius});
      double& way = piece.way[ends[a].number];
      way = std::max(way, radius);
      if (way >= piece.radius) piece.is_closed[ends[a].number] = false;
    }
}

/// Along x, where it is periodic, from the first end of any tube on.
void TubesInterior::find_box(const std::vector<TubePath>& tubes) {
  for (const Piece& piece : pieces_) {
    Vector reach{};
    for (std::size_t d = 0; d < 3; ++d) reach[d] = reach_of_disc(piece.along[d], piece.radius);
    for (const double at : {0.0, piece.length})
      extend(box_, geometry::plus(piece.from, piece.along, at), reach);
  }
  for (const Ball& ball : balls_)
    for (std::size_t d = 0; d < 3; ++d)
      for (const double side : {-1.0, 1.0}) {
        Vector edge = ball.center;
        edge[d] += side * ball.radius;
        if (room_in(ball, edge) > -ball.radius) extend(box_, edge, {});
      }
  if (period_ == 0) return;
  box_.lower[0] = infinity;
  for (const TubePath& tube : tubes)
    for (const Vector& point : tube.points) box_.lower[0] = std::min(box_.lower[0], point[0]);
  box_.upper[0] = box_.lower[0] + period_;
}

void TubesInterior::open_ends() {
  std::vector<FlatEnd> ends;
  for (Piece& piece : pieces_)
    for (const bool is_last : {false, true}) {
      const FlatEnd end{geometry::plus(piece.from, piece.along, is_last ? piece.length : 0),
                        geometry::plus({}, piece.along, is_last ? 1 : -1), piece.radius};
      if (!piece.is_closed[is_last] || !lies_in_face(end, box_)) continue;
      piece.is_closed[is_last] = false;
      piece.is_open[is_last] = true;
      ends.push_back(end);
    }
  ends_ = FlatEnds(ends);
}

double TubesInterior::clearance(const Vector& place) const { return room(place, false); }

double TubesInterior::room(const Vector& asked, bool with_openings) const {
  Vector place = asked;
  if (period_ > 0) place[0] -= period_ * std::floor((place[0] - box_.lower[0]) / period_);
  double most = -infinity;
  for (const Piece& piece : pieces_) most = std::max(most, room_in(piece, place, with_openings));
  for (const Ball& ball : balls_) most = std::max(most, room_in(ball, place));
  return most;
}

double TubesInterior::room_in(const Piece& piece, const Vector& place, bool with_openings) {
  const Vector from = geometry::plus(place, piece.from, -1);
  const double at = geometry::dot(from, piece.along);
  // Outside the nearest wall is as far as the piece.
  const double within = std::min(at, piece.length - at);
  const Vector across = geometry::plus(from, piece.along, -at);
  const double room = piece.radius - std::sqrt(geometry::dot(across, across));
  if (within < 0) return std::min(room, within);
  const auto ends = [&](std::size_t n) {
    return piece.is_closed[n] || (with_openings && piece.is_open[n]);
  };
  // In front of a way into another tube its rim is nearest.
  const double radius = piece.radius - room;
  const auto to_end = [&](std::size_t n, double ahead) {
    return std::hypot(ahead, std::max(0.0, piece.way[n] - radius));
  };
  return std::min(
      {room, ends(0) ? to_end(0, at) : room, ends(1) ? to_end(1, piece.length - at) : room});
}

double TubesInterior::room_in(const Ball& ball, const Vector& place) {
  const Vector from = geometry::plus(place, ball.center, -1);
  if (ball.is_between &&
      (geometry::dot(from, ball.before) < 0 || geometry::dot(from, ball.after) > 0))
    return -infinity;
  return ball.radius - std::sqrt(geometry::dot(from, from));
}

bool TubesInterior::is_inside(const Vector& place) const {
  constexpr double rounding = 1e-9;  // a place on the wall but for rounding is outside
  return room(place, true) > rounding * width_;
}

namespace {

using Parts = std::array<int, 3>;

/// So many along each axis that none is longer.
Parts parts_of(const Vector& size, double longest) {
  Parts parts;
  for (std::size_t d = 0; d < 3; ++d)
    parts[d] = std::max(1, static_cast<int>(std::ceil(size[d] / longest)));
  return parts;
}

Vector part_size(const Vector& size, const Parts& parts) {
  return {size[0] / parts[0], size[1] / parts[1], size[2] / parts[2]};
}

/// Calls visit(middle) for all parts of a box.
template <class Visit>
void for_each_middle(const Vector& lower, const Vector& size, const Parts& parts,
                     const Visit& visit) {
  const Vector part = part_size(size, parts);
  for (int z = 0; z < parts[2]; ++z)
    for (int y = 0; y < parts[1]; ++y)
      for (int x = 0; x < parts[0]; ++x)
        visit(Vector{lower[0] + (x + 0.5) * part[0], lower[1] + (y + 0.5) * part[1],
                     lower[2] + (z + 0.5) * part[2]});
}

double volume_of_box(const Vector& size) { return size[0] * size[1] * size[2]; }

}  // namespace

/// By places all over: those within half a step of the wall count in part to the volume. The area
/// is that of a layer at both sides of the wall, where places count the less the farther they are,
/// so that its bends cancel. Most of the box around tubes that meet may be empty, so places are in
/// blocks that tubes come near to alone.
void TubesInterior::measure() {
  constexpr double most_blocks = 1e6, most = 4e6;
  const double margin = width_ / 4;
  Vector lower = box_.lower, size = geometry::plus(box_.upper, box_.lower, -1);
  for (std::size_t d = 0; d < 3; ++d)
    if (is_walled(d)) lower[d] -= margin, size[d] += 2 * margin;
  const Parts blocks =
      parts_of(size, std::max(width_ / 2, std::cbrt(volume_of_box(size) / most_blocks)));
  const Vector block = part_size(size, blocks);
  const double reach = margin + std::sqrt(geometry::dot(block, block)) / 2;
  std::vector<Vector> near;  // middles of blocks
  for_each_middle(lower, size, blocks, [&](const Vector& middle) {
    if (room(middle, true) > -reach) near.push_back(middle);
  });
  const double volume = static_cast<double>(near.size()) * volume_of_box(block);
  const double step = std::max(width_ / 24, std::cbrt(volume / most)),
               layer = std::min(2 * step, margin);
  const Parts places = parts_of(block, step);
  double inside = 0, beside = 0;
  for (const Vector& middle : near)
    for_each_middle(geometry::plus(middle, block, -0.5), block, places, [&](const Vector& place) {
      const double away = room(place, true);
      inside += std::clamp(away / step + 0.5, 0.0, 1.0);
      beside += std::max(0.0, 1 - std::abs(away) / layer);
    });
  const double cell = volume_of_box(part_size(block, places));
  volume_ = inside * cell;
  wall_area_ = beside * cell / layer;
  for (const geometry::Opening& opening : openings()) wall_area_ -= opening.area;
}

std::vector<std::string> TubesInterior::report_with(const Interior& walls, double spacing) const {
  const Vector size = geometry::plus(box_.upper, box_.lower, -1);
  std::vector<std::string> lines{fmt::format(
      "{} tube{} in a box of {:.4g} x {:.4g} x {:.4g} um, about {:.4g} um^3; the narrowest is "
      "{:.4g} um wide",
      tubes_, tubes_ == 1 ? "" : "s", size[0] * 1e6, size[1] * 1e6, size[2] * 1e6, volume_ * 1e18,
      width_ * 1e6)};
  for (const geometry::Opening& opening : openings()) lines.push_back(opening_line(opening));
  if (!openings().empty()) add_passage(find_passage(walls, box_, spacing), spacing, lines);
  return lines;
}

}  // namespace thalweg::blood
