// SPDX-License-Identifier: Apache-2.0
// Whether surfaces pass through themselves or each other.
#pragma once

#include <array>
#include <optional>

#include "geometry/triangle_surface.hpp"

namespace thalweg::geometry {

struct SelfCrossing {
  std::array<int, 2> triangles{};  // one that has the edge, and the one that it passes through
  Vector place{};                  // m
};

/// The first edge, by triangles, that passes through a triangle that it has no corner in common
/// with. Where two parts of a closed surface cross, an edge of one passes through the other.
std::optional<SelfCrossing> find_self_crossing(const TriangleSurface& surface);

}  // namespace thalweg::geometry
