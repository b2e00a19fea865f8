// SPDX-License-Identifier: Apache-2.0
// What straight lines meet of a surface of triangles, and how far places are from it. Embree finds
// the triangles that may matter, by boxes of single precision that are a little too large; which of
// them do is decided here, in double precision.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "geometry/triangle_surface.hpp"

namespace thalweg::geometry {

/// Where a line passes a surface.
struct Crossing {
  double at = 0;  // as a part of the line
  int turn = 0;   // 1: to the outside, -1: to the inside
  int triangle = 0;
};

/// The triangle of a surface that is nearest to a place.
struct Nearest {
  int triangle = -1;                                          // none is nearer than asked
  double distance = std::numeric_limits<double>::infinity();  // m
};

/// Any number of threads may ask at once. The answers depend on the question alone, not on the rank
/// or on what else is asked.
class SurfaceQueries {
 public:
  /// Each triangle has a kind, which is one bit or more; questions name the kinds that they are
  /// about. Throws Error where Embree cannot be had.
  SurfaceQueries(TriangleSurface surface, std::vector<std::uint8_t> kinds);
  ~SurfaceQueries();
  SurfaceQueries(SurfaceQueries&&) noexcept;
  SurfaceQueries& operator=(SurfaceQueries&&) noexcept;

  const TriangleSurface& surface() const;
  /// All crossings of the line from a place along a step, in order. A line through an edge or a
  /// corner passes beside it, on a side that all triangles there agree on: of a closed surface no
  /// crossing is lost or found twice.
  std::vector<Crossing> crossings(const Vector& from, const Vector& step, std::uint8_t kinds) const;
  /// At most so far away. Of triangles as near as each other the first by the places of its
  /// corners, so that their numbers do not matter.
  Nearest nearest_to(const Vector& place, std::uint8_t kinds,
                     double most = std::numeric_limits<double>::infinity()) const;
  /// To the nearest triangle [m]; `most` where none is nearer.
  double distance_to(const Vector& place, std::uint8_t kinds,
                     double most = std::numeric_limits<double>::infinity()) const;

 private:
  struct Scene;
  std::unique_ptr<Scene> scene_;
};

}  // namespace thalweg::geometry
