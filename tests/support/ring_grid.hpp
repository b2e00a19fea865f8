// SPDX-License-Identifier: Apache-2.0
// The room between two cylinders about z, whole or a sector of it, as a grid file.
#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include "tests/support/grid_file.hpp"

namespace thalweg::testing {

// A vortex between two cylinders that stand still.
inline constexpr const char* between_cylinders = R"(
[grid]
kind = "file"
[flow]
viscosity = 0.01
[initial]
kind = "vortex"
velocity = [0, 0, 0]
centre = [0.25, -0.5, 0]
radius = 1.2
amplitude = 0.8
[[boundary]]
family = "inner"
kind = "wall"
[[boundary]]
family = "outer"
kind = "wall"
[cycles]
tolerance = 1e-6
[time]
scheme = "bdf2"
step = 0.1
)";

struct Ring {
  int sectors = 1;  // of this many, one
  int layers = 1;   // of cells along z, periodic; 1: flat
  int around = 32;  // cells of the whole
  geometry::Vector centre{0.25, -0.5, 0};

  double angle() const { return 2 * std::numbers::pi / sectors; }
};

/// Radius 1 to 2 along x, the angle along y; families "inner" and "outer".
inline flow::VertexGrid ring_grid(const Ring& ring) {
  constexpr int across = 8;
  const int along = ring.around / ring.sectors;
  flow::VertexBlock block{"ring", {ring.layers, along, across}, {}};
  for (int k = 0; k <= ring.layers; ++k)
    for (int j = 0; j <= along; ++j)
      for (int i = 0; i <= across; ++i) {
        const double r = 1 + static_cast<double>(i) / across,
                     angle = 2 * std::numbers::pi * j / ring.around;
        block.vertices.push_back({ring.centre[0] + r * std::cos(angle),
                                  ring.centre[1] + r * std::sin(angle),
                                  static_cast<double>(k) / ring.layers});
      }
  flow::VertexGrid grid{.blocks = {block}, .is_flat = ring.layers == 1};
  grid.patches = {{0, {2, false}, {{0, 0, 0}, {ring.layers, along, 1}}, "inner"},
                  {0, {2, true}, {{0, 0, across - 1}, {ring.layers, along, across}}, "outer"}};
  if (ring.sectors > 1) grid.motions.push_back({.angle = ring.angle(), .centre = ring.centre});
  if (ring.layers > 1) grid.motions.push_back({.shift = {0, 0, 1}});
  return grid;
}

/// With the connections, or for others to find.
class RingFile : public GridFile {
 public:
  explicit RingFile(const Ring& ring, bool has_connections = true)
      : GridFile("ring-" + std::to_string(ring.sectors) + (has_connections ? "" : "-open"),
                 grid_of(ring, has_connections)) {}

 private:
  static io::StructuredGrid grid_of(const Ring& ring, bool has_connections) {
    io::StructuredGrid grid = structured_grid_of(flow::assembled(ring_grid(ring)));
    if (!has_connections) grid.connections.clear();
    return grid;
  }
};

}  // namespace thalweg::testing
