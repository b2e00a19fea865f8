// SPDX-License-Identifier: Apache-2.0
// What packed cells are held to, by their true shapes.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/unit/solvers/blood/packing/samples.hpp"

namespace thalweg::blood::testing {

using Cells = std::vector<PackedCell>;
using Shapes = std::vector<Shape>;

inline const Shape& shape_of(const Shapes& shapes, const PackedCell& cell) {
  return shapes[static_cast<std::size_t>(cell.species)];
}

/// A place of the vessel in the frame of a cell.
inline Vector own_place(const PackedCell& cell, const Vector& place) {
  const Vector from = geometry::plus(place, cell.centre, -1);
  Vector own{};
  for (std::size_t d = 0; d < 3; ++d) own = geometry::plus(own, cell.rotation[d], from[d]);
  return own;
}

/// Calls use(a, b) for all pairs of cells that could meet, b moved to each of its images in turn.
template <class Use>
void for_each_pair(const Vessel& vessel, const Shapes& shapes, const Cells& cells, const Use& use) {
  for (const PackedCell& a : cells)
    for (PackedCell b : cells) {
      const Vector home = b.centre;
      for (int image = 0; image < 27; ++image) {
        const int turns[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
        bool exists = &a != &b;
        for (std::size_t d = 0; d < 3; ++d) {
          b.centre[d] = home[d] + turns[d] * vessel.size[d];
          exists = exists && (turns[d] == 0 || !vessel.is_walled(d));
        }
        const double apart = geometry::distance(a.centre, b.centre);
        const double reach = 1.3 * (shape_of(shapes, a).radius + shape_of(shapes, b).radius);
        if (exists && apart > 0 && apart < reach) use(a, b);
      }
    }
}

/// How many pairs have a place of one's surface inside the other.
inline int overlaps(const Vessel& vessel, const Shapes& shapes, const Cells& cells) {
  std::vector<std::vector<Vector>> surfaces;
  for (const Shape& shape : shapes) surfaces.push_back(shape.surface(16, 24));
  int count = 0;
  for_each_pair(vessel, shapes, cells, [&](const PackedCell& a, const PackedCell& b) {
    const auto& surface = surfaces[static_cast<std::size_t>(a.species)];
    count += std::any_of(surface.begin(), surface.end(), [&](const Vector& own) {
      return shape_of(shapes, b).contains(own_place(b, a.place(own)));
    });
  });
  return count;
}

/// The least distance between places on the surfaces of two cells [m].
inline double least_distance(const Vessel& vessel, const Shapes& shapes, const Cells& cells) {
  std::vector<std::vector<Vector>> surfaces;
  for (const Shape& shape : shapes) surfaces.push_back(shape.surface(12, 16));
  double least = HUGE_VAL;
  for_each_pair(vessel, shapes, cells, [&](const PackedCell& a, const PackedCell& b) {
    for (const Vector& p : surfaces[static_cast<std::size_t>(a.species)])
      for (const Vector& q : surfaces[static_cast<std::size_t>(b.species)])
        least = std::min(least, geometry::distance(a.place(p), b.place(q)));
  });
  return least;
}

/// The same cells, by every bit.
inline bool are_same(const Cells& a, const Cells& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const PackedCell& p, const PackedCell& q) {
        return p.species == q.species && p.centre == q.centre && p.rotation == q.rotation;
      });
}

}  // namespace thalweg::blood::testing
