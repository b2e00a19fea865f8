// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/shape_parameters.hpp"

#include <map>

#include "solvers/flow/mesh/shapes.hpp"

namespace thalweg::flow {

std::array<bool, 3> read_periodic(io::Case& input, bool is_flat, bool of_shape,
                                  const std::vector<std::string>& usual) {
  std::array<bool, 3> is_periodic{};
  const std::vector<std::string> axes = input.texts("grid.periodic", usual, "axes: x, y, z");
  for (const std::string& axis : axes) {
    const auto at = std::string("xyz").find(axis);
    if (axis.size() != 1 || at == std::string::npos || (of_shape && at != 2))
      input.error("grid.periodic", of_shape ? "may only be [\"z\"] for this kind of grid"
                                            : "must list some of \"x\", \"y\", \"z\"");
    else if (at == 2 && is_flat)
      input.error("grid.periodic", "\"z\" has no meaning in a grid of one cell along z, which is "
                                   "flat: nothing flows across it");
    else
      is_periodic[at] = true;
  }
  return is_periodic;
}

namespace {

/// Reads the numbers of a shape.
class ShapeReader {
 public:
  explicit ShapeReader(io::Case& input) : input_(input) {}

  int cells(const char* key, int usual, const char* meaning) {
    return static_cast<int>(
        input_.integer(std::string("grid.") + key, {.default_value = static_cast<double>(usual),
                                                    .minimum = 1,
                                                    .maximum = 65536,
                                                    .meaning = meaning}));
  }
  double length(const char* key, double usual, const char* meaning, bool may_be_0 = false) {
    return input_.number(std::string("grid.") + key, {.default_value = usual,
                                                      .minimum = 0,
                                                      .exclusive = !may_be_0,
                                                      .meaning = meaning,
                                                      .unit = "length"});
  }
  double clustering(double usual) {
    return input_.number("grid.clustering", {.default_value = usual,
                                             .minimum = 0,
                                             .maximum = 10,
                                             .meaning = "rate of tanh, finer towards walls"});
  }
  double wake(double usual) {
    return input_.number("grid.wake",
                         {.default_value = usual,
                          .minimum = 0.01,
                          .maximum = 100,
                          .meaning = "length of cells before the body over those behind it"});
  }
  Span span(const Span& usual) {
    Span span;
    span.cells = cells("layers", usual.cells, "cells along z; 1: a flat grid");
    span.length = length("span", usual.length, "along z");
    std::vector<std::string> axes;
    if (usual.is_periodic && span.cells > 1) axes.emplace_back("z");
    span.is_periodic = read_periodic(input_, span.cells == 1, true, axes)[2];
    return span;
  }
  void require(bool holds, const char* key, const std::string& expected) {
    if (!holds) input_.error(std::string("grid.") + key, expected);
  }

 private:
  io::Case& input_;
};

VertexGrid read_channel(ShapeReader& read) {
  CylinderChannel shape;
  shape.quarter = read.cells("quarter", shape.quarter,
                             "cells on each quarter of the cylinder; all others in proportion");
  shape.stretching = read.clustering(shape.stretching);
  shape.span = read.span(shape.span);
  read.require(shape.quarter % 2 == 0, "quarter", "must be even");
  return cylinder_channel_grid(shape);
}

VertexGrid read_cylinder(ShapeReader& read) {
  CylinderGrid shape;
  shape.around = read.cells("around", shape.around, "cells around the cylinder");
  shape.outwards = read.cells("outwards", shape.outwards, "cells from it to the far circle");
  shape.radius = read.length("radius", shape.radius, "of the cylinder");
  shape.far = read.length("far", shape.far, "radius of the far circle");
  shape.first = read.length("first", shape.first, "height of the cells at the cylinder");
  shape.wake = read.wake(shape.wake);
  shape.blocks = read.cells("sectors", shape.blocks, "blocks around");
  shape.span = read.span(shape.span);
  read.require(shape.blocks <= shape.around, "sectors", "must be at most grid.around");
  read.require(shape.far > shape.radius, "far", "must be above grid.radius");
  return cylinder_grid(shape);
}

VertexGrid read_step(ShapeReader& read) {
  StepGrid shape;
  shape.step_height = read.length("step_height", shape.step_height, "of the step");
  shape.inlet_height = read.length("inlet_height", shape.inlet_height, "of the channel before it");
  shape.inlet_length = read.length("inlet_length", shape.inlet_length, "of that channel");
  shape.outlet_length = read.length("outlet_length", shape.outlet_length, "behind the step");
  shape.slope = read.length("slope", shape.slope,
                            "on which the wall comes down behind x = 0; 0: at once", true);
  shape.step_cells = read.cells("step_cells", shape.step_cells, "cells on the step's height");
  shape.inlet_cells_high =
      read.cells("height_cells", shape.inlet_cells_high, "cells on the height of the inlet");
  shape.inlet_cells = read.cells("inlet_cells", shape.inlet_cells, "cells along the inlet");
  shape.outlet_cells = read.cells("outlet_cells", shape.outlet_cells, "cells behind the step");
  shape.stretching = read.clustering(shape.stretching);
  shape.span = read.span(shape.span);
  read.require(shape.slope < shape.outlet_length, "slope", "must be below grid.outlet_length");
  return step_grid(shape);
}

VertexGrid read_sphere(ShapeReader& read) {
  SphereGrid shape;
  shape.side = read.cells("side", shape.side, "cells along each side of the six blocks");
  shape.outwards = read.cells("outwards", shape.outwards, "cells from the sphere to the far one");
  shape.radius = read.length("radius", shape.radius, "of the sphere");
  shape.far = read.length("far", shape.far, "radius of the far sphere");
  shape.first = read.length("first", shape.first, "height of the cells at the sphere");
  shape.wake = read.wake(shape.wake);
  read.require(shape.far > shape.radius, "far", "must be above grid.radius");
  return sphere_grid(shape);
}

VertexGrid read_plate(ShapeReader& read) {
  PlateGrid shape;
  shape.around = read.cells("around", shape.around, "cells around the plate");
  shape.outwards = read.cells("outwards", shape.outwards, "cells from it to the far ellipse");
  shape.chord = read.length("chord", shape.chord, "of the plate, along x");
  shape.thickness = read.length("thickness", shape.thickness, "of the plate");
  shape.far = read.length("far", shape.far, "where the grid ends, along x");
  shape.first = read.length("first", shape.first, "height of the cells at the plate's middle");
  shape.blocks_around = read.cells("sectors", shape.blocks_around, "blocks around");
  shape.span = read.span(shape.span);
  shape.blocks_along =
      shape.span.cells == 1 ? 1 : read.cells("blocks_along", shape.blocks_along, "blocks along z");
  read.require(shape.blocks_around <= shape.around, "sectors", "must be at most grid.around");
  read.require(shape.blocks_along <= shape.span.cells, "blocks_along",
               "must be at most grid.layers");
  read.require(shape.thickness < shape.chord, "thickness", "must be below grid.chord");
  read.require(shape.far > shape.chord, "far", "must be above grid.chord");
  return plate_grid(shape);
}

using Read = VertexGrid (*)(ShapeReader&);
const std::map<std::string, Read>& shapes() {
  static const std::map<std::string, Read> all{{"cylinder-channel", read_channel},
                                               {"cylinder", read_cylinder},
                                               {"step", read_step},
                                               {"sphere", read_sphere},
                                               {"plate", read_plate}};
  return all;
}

}  // namespace

std::vector<std::string> shape_kinds() {
  std::vector<std::string> names;
  for (const auto& [name, read] : shapes()) names.push_back(name);
  return names;
}

std::optional<VertexGrid> read_shape(io::Case& input, const std::string& kind) {
  const std::size_t errors = input.error_count();
  ShapeReader reader(input);
  const Read read = shapes().at(kind);
  VertexGrid grid = read(reader);
  if (input.error_count() > errors) return std::nullopt;
  return grid;
}

}  // namespace thalweg::flow
