// SPDX-License-Identifier: Apache-2.0
#include "geometry/openings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "geometry/connected.hpp"
#include "geometry/triangle_distance.hpp"

namespace thalweg::geometry {

namespace {

using Edge = std::array<int, 2>;  // the lower number first

Edge edge_of(const Triangle& triangle, std::size_t k) {
  const auto [low, high] = std::minmax(triangle[k], triangle[(k + 1) % 3]);
  return {low, high};
}

struct Face {
  std::size_t axis;
  bool is_high;
  double at;         // m
  double tolerance;  // m
};

/// Single precision, which files have, puts corners beside their plane.
std::vector<int> triangles_in(const TriangleSurface& surface, const Face& face) {
  std::vector<int> found;
  for (int t = 0; t < static_cast<int>(surface.triangles.size()); ++t) {
    bool lies = true;
    for (int k = 0; k < 3; ++k)
      lies = lies && std::abs(surface.corner(t, k)[face.axis] - face.at) <= face.tolerance;
    if (lies) found.push_back(t);
  }
  return found;
}

std::vector<Opening> parts_of(const TriangleSurface& surface, const std::vector<int>& triangles,
                              const Face& face) {
  std::map<int, std::size_t> number;  // of corners, among those of these triangles
  for (const int t : triangles)
    for (const int corner : surface.triangles[static_cast<std::size_t>(t)])
      number.try_emplace(corner, number.size());
  Connected corners(number.size());
  for (const int t : triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [a, b] = edge_of(surface.triangles[static_cast<std::size_t>(t)], k);
      corners.join(number.at(a), number.at(b));
    }
  std::map<std::size_t, Opening> parts;
  for (const int t : triangles) {
    const int corner = surface.triangles[static_cast<std::size_t>(t)][0];
    parts[corners.group(number.at(corner))].triangles.push_back(t);
  }
  std::vector<Opening> openings;
  for (auto& [group, part] : parts) {
    part.axis = face.axis;
    part.is_high = face.is_high;
    openings.push_back(std::move(part));
  }
  return openings;
}

void measure(const TriangleSurface& surface, Opening& opening) {
  Vector sum{}, moment{};
  for (const int t : opening.triangles) sum = plus(sum, surface.area_vector(t));
  std::set<Edge> rim;
  for (const int t : opening.triangles) {
    const Vector of = surface.area_vector(t);
    const double facing = dot(of, sum);  // below 0 where it overlaps others, which count twice
    const double area = facing == 0 ? 0 : std::copysign(std::sqrt(dot(of, of)), facing);
    opening.area += area;
    for (int k = 0; k < 3; ++k) {
      moment = plus(moment, surface.corner(t, k), area / 3);
      const Edge edge =
          edge_of(surface.triangles[static_cast<std::size_t>(t)], static_cast<std::size_t>(k));
      if (!rim.insert(edge).second) rim.erase(edge);  // edges within have two triangles
    }
  }
  opening.rim.assign(rim.begin(), rim.end());
  for (const auto& [a, b] : opening.rim)
    opening.perimeter += distance(surface.corners[static_cast<std::size_t>(a)],
                                  surface.corners[static_cast<std::size_t>(b)]);
  if (opening.area == 0) return;
  opening.normal = unit(sum);
  opening.center = plus({}, moment, 1 / opening.area);
  opening.nearest_rim = std::numeric_limits<double>::infinity();
  for (const Edge& edge : rim) {
    const Vector &a = surface.corners[static_cast<std::size_t>(edge[0])],
                 &b = surface.corners[static_cast<std::size_t>(edge[1])];
    opening.nearest_rim = std::min(opening.nearest_rim, distance_to_edge(opening.center, a, b));
    opening.farthest_rim =
        std::max({opening.farthest_rim, distance(a, opening.center), distance(b, opening.center)});
  }
}

/// What a wall makes of a rim's edges: lengths, and times the cosine between it and the opening.
struct Turn {
  double length = 0, along = 0;
};

/// For all openings of a surface in one pass over its triangles.
std::vector<Turn> turns_at(const TriangleSurface& surface, const std::vector<Opening>& openings) {
  std::map<Edge, std::size_t> of_edge;
  for (std::size_t n = 0; n < openings.size(); ++n)
    for (const Edge& edge : openings[n].rim) of_edge[edge] = n;
  std::vector<Turn> turns(openings.size());
  for (int t = 0; t < static_cast<int>(surface.triangles.size()); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Edge edge = edge_of(surface.triangles[static_cast<std::size_t>(t)], k);
      const auto at = of_edge.find(edge);
      if (at == of_edge.end()) continue;
      const Opening& opening = openings[at->second];
      if (std::ranges::binary_search(opening.triangles, t)) continue;
      const double length = distance(surface.corners[static_cast<std::size_t>(edge[0])],
                                     surface.corners[static_cast<std::size_t>(edge[1])]);
      const Vector normal = surface.area_vector(t);
      const double size = std::sqrt(dot(normal, normal));
      turns[at->second].length += length;
      if (size > 0) turns[at->second].along += length * dot(normal, opening.normal) / size;
    }
  }
  return turns;
}

/// Of the corners of one to the rim of the other.
double one_way(const TriangleSurface& surface, const std::vector<const Opening*>& some,
               const std::vector<const Opening*>& others, const Vector& shift) {
  const auto corner = [&](int c) { return surface.corners[static_cast<std::size_t>(c)]; };
  double largest = 0;
  for (const Opening* from : some)
    for (const Edge& edge : from->rim) {
      double nearest = std::numeric_limits<double>::infinity();
      for (const Opening* to : others)
        for (const Edge& other : to->rim)
          nearest =
              std::min(nearest, distance_to_edge(corner(edge[0]), plus(corner(other[0]), shift),
                                                 plus(corner(other[1]), shift)));
      largest = std::max(largest, nearest);
    }
  return largest;
}

}  // namespace

std::string name_of_opening(std::size_t axis, bool is_high, int number) {
  const std::string face = std::string(1, "xyz"[axis]) + (is_high ? "_high" : "_low");
  return number == 1 ? face : face + "_" + std::to_string(number);
}

std::vector<Opening> find_openings(const TriangleSurface& surface) {
  const Bounds box = surface.bounds();
  const double tolerance = 1e-6 * distance(box.lower, box.upper);
  std::vector<Opening> flat;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const bool is_high : {false, true}) {
      const Face face{axis, is_high, (is_high ? box.upper : box.lower)[axis], tolerance};
      std::vector<Opening> parts = parts_of(surface, triangles_in(surface, face), face);
      for (Opening& part : parts) measure(surface, part);
      std::ranges::stable_sort(parts, std::ranges::greater{}, &Opening::area);
      std::ranges::move(parts, std::back_inserter(flat));
    }
  const std::vector<Turn> turns = turns_at(surface, flat);
  constexpr double cosine_of_45_degrees = 0.7071;
  std::vector<Opening> openings;
  int number = 0;
  for (std::size_t n = 0; n < flat.size(); ++n) {
    if (flat[n].area == 0 || turns[n].along > cosine_of_45_degrees * turns[n].length) continue;
    const bool same_face = !openings.empty() && openings.back().axis == flat[n].axis &&
                           openings.back().is_high == flat[n].is_high;
    number = same_face ? number + 1 : 1;
    flat[n].name = name_of_opening(flat[n].axis, flat[n].is_high, number);
    openings.push_back(std::move(flat[n]));
  }
  return openings;
}

double rim_distance(const TriangleSurface& surface, const std::vector<const Opening*>& some,
                    const std::vector<const Opening*>& others, const Vector& shift) {
  if (some.empty() || others.empty()) return std::numeric_limits<double>::infinity();
  return std::max(one_way(surface, some, others, shift),
                  one_way(surface, others, some, plus({}, shift, -1)));
}

}  // namespace thalweg::geometry
