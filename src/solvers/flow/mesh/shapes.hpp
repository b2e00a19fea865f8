// SPDX-License-Identifier: Apache-2.0
// Grids around shapes: arrays of vertices, with families where they end.
#pragma once

#include "solvers/flow/mesh/vertex_grid.hpp"

namespace thalweg::flow {

/// Along z, of grids that are the same in all planes across it.
struct Span {
  int cells = 1;  // 1: a flat grid
  double length = 1;
  bool is_periodic = false;  // else the families "z-" and "z+"
};

/// The channel of the DFG benchmark: 2.2 long, 0.41 high, with a cylinder of radius 0.05 at
/// (0.2, 0.2). Families "cylinder", "inflow", "outflow", "walls".
struct CylinderChannel {
  int quarter = 32;         // cells on each quarter of the cylinder, even; all others in proportion
  double stretching = 1.5;  // towards the cylinder and the walls: rate of tanh
  Span span{};
};
VertexGrid cylinder_channel_grid(const CylinderChannel& shape);

/// A circle around (0, 0) to a far one. Families "cylinder", "far".
struct CylinderGrid {
  int around = 128, outwards = 64;
  double radius = 0.5, far = 20;
  double first = 0.02;  // height of the cells at the circle
  double wake = 1;      // how many times as long cells are before the circle as behind it
  int blocks = 4;
  Span span{};
};
VertexGrid cylinder_grid(const CylinderGrid& shape);

/// A channel that widens downwards at x = 0 by a step, whose lower corner is at (0, 0). Families
/// "inflow", "outflow", "top", "bottom": the last is all of the lower wall, with the step.
struct StepGrid {
  double step_height = 1, inlet_height = 1, inlet_length = 10, outlet_length = 30;
  double slope = 0;  // length along x on which the wall comes down; 0: at once
  int step_cells = 32, inlet_cells_high = 32, inlet_cells = 64, outlet_cells = 192;
  double stretching = 1.5;  // towards walls
  Span span{};
};
VertexGrid step_grid(const StepGrid& shape);

/// A sphere around (0, 0, 0) to a far one, as six blocks. Families "sphere", "far".
struct SphereGrid {
  int side = 32, outwards = 64;  // cells along the sides of each block on the sphere
  double radius = 0.5, far = 20;
  double first = 0.02, wake = 1;
};
VertexGrid sphere_grid(const SphereGrid& shape);

/// A flat plate with round edges along x around (0, 0), to a far ellipse. Families "plate", "far".
struct PlateGrid {
  int around = 608, outwards = 64;
  double chord = 1, thickness = 0.02, far = 10;
  double first = 0.002;                      // height of the cells at the middle of the plate
  int blocks_around = 38, blocks_along = 4;  // 152
  Span span{64, 1, true};
};
VertexGrid plate_grid(const PlateGrid& shape);

}  // namespace thalweg::flow
