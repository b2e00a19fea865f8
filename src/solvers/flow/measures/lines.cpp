// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/measures/lines.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

#include "base/error.hpp"
#include "grid/walk.hpp"
#include "solvers/flow/mesh/rigid_motion.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

namespace {

Vector difference(const Vector& a, const Vector& b) { return geometry::plus(a, b, -1); }

/// One cell with the centres of its neighbours along its axes.
class Stencil {
 public:
  Stencil(const MeshLevel& mesh, const grid::BlockPlace& place, const grid::Cell& cell)
      : mesh_(mesh), place_(place), cell_(cell), centre_(cell_centre(mesh, place.block, cell)) {
    for (int axis = mesh.mesh->first_axis(); axis < 3; ++axis)
      for (const bool upper : {false, true}) side(axis, upper) = neighbour(axis, upper);
  }

  /// Where the place is, in spacings of cells; by Newton's method.
  Vector coordinates(const Vector& place) const {
    Vector at{};
    constexpr int enough = 12;
    for (int n = 0; n < enough; ++n) {
      Vector rest = difference(place, mapped(at));
      std::array<Vector, 3> tangents{{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}}};
      for (int axis = mesh_.mesh->first_axis(); axis < 3; ++axis)
        tangents[index(axis)] = tangent(axis, at[index(axis)]);
      if (mesh_.mesh->is_flat) rest[2] = 0;
      const double volume = geometry::dot(tangents[2], geometry::cross(tangents[1], tangents[0]));
      for (std::size_t d = 0; d < 3; ++d) {
        const Vector normal = geometry::cross(tangents[(d + 2) % 3], tangents[(d + 1) % 3]);
        at[d] += geometry::dot(rest, normal) / volume;
      }
    }
    return at;
  }

  SamplePoint point(int number, const Vector& coordinates) const {
    SamplePoint point{.number = number};
    const std::int64_t strides[3] = {place_.stride[0], place_.stride[1], 1};
    const std::int64_t own = place_.at(cell_[0], cell_[1], cell_[2]);
    for (std::int64_t& cell : point.cells) cell = own;
    point.weights[6] = 1;
    for (int axis = mesh_.mesh->first_axis(); axis < 3; ++axis) {
      const double s = coordinates[index(axis)];
      const std::size_t low = index(2 * axis);
      point.cells[low] = own - strides[axis];
      point.cells[low + 1] = own + strides[axis];
      point.weights[low] = (s * s - s) / 2;
      point.weights[low + 1] = (s * s + s) / 2;
      point.weights[6] -= s * s;
    }
    return point;
  }

 private:
  Vector& side(int axis, bool upper) { return sides_[index(2 * axis + upper)]; }
  const Vector& side(int axis, bool upper) const { return sides_[index(2 * axis + upper)]; }

  /// The centre of the next cell, also in another block; beyond a boundary as far on as the face.
  Vector neighbour(int axis, bool upper) const {
    grid::Cell own_face = cell_;
    own_face[index(axis)] += upper;
    const Vector face = face_centre(mesh_, place_.block, axis, own_face);
    const auto next = grid::onwards(mesh_.blocks, {place_.block, cell_}, axis, upper ? 1 : -1);
    if (!next) return geometry::plus(face, difference(face, centre_));
    // Through the face that both have, as periodic ones lie elsewhere.
    const bool runs_on = (next->map.sign[index(axis)] > 0) == upper;
    grid::Cell their_face = next->cell;
    their_face[index(next->map.axis[index(axis)])] += !runs_on;
    const Vector there = face_centre(mesh_, next->block, next->map.axis[index(axis)], their_face);
    const Vector beyond = difference(cell_centre(mesh_, next->block, next->cell), there);
    return geometry::plus(face, turned(beyond, mesh_.mesh->turn_axis, -turn(axis, upper)));
  }
  /// What a direction is turned by on the way to the next cell.
  double turn(int axis, bool upper) const {
    for (const grid::Connection& c : mesh_.blocks.at(place_.block, {axis, upper}))
      if (c.patch.contains(cell_)) return c.turn;
    return 0;
  }
  Vector mapped(const Vector& at) const {
    Vector place = centre_;
    for (int axis = mesh_.mesh->first_axis(); axis < 3; ++axis) {
      const double s = at[index(axis)];
      place = geometry::plus(place, difference(side(axis, true), centre_), (s * s + s) / 2);
      place = geometry::plus(place, difference(side(axis, false), centre_), (s * s - s) / 2);
    }
    return place;
  }
  Vector tangent(int axis, double s) const {
    return geometry::plus(geometry::plus({}, difference(side(axis, true), centre_), s + 0.5),
                          difference(side(axis, false), centre_), s - 0.5);
  }

  const MeshLevel& mesh_;
  const grid::BlockPlace& place_;
  grid::Cell cell_;
  Vector centre_;
  std::array<Vector, 6> sides_{};
};

/// The box around the corners of a cell: most cells are far from most places.
class CornerBox {
 public:
  CornerBox(const MeshLevel& mesh, int block, const grid::Cell& cell)
      : dimensions_(mesh.mesh->is_flat ? 2 : 3) {
    grid::for_each_cell({{0, 0, 0}, {2, 2, 2}}, [&](const grid::Cell& corner) {
      const Vector v =
          mesh.vertex(block, {cell[0] + corner[0], cell[1] + corner[1], cell[2] + corner[2]});
      for (std::size_t n = 0; n < dimensions_; ++n) {
        lower_[n] = std::min(lower_[n], v[n]);
        upper_[n] = std::max(upper_[n], v[n]);
      }
    });
  }
  bool holds(const Vector& place) const {
    for (std::size_t n = 0; n < dimensions_; ++n) {
      const double rounding = 1e-9 * (upper_[n] - lower_[n]);
      if (place[n] < lower_[n] - rounding || place[n] > upper_[n] + rounding) return false;
    }
    return true;
  }

 private:
  static constexpr double far = std::numeric_limits<double>::infinity();
  std::size_t dimensions_;
  Vector lower_{far, far, far}, upper_{-far, -far, -far};
};

/// Whether a place is on the inner side of all faces of a cell, or on one by rounding.
bool holds(const MeshLevel& mesh, int block, const grid::Cell& cell, const Vector& place) {
  constexpr double rounding = 1e-9;
  for (int axis = mesh.mesh->first_axis(); axis < 3; ++axis)
    for (const bool upper : {false, true}) {
      grid::Cell face = cell;
      face[index(axis)] += upper;
      const Vector area = face_area(mesh, block, axis, face),
                   centre = face_centre(mesh, block, axis, face);
      const double beyond = geometry::dot(difference(place, centre), area) * (upper ? 1 : -1);
      if (beyond > rounding * std::pow(geometry::dot(area, area), 0.75)) return false;
    }
  return true;
}

}  // namespace

std::vector<Vector> places_along(const Line& line) {
  std::vector<Vector> places;
  places.reserve(index(line.points));
  const Vector along = difference(line.to, line.from);
  for (int n = 0; n < line.points; ++n)
    places.push_back(geometry::plus(line.from, along, static_cast<double>(n) / (line.points - 1)));
  return places;
}

SamplePoints sample_points(const std::function<std::string(std::size_t)>& name_of,
                           std::vector<Vector> places, const MeshLevel& mesh,
                           const grid::BlockArena& arena, const transport::Communicator& comm) {
  SamplePoints points{{}, std::move(places)};
  const std::size_t count = points.places.size();
  std::vector<double> owners(count, comm.size());
  for (const grid::BlockPlace& place : arena.places())
    grid::for_each_cell(
        {{}, {place.cells[0], place.cells[1], place.cells[2]}}, [&](const grid::Cell& cell) {
          const CornerBox box(mesh, place.block, cell);
          std::optional<Stencil> stencil;
          for (std::size_t n = 0; n < count; ++n) {
            const Vector& at = points.places[n];
            if (owners[n] == comm.rank() || !box.holds(at) || !holds(mesh, place.block, cell, at))
              continue;
            if (!stencil) stencil.emplace(mesh, place, cell);
            points.own.push_back(stencil->point(static_cast<int>(n), stencil->coordinates(at)));
            owners[n] = comm.rank();
          }
        });
  comm.min(owners);
  for (std::size_t n = 0; n < count; ++n)
    if (owners[n] == comm.size()) {
      const Vector& at = points.places[n];
      throw InputError(fmt::format("{}: the point ({:.6g}, {:.6g}, {:.6g}) lies in no cell of the "
                                   "grid. Nothing was run.",
                                   name_of(n), at[0], at[1], at[2]));
    }
  std::erase_if(points.own,
                [&](const SamplePoint& p) { return owners[index(p.number)] != comm.rank(); });
  return points;
}

}  // namespace thalweg::flow
