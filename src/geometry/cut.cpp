// SPDX-License-Identifier: Apache-2.0
#include "geometry/cut.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "geometry/cap.hpp"

namespace thalweg::geometry {

namespace {

/// Corners that are so near to the plane, as a part of the surface's box, lie on it.
constexpr double on_plane = 1e-9;

class Cutter {
 public:
  Cutter(const TriangleSurface& surface, const CutPlane& plane) : from_(surface), plane_(plane) {
    const Bounds box = surface.bounds();
    const double tolerance = on_plane * distance(box.lower, box.upper);
    for (const Vector& corner : surface.corners) {
      const double beyond = (plane.is_high ? 1 : -1) * (corner[plane.axis] - plane.at);
      beyond_.push_back(std::abs(beyond) <= tolerance ? 0 : beyond);
    }
  }

  CutSurface cut() {
    for (const Triangle& triangle : from_.triangles) keep_part_of(triangle);
    for (const std::vector<int>& rim : rims()) add_cap(rim);
    find_hole();
    return {std::move(to_), hole_};
  }

 private:
  struct Cap {
    std::vector<Place2> rim;
    Vector corner;
  };

  double beyond(int corner) const { return beyond_[static_cast<std::size_t>(corner)]; }

  int kept(int corner) {
    const auto [at, is_new] = kept_.try_emplace(corner, static_cast<int>(to_.corners.size()));
    if (is_new) {
      to_.corners.push_back(from_.corners[static_cast<std::size_t>(corner)]);
      if (beyond(corner) == 0) to_.corners.back()[plane_.axis] = plane_.at;
    }
    return at->second;
  }

  /// Where an edge from a corner that is kept to one that is not meets the plane.
  int crossing(int inside, int outside) {
    if (beyond(inside) == 0) return kept(inside);
    const auto [at, is_new] =
        crossings_.try_emplace({inside, outside}, static_cast<int>(to_.corners.size()));
    if (is_new) {
      const Vector &a = from_.corners[static_cast<std::size_t>(inside)],
                   &b = from_.corners[static_cast<std::size_t>(outside)];
      const double part = beyond(inside) / (beyond(inside) - beyond(outside));
      to_.corners.push_back(plus(a, plus(b, a, -1), part));
      to_.corners.back()[plane_.axis] = plane_.at;
    }
    return at->second;
  }

  /// The polygon of three or four corners that lies on the kept side. The edge along the plane is
  /// passed the other way by the cap.
  void keep_part_of(const Triangle& triangle) {
    std::vector<int> polygon;
    int leaves = -1, enters = -1;
    for (std::size_t k = 0; k < 3; ++k) {
      const int here = triangle[k], next = triangle[(k + 1) % 3];
      const bool is_kept = beyond(here) <= 0, is_next_kept = beyond(next) <= 0;
      if (is_kept) polygon.push_back(kept(here));
      if (is_kept && !is_next_kept) polygon.push_back(leaves = crossing(here, next));
      if (!is_kept && is_next_kept) polygon.push_back(enters = crossing(next, here));
    }
    for (std::size_t n = 2; n < polygon.size(); ++n) add(polygon[0], polygon[n - 1], polygon[n]);
    if (leaves != enters) next_on_rim_.emplace(enters, leaves);
  }

  void add(int a, int b, int c) {
    if (a != b && b != c && c != a) to_.triangles.push_back({a, b, c});
  }

  /// Those that close.
  std::vector<std::vector<int>> rims() {
    std::vector<std::vector<int>> all;
    while (!next_on_rim_.empty()) {
      const int first = next_on_rim_.begin()->first;
      std::vector<int> rim;
      auto step = next_on_rim_.begin();
      while (step != next_on_rim_.end()) {
        rim.push_back(step->first);
        const int to = step->second;
        next_on_rim_.erase(step);
        if (to == first) {
          all.push_back(std::move(rim));
          break;
        }
        step = next_on_rim_.find(to);
      }
    }
    return all;
  }

  void add_cap(const std::vector<int>& rim) {
    std::vector<Place2> places;
    for (const int corner : rim) {
      const Vector& place = to_.corners[static_cast<std::size_t>(corner)];
      places.push_back({place[(plane_.axis + 1) % 3], place[(plane_.axis + 2) % 3]});
    }
    for (const auto& [a, b, c] : fill(places))
      add(rim[static_cast<std::size_t>(a)], rim[static_cast<std::size_t>(b)],
          rim[static_cast<std::size_t>(c)]);
    caps_.push_back({std::move(places), to_.corners[static_cast<std::size_t>(rim[0])]});
  }

  /// A rim within another that turns the other way. One that turns the same way belongs to surfaces
  /// that overlap.
  void find_hole() {
    for (const Cap& inner : caps_)
      for (const Cap& outer : caps_)
        if (&inner != &outer && encloses(outer.rim, inner.rim[0]) &&
            (signed_area(inner.rim) > 0) != (signed_area(outer.rim) > 0))
          hole_ = inner.corner;
  }

  const TriangleSurface& from_;
  CutPlane plane_;
  std::vector<double> beyond_;  // of each corner: how far on the side that is cut off
  TriangleSurface to_;
  std::map<int, int> kept_;
  std::map<std::array<int, 2>, int> crossings_;
  std::multimap<int, int> next_on_rim_;
  std::vector<Cap> caps_;
  std::optional<Vector> hole_;
};

}  // namespace

CutSurface cut_along(const TriangleSurface& surface, const CutPlane& plane) {
  return Cutter(surface, plane).cut();
}

}  // namespace thalweg::geometry
