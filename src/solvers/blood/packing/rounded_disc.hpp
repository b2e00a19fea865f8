// SPDX-License-Identifier: Apache-2.0
// The shape that stands for a cell while cells are packed: all places that are no farther than a
// radius from a flat disc. Red cells, platelets and balls fill it well (docs/design/packing.md).
#pragma once

#include <vector>

#include "geometry/vector.hpp"

namespace thalweg::blood {

/// Lies about the origin, its axis along z. A core of 0 is a ball.
struct RoundedDisc {
  double core = 0;      // radius of the flat disc [m]
  double rounding = 0;  // distance of the surface from that disc [m]

  double radius() const { return core + rounding; }
  double volume() const;  // m^3
};

/// The smallest (by volume) that holds all of these places [m], thus also all triangles between
/// them.
RoundedDisc bounding_disc(const std::vector<geometry::Vector>& surface);

}  // namespace thalweg::blood
