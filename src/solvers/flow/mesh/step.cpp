// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "solvers/flow/mesh/planes.hpp"
#include "solvers/flow/mesh/spacing.hpp"

namespace thalweg::flow {

using grid::index;

namespace {

/// One block below a lower wall that comes down along a slope.
VertexGrid sloped_step(const StepGrid& shape) {
  const double length = shape.inlet_length + shape.outlet_length;
  const Spacing inlet = even(shape.inlet_cells), outlet = even(shape.outlet_cells),
                along = joined(inlet, shape.inlet_length / length, outlet),
                across = finer_at_ends(shape.step_cells + shape.inlet_cells_high, shape.stretching);
  const double top = shape.step_height + shape.inlet_height;
  VertexGrid grid{
      .blocks = {plane_block(
          "channel", static_cast<int>(across.size()) - 1, static_cast<int>(along.size()) - 1,
          [&](int j, int i) {
            const double x = -shape.inlet_length + length * along[index(i)];
            const double down = std::clamp(x / shape.slope, 0.0, 1.0);
            return Point{x, between((1 - down) * shape.step_height, top, across[index(j)])};
          })}};
  add_family(grid, 0, {2, false}, "inflow");
  add_family(grid, 0, {2, true}, "outflow");
  add_family(grid, 0, {1, false}, "bottom");
  add_family(grid, 0, {1, true}, "top");
  return grid;
}

/// A channel along the whole length, and what lies lower behind the step.
VertexGrid sharp_step(const StepGrid& shape) {
  const Spacing high = finer_at_ends(shape.inlet_cells_high, shape.stretching),
                low = finer_at_ends(shape.step_cells, shape.stretching);
  const double length = shape.inlet_length + shape.outlet_length;
  const double first = shape.step_height / shape.step_cells;
  const Spacing inlet = reversed(growing(shape.inlet_cells, first / shape.inlet_length)),
                outlet = growing(shape.outlet_cells, first / shape.outlet_length),
                along = joined(inlet, shape.inlet_length / length, outlet);
  const double step = shape.step_height, top = step + shape.inlet_height;
  VertexGrid grid{
      .blocks = {
          rectangle("channel", -shape.inlet_length, shape.outlet_length, along, step, top, high),
          rectangle("behind the step", 0, shape.outlet_length, outlet, 0, step, low)}};
  grid.patches.push_back({0, {1, false}, {{0, 0, 0}, {1, 1, shape.inlet_cells}}, "bottom"});
  add_family(grid, 0, {1, true}, "top");
  add_family(grid, 0, {2, false}, "inflow");
  for (const int b : {0, 1}) add_family(grid, b, {2, true}, "outflow");
  add_family(grid, 1, {1, false}, "bottom");
  add_family(grid, 1, {2, false}, "bottom");
  return grid;
}

}  // namespace

VertexGrid step_grid(const StepGrid& shape) {
  return layered(shape.slope > 0 ? sloped_step(shape) : sharp_step(shape), shape.span);
}

}  // namespace thalweg::flow
