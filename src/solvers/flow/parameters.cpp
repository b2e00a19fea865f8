// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "solvers/flow/grid_parameters.hpp"
#include "solvers/flow/mesh/quality.hpp"

namespace thalweg::flow {

namespace {

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
  p.force = input.numbers3(
      "flow.force", {.default_value = 0, .meaning = "on a unit of mass", .unit = "length/time^2"});
}

void read_inflow(io::Case& input, const std::string& at, Boundary& boundary) {
  boundary.velocity = input.numbers3(
      at + "velocity", {.meaning = "mean velocity of what comes in", .unit = "velocity"});
  if (input.choice(at + "profile", {"uniform", "parabolic"}, "uniform") == "parabolic")
    boundary.profile = Profile::parabolic;
}

Boundary read_boundary(io::Case& input, const std::string& at) {
  Boundary boundary;
  boundary.family = input.text(at + "family", {}, "faces of the grid that it holds at");
  const std::string kind = input.choice(at + "kind", {"wall", "symmetry", "inflow", "outflow"}, {});
  if (kind == "wall") {
    boundary.velocity = input.numbers3(
        at + "velocity", {.default_value = 0, .meaning = "of the wall", .unit = "velocity"});
  } else if (kind == "symmetry") {
    boundary.condition = Condition::symmetry;
  } else if (kind == "inflow") {
    boundary.condition = Condition::inflow;
    read_inflow(input, at, boundary);
  } else {
    boundary.condition = Condition::outflow;
    boundary.pressure = input.number(
        at + "pressure", {.default_value = 0, .meaning = "over density", .unit = "velocity^2"});
  }
  return boundary;
}

void read_boundaries(io::Case& input, const Mesh& mesh, Parameters& p) {
  const std::vector<std::string> families = mesh.family_names();
  std::map<std::string, int> uses;
  for (int n = 0; n < input.count("boundary"); ++n) {
    const std::string at = fmt::format("boundary.{}.", n);
    p.boundaries.push_back(read_boundary(input, at));
    const std::string& family = p.boundaries.back().family;
    if (std::find(families.begin(), families.end(), family) == families.end())
      input.error(at + "family", fmt::format("the grid has no such faces; there are: {}",
                                             fmt::join(families, ", ")));
    else if (++uses[family] == 2)
      input.error(at + "family", "has two conditions: one must go");
  }
  for (const std::string& family : families)
    if (!uses.contains(family))
      input.error("boundary",
                  fmt::format("the faces \"{}\" have no condition: add [[boundary]] with "
                              "family = \"{}\"",
                              family, family));
}

void read_initial(io::Case& input, Parameters& p) {
  const std::string kind =
      input.choice("initial.kind", {"rest", "uniform", "taylor-green"}, "rest");
  if (kind == "uniform") {
    p.initial.kind = InitialKind::uniform;
    p.initial.velocity =
        input.numbers3("initial.velocity", {.meaning = "everywhere", .unit = "velocity"});
  } else if (kind == "taylor-green") {
    p.initial.kind = InitialKind::taylor_green;
    p.initial.amplitude = input.number(
        "initial.amplitude", {.default_value = 1, .meaning = "amplitude", .unit = "velocity"});
    if (!p.mesh) return;
    const Bounds bounds = bounds_of(*p.mesh);
    p.initial.origin = bounds.lower;
    p.initial.wavelength = geometry::plus(bounds.upper, bounds.lower, -1);
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

void read_lines(io::Case& input, Parameters& p) {
  for (int n = 0; n < input.count("line"); ++n) {
    const std::string at = fmt::format("line.{}.", n);
    Line line;
    line.name = input.text(at + "name", {}, "of its table");
    line.from = input.numbers3(at + "from", {.meaning = "where it begins", .unit = "length"});
    line.to = input.numbers3(at + "to", {.meaning = "where it ends", .unit = "length"});
    line.points = static_cast<int>(input.integer(
        at + "points", {.minimum = 2, .maximum = 100000, .meaning = "along it, both ends too"}));
    for (const Line& other : p.lines)
      if (other.name == line.name) input.error(at + "name", "is that of another line");
    if (line.name.empty() || line.name.find_first_of("./ ") != std::string::npos)
      input.error(at + "name", "must be a word without '.', '/' and blanks");
    p.lines.push_back(line);
  }
}

}  // namespace

Parameters read_parameters(io::Case& input) {
  Parameters p;
  p.single_precision =
      input.choice("simulation.precision", {"double", "single"}, "double") == "single";
  p.mesh = read_grid(input);
  if (p.mesh) require_runnable(input, *p.mesh);
  read_flow(input, p);
  read_initial(input, p);
  read_time(input, p);
  if (p.mesh) {
    read_boundaries(input, *p.mesh, p);
    read_cycles(input, *p.mesh, p);
  } else {
    for (const char* section : {"boundary", "cycles"}) input.pass_over(section);
  }
  read_lines(input, p);
  p.transport = simulation::read_transport(input);
  return p;
}

std::vector<std::string> line_columns() {
  return {"distance", "x", "y", "z", "pressure", "velocity_x", "velocity_y", "velocity_z"};
}

}  // namespace thalweg::flow
