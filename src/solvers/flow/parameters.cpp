// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/parameters.hpp"

#include <fmt/format.h>

#include "grid/box.hpp"
#include "solvers/flow/boundary_parameters.hpp"
#include "solvers/flow/measure_parameters.hpp"
#include "solvers/flow/table_parameters.hpp"

namespace thalweg::flow {

using grid::index;

namespace {

constexpr int fewest_cells = 4;  // of a block along an axis, on the coarsest level

template <class From>
std::array<int, 3> as_int(const From& from) {
  return {static_cast<int>(from[0]), static_cast<int>(from[1]), static_cast<int>(from[2])};
}

void read_periodic(io::Case& input, BoxGrid& box) {
  const std::vector<std::string> axes = input.texts("grid.periodic", {}, "axes: x, y, z");
  for (const std::string& axis : axes) {
    const auto at = std::string("xyz").find(axis);
    if (axis.size() != 1 || at == std::string::npos)
      input.error("grid.periodic", "must list some of \"x\", \"y\", \"z\"");
    else if (at == 2 && box.cells[2] == 1)
      input.error("grid.periodic", "\"z\" has no meaning in a grid of one cell along z, which is "
                                   "flat: nothing flows across it");
    else
      box.is_periodic[at] = true;
  }
}

void read_grid(io::Case& input, BoxGrid& box) {
  const std::string kind =
      input.choice("grid.kind", {"box", "wavy"}, "box", "how the grid is made");
  box.cells = as_int(input.integers3("grid.cells", {.minimum = 1,
                                                    .maximum = 65536,
                                                    .meaning = "cells along x, y, z; 1 along z: "
                                                               "a flat grid"}));
  box.length = input.numbers3("grid.length", {.default_value = 1,
                                              .minimum = 0,
                                              .exclusive = true,
                                              .meaning = "of the box along x, y, z",
                                              .unit = "length"});
  box.origin = input.numbers3(
      "grid.origin", {.default_value = 0, .meaning = "lower corner of the box", .unit = "length"});
  box.stretching = input.numbers3(
      "grid.stretching", {.default_value = 0,
                          .minimum = 0,
                          .maximum = 10,
                          .meaning = "rate of tanh, finer towards both ends of x, y, z; 0: even"});
  box.blocks = as_int(input.integers3(
      "grid.blocks", {.default_value = 1, .minimum = 1, .meaning = "blocks along x, y, z"}));
  read_periodic(input, box);
  if (kind == "wavy")
    box.amplitude = input.number("grid.amplitude", {.default_value = 0.06,
                                                    .minimum = 0,
                                                    .maximum = 0.5,
                                                    .meaning = "of the waves, over the length"});
  for (std::size_t d = 0; d < 3; ++d) {
    const bool is_across = d == 2 && box.cells[2] == 1;
    if (is_across && box.stretching[2] != 0)
      input.error("grid.stretching", "must be 0 along z where there is one cell");
    if (!is_across && box.cells[d] / box.blocks[d] < fewest_cells)
      input.error("grid.cells", fmt::format("leaves blocks of fewer than {} cells along {}",
                                            fewest_cells, "xyz"[d]));
  }
  if (box.cells[2] == 1 && box.blocks[2] != 1)
    input.error("grid.blocks", "must be 1 along z where there is one cell");
}

void read_flow(io::Case& input, Parameters& p) {
  p.viscosity = input.number(
      "flow.viscosity", {.minimum = 0, .meaning = "kinematic viscosity", .unit = "length^2/time"});
  p.beta = input.number("flow.beta", {.default_value = 1,
                                      .minimum = 0,
                                      .exclusive = true,
                                      .meaning = "artificial compressibility: 1 to 3 times the "
                                                 "square of the largest velocity",
                                      .unit = "velocity^2"});
  p.flux =
      input.choice("flow.flux", {"roe", "rusanov"}, "roe") == "roe" ? Flux::roe : Flux::rusanov;
}

/// What drives the flow everywhere.
void read_force(io::Case& input, Parameters& p) {
  const std::string key = input.at_most_one({"flow.force", "flow.mean_velocity"}, "what drives");
  if (key == "flow.mean_velocity") {
    p.mean_velocity =
        input.numbers3(key, {.meaning = "held by a force that adapts", .unit = "velocity"});
    if (!p.step) input.error(key, "needs time.scheme = \"bdf2\"");
    if (*p.mean_velocity == geometry::Vector{}) input.error(key, "must not be zero");
    return;
  }
  p.force = input.numbers3(
      "flow.force", {.default_value = 0, .meaning = "on a unit of mass", .unit = "length/time^2"});
  p.force_factor = read_time_factor(input, "flow.force_", p);
}

void read_initial(io::Case& input, Parameters& p) {
  const std::string kind =
      input.choice("initial.kind", {"rest", "uniform", "taylor-green", "vortex"}, "rest");
  if (kind == "uniform" || kind == "vortex") {
    p.initial.kind = kind == "uniform" ? InitialKind::uniform : InitialKind::vortex;
    p.initial.velocity =
        input.numbers3("initial.velocity", {.meaning = "everywhere", .unit = "velocity"});
  }
  if (kind == "vortex") {
    p.initial.centre =
        input.numbers3("initial.centre", {.meaning = "of the vortex", .unit = "length"});
    p.initial.radius = input.number(
        "initial.radius",
        {.minimum = 0, .exclusive = true, .meaning = "at which it is fastest", .unit = "length"});
    p.initial.amplitude =
        input.number("initial.amplitude", {.meaning = "its largest velocity", .unit = "velocity"});
  } else if (kind == "taylor-green") {
    p.initial.kind = InitialKind::taylor_green;
    p.initial.amplitude = input.number(
        "initial.amplitude", {.default_value = 1, .meaning = "amplitude", .unit = "velocity"});
  }
}

void read_cycles(io::Case& input, const Mesh& mesh, Parameters& p) {
  Cycles& c = p.cycles;
  const bool is_jacobi = input.choice("cycles.smoother", {"block-jacobi", "runge-kutta"},
                                      "block-jacobi") == "block-jacobi";
  c.smoother = is_jacobi ? Smoother::block_jacobi : Smoother::runge_kutta;
  c.visits = input.choice("cycles.kind", {"W", "V"}, "W") == "W" ? 2 : 1;
  const int most = most_levels(mesh, fewest_cells);
  c.levels = static_cast<int>(
      input.integer("cycles.levels", {.default_value = most,
                                      .minimum = 1,
                                      .maximum = 16,
                                      .meaning = "of the multigrid; 1: the grid alone"}));
  if (c.levels > most)
    input.error("cycles.levels",
                fmt::format("must be at most {}: cells of each block along each axis, and of each "
                            "part of a face, can be halved that often, less one, and {} remain",
                            most, fewest_cells));
  const double implicit_cfl = p.step ? 100 : 10;
  c.cfl = input.number("cycles.cfl", {.default_value = is_jacobi ? implicit_cfl : 1.4,
                                      .minimum = 0,
                                      .exclusive = true,
                                      .meaning = "Courant number of pseudo-time"});
  if (!p.step) return;
  c.tolerance =
      input.number("cycles.tolerance", {.default_value = 1e-2,
                                        .minimum = 0,
                                        .maximum = 1,
                                        .exclusive = true,
                                        .meaning = "of the residual of a step, by that at "
                                                   "its beginning"});
  c.most = static_cast<int>(input.integer(
      "cycles.most", {.default_value = 100, .minimum = 1, .meaning = "cycles in a step"}));
}

void read_time(io::Case& input, Parameters& p) {
  if (input.choice("time.scheme", {"steady", "bdf2"}, {}) == "bdf2")
    p.step = input.number("time.step",
                          {.minimum = 0, .exclusive = true, .meaning = "step", .unit = "time"});
}

}  // namespace

Parameters read_parameters(io::Case& input) {
  Parameters p;
  p.single_precision =
      input.choice("simulation.precision", {"double", "single"}, "double") == "single";
  read_grid(input, p.box);
  const bool has_grid = !input.has_errors();
  read_flow(input, p);
  read_initial(input, p);
  read_time(input, p);
  read_force(input, p);
  if (has_grid) {
    const Mesh mesh = box_mesh(p.box);
    read_boundaries(input, mesh, p);
    read_bodies(input, mesh, p);
    read_cycles(input, mesh, p);
  } else {
    for (const char* section : {"boundary", "body", "cycles"}) input.pass_over(section);
  }
  read_measures(input, p);
  p.transport = simulation::read_transport(input);
  return p;
}

}  // namespace thalweg::flow
