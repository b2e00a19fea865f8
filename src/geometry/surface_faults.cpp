// SPDX-License-Identifier: Apache-2.0
#include "geometry/surface_faults.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "geometry/connected.hpp"

namespace thalweg::geometry {

namespace {

/// A side of a triangle, from its corner of lower number to the other.
struct Side {
  int low, high;
  bool is_forward;  // as the triangle passes it

  bool same_edge(const Side& other) const { return low == other.low && high == other.high; }
};

/// Sides of one edge stand together.
std::vector<Side> sorted_sides(const TriangleSurface& surface) {
  std::vector<Side> sides;
  sides.reserve(3 * surface.triangles.size());
  for (const Triangle& triangle : surface.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int from = triangle[k], to = triangle[(k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), from < to});
    }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return a.low != b.low ? a.low < b.low : a.high < b.high;
  });
  return sides;
}

Bounds joined(const Bounds& box, const Vector& place) {
  Bounds all = box;
  for (std::size_t d = 0; d < 3; ++d) {
    all.lower[d] = std::min(all.lower[d], place[d]);
    all.upper[d] = std::max(all.upper[d], place[d]);
  }
  return all;
}

Hole hole_in(const Bounds& box, std::int64_t edges) {
  const Vector size = plus(box.upper, box.lower, -1);
  return {plus(box.lower, size, 0.5), std::max({size[0], size[1], size[2]}), edges};
}

std::vector<Hole> holes_of(const TriangleSurface& surface, const std::vector<Side>& open) {
  Connected corners(surface.corners.size());
  for (const Side& side : open)
    corners.join(static_cast<std::size_t>(side.low), static_cast<std::size_t>(side.high));
  std::map<std::size_t, std::pair<Bounds, std::int64_t>> found;  // by group
  for (const Side& side : open) {
    const Vector &a = surface.corners[static_cast<std::size_t>(side.low)],
                 &b = surface.corners[static_cast<std::size_t>(side.high)];
    auto& [box, edges] = found
                             .try_emplace(corners.group(static_cast<std::size_t>(side.low)),
                                          Bounds{a, a}, std::int64_t{0})
                             .first->second;
    box = joined(joined(box, a), b);
    ++edges;
  }
  std::vector<Hole> holes;
  holes.reserve(found.size());
  for (const auto& [group, hole] : found) holes.push_back(hole_in(hole.first, hole.second));
  std::stable_sort(holes.begin(), holes.end(),
                   [](const Hole& a, const Hole& b) { return a.width > b.width; });
  return holes;
}

}  // namespace

SurfaceFaults faults_of(const TriangleSurface& surface) {
  const std::vector<Side> sides = sorted_sides(surface);
  SurfaceFaults faults;
  std::vector<Side> open;
  for (std::size_t first = 0, end = 0; first < sides.size(); first = end) {
    int excess = 0;
    while (end < sides.size() && sides[end].same_edge(sides[first]))
      excess += sides[end++].is_forward ? 1 : -1;
    if (excess == 0) continue;
    const Vector &a = surface.corners[static_cast<std::size_t>(sides[first].low)],
                 &b = surface.corners[static_cast<std::size_t>(sides[first].high)];
    if (end - first == 1)
      open.push_back(sides[first]);
    else
      (end - first == 2 ? faults.turned : faults.crowded).push_back(plus(a, plus(b, a, -1), 0.5));
  }
  faults.holes = holes_of(surface, open);
  return faults;
}

}  // namespace thalweg::geometry
