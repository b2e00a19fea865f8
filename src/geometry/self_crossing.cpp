// SPDX-License-Identifier: Apache-2.0
#include "geometry/self_crossing.hpp"

#include <algorithm>

#include "geometry/surface_queries.hpp"

namespace thalweg::geometry {

std::optional<SelfCrossing> find_self_crossing(const TriangleSurface& surface) {
  constexpr std::uint8_t any = 1;
  const SurfaceQueries queries(surface, std::vector<std::uint8_t>(surface.triangles.size(), any));
  for (int t = 0; t < static_cast<int>(surface.triangles.size()); ++t) {
    const Triangle& triangle = surface.triangles[static_cast<std::size_t>(t)];
    for (std::size_t k = 0; k < 3; ++k) {
      const int from = triangle[k], to = triangle[(k + 1) % 3];
      const Vector &begin = surface.corner(t, static_cast<int>(k)),
                   step = plus(surface.corner(t, static_cast<int>((k + 1) % 3)), begin, -1);
      for (const Crossing& crossing : queries.crossings(begin, step, any)) {
        const Triangle& other = surface.triangles[static_cast<std::size_t>(crossing.triangle)];
        const bool is_beside = std::ranges::find(other, from) != other.end() ||
                               std::ranges::find(other, to) != other.end();
        if (!is_beside) return SelfCrossing{{t, crossing.triangle}, plus(begin, step, crossing.at)};
      }
    }
  }
  return std::nullopt;
}

}  // namespace thalweg::geometry
