// SPDX-License-Identifier: Apache-2.0
// Makes a surface of triangles that are given by the places of their corners.
#pragma once

#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "geometry/triangle_surface.hpp"

namespace thalweg::geometry {

/// Corners at equal places become one, and triangles that have no area by that are left out.
class SurfaceBuilder {
 public:
  void add(const std::array<Vector, 3>& places) {
    Triangle triangle;
    for (std::size_t k = 0; k < 3; ++k) triangle[k] = number(places[k]);
    if (triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0])
      surface_.triangles.push_back(triangle);
  }
  TriangleSurface take() { return std::move(surface_); }

 private:
  struct HashOfPlace {
    std::size_t operator()(const Vector& place) const {
      std::uint64_t hash = 0;
      for (const double x : place) {
        hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
      }
      return hash;
    }
  };

  int number(Vector place) {
    for (double& x : place) x += 0.0;  // -0 is 0
    const auto [at, is_new] = of_place_.try_emplace(place, static_cast<int>(of_place_.size()));
    if (is_new) surface_.corners.push_back(place);
    return at->second;
  }

  std::unordered_map<Vector, int, HashOfPlace> of_place_;
  TriangleSurface surface_;
};

}  // namespace thalweg::geometry
