// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "solvers/flow/boundary_parameters.hpp"
#include "solvers/flow/grid_parameters.hpp"
#include "solvers/flow/immersed_parameters.hpp"
#include "solvers/flow/measure_parameters.hpp"
#include "solvers/flow/mesh/quality.hpp"
#include "solvers/flow/synthetic_parameters.hpp"
#include "solvers/flow/table_parameters.hpp"

namespace thalweg::flow {

namespace {

void read_flux(io::Case& input, Parameters& p) {
  const std::vector<std::string> names{"roe", "rusanov", "low-diffusion", "central"};
  const std::string name = input.choice("flow.flux", names, "roe");
  p.flux = static_cast<Flux>(std::find(names.begin(), names.end(), name) - names.begin());
  const bool is_given = input.has("flow.dissipation");
  if (p.flux == Flux::central || is_given)
    p.damping = input.number(
        "flow.dissipation",
        {.default_value = 0.1, .minimum = 0, .maximum = 1, .meaning = "of that of Roe's flux"});
  if (p.flux != Flux::central && is_given)
    input.error("flow.dissipation", "goes with flow.flux = \"central\" alone");
  p.is_limited = input.choice("flow.limiter", {"none", "van-albada"}, "none") == "van-albada";
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
  read_flux(input, p);
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

/// Of Taylor and Green.
void read_vortices(io::Case& input, Parameters& p) {
  p.initial.amplitude = input.number(
      "initial.amplitude", {.default_value = 1, .meaning = "amplitude", .unit = "velocity"});
  const auto dimensions =
      input.integer("initial.dimensions", {.default_value = 2,
                                           .minimum = 2,
                                           .maximum = 3,
                                           .meaning = "along which the vortices differ"});
  p.initial.is_flat = dimensions == 2;
  const bool has_wavelength = input.has("initial.wavelength");
  if (has_wavelength)
    p.initial.wavelength = input.numbers3(
        "initial.wavelength",
        {.minimum = 0, .exclusive = true, .meaning = "along x, y, z", .unit = "length"});
  if (!p.mesh) return;
  const Bounds bounds = bounds_of(*p.mesh);
  p.initial.origin = bounds.lower;
  if (!has_wavelength) p.initial.wavelength = geometry::plus(bounds.upper, bounds.lower, -1);
  if (dimensions == 3 && p.mesh->is_flat)
    input.error("initial.dimensions", "must be 2 on a flat grid");
}

/// Of turbulent layers on the walls at both sides of the grid.
void read_channel(io::Case& input, Parameters& p) {
  const std::string axis = input.choice("initial.across", {"x", "y", "z"}, "y");
  p.initial.across = static_cast<std::size_t>(axis[0] - 'x');
  p.initial.exponent = input.number(
      "initial.exponent",
      {.default_value = p.initial.exponent, .minimum = 0, .meaning = "of the distance from walls"});
  if (!p.mesh) return;
  const Bounds bounds = bounds_of(*p.mesh);
  p.initial.sides = {bounds.lower[p.initial.across], bounds.upper[p.initial.across]};
}

void read_vortex(io::Case& input, Initial& initial) {
  initial.centre = input.numbers3("initial.centre", {.meaning = "of the vortex", .unit = "length"});
  initial.radius = input.number(
      "initial.radius",
      {.minimum = 0, .exclusive = true, .meaning = "at which it is fastest", .unit = "length"});
  initial.amplitude =
      input.number("initial.amplitude", {.meaning = "its largest velocity", .unit = "velocity"});
}

void read_initial(io::Case& input, Parameters& p) {
  static const std::map<std::string, InitialKind> kinds{{"rest", InitialKind::rest},
                                                        {"uniform", InitialKind::uniform},
                                                        {"taylor-green", InitialKind::taylor_green},
                                                        {"vortex", InitialKind::vortex},
                                                        {"channel", InitialKind::channel}};
  p.initial.kind = kinds.at(input.choice(
      "initial.kind", {"rest", "uniform", "taylor-green", "vortex", "channel"}, "rest"));
  switch (p.initial.kind) {
  case InitialKind::rest: break;
  case InitialKind::taylor_green: read_vortices(input, p); break;
  default:
    p.initial.velocity =
        input.numbers3("initial.velocity", {.meaning = "its mean", .unit = "velocity"});
  }
  if (p.initial.kind == InitialKind::vortex) read_vortex(input, p.initial);
  if (p.initial.kind == InitialKind::channel) read_channel(input, p);
  p.initial.turbulence =
      read_synthetic_turbulence(input, "initial.turbulence.", p.mesh && p.mesh->is_flat);
  if (p.initial.kind == InitialKind::rest && p.initial.turbulence &&
      p.initial.turbulence->is_relative)
    input.error("initial.turbulence.intensity",
                "has no mean speed that it is of: give initial.turbulence.reynolds_stress");
}

std::optional<Ramp> read_ramp(io::Case& input, double cfl) {
  if (!input.has("cycles.ramp")) return std::nullopt;
  Ramp ramp;
  ramp.from = input.number("cycles.ramp.from", {.minimum = 0,
                                                .maximum = cfl,
                                                .exclusive = true,
                                                .meaning = "Courant number of the first cycle"});
  ramp.cycles = static_cast<int>(input.integer(
      "cycles.ramp.cycles", {.minimum = 1, .meaning = "cycles until cycles.cfl is reached"}));
  return ramp;
}

void read_sweeps(io::Case& input, Cycles& c) {
  if (c.smoother == Smoother::runge_kutta) {
    if (input.has("cycles.sweeps"))
      input.error("cycles.sweeps", "needs cycles.smoother = \"block-jacobi\" or \"lines\"");
    return;
  }
  // Lines are eliminated once for all sweeps, so more of these are worth while (section 5).
  c.sweeps = static_cast<int>(
      input.integer("cycles.sweeps", {.default_value = c.smoother == Smoother::lines ? 6 : 4,
                                      .minimum = 2,
                                      .maximum = 100,
                                      .meaning = "of the linear system, in each smoothing"}));
}

void read_cycles(io::Case& input, const Mesh& mesh, Parameters& p) {
  Cycles& c = p.cycles;
  const std::string smoother =
      input.choice("cycles.smoother", {"block-jacobi", "lines", "runge-kutta"}, "block-jacobi");
  c.smoother = smoother == "lines"          ? Smoother::lines
               : smoother == "block-jacobi" ? Smoother::block_jacobi
                                            : Smoother::runge_kutta;
  const bool has_sweeps = c.smoother != Smoother::runge_kutta;
  if (c.smoother == Smoother::lines) p.line_axes = line_axes(mesh);
  read_sweeps(input, c);
  const std::string kind = input.choice("cycles.kind", {"W", "F", "V"}, "W");
  c.kind = kind == "W" ? CycleKind::w : kind == "F" ? CycleKind::f : CycleKind::v;
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
  c.cfl = input.number("cycles.cfl", {.default_value = has_sweeps ? implicit_cfl : 1.4,
                                      .minimum = 0,
                                      .exclusive = true,
                                      .meaning = "Courant number of pseudo-time"});
  if (!p.step) {
    c.ramp = read_ramp(input, c.cfl);
    return;
  }
  if (input.has("cycles.ramp")) input.error("cycles.ramp", "needs time.scheme = \"steady\"");
  c.tolerance =
      input.number("cycles.tolerance", {.default_value = 1e-2,
                                        .minimum = 0,
                                        .maximum = 1,
                                        .exclusive = true,
                                        .meaning = "of the residual of a step, by that at "
                                                   "its beginning"});
  c.most = static_cast<int>(input.integer(
      "cycles.most", {.default_value = 100, .minimum = 1, .meaning = "cycles in a step"}));
  c.must_converge = input.choice("cycles.unconverged", {"warn", "stop"}, "warn") == "stop";
}

/// What acts in a sector must be the same in the sectors beside it.
void require_for_sector(io::Case& input, const Parameters& p) {
  if (!p.mesh->is_sector()) return;
  const auto axis = grid::index(p.mesh->turn_axis);
  const auto require_along_axis = [&](const char* key, const std::array<double, 3>& vector) {
    for (std::size_t d = 0; d < 3; ++d)
      if (d != axis && vector[d] != 0) {
        input.error(key,
                    fmt::format("must be along {}, about which the grid is periodic by a rotation",
                                "xyz"[axis]));
        return;
      }
  };
  require_along_axis("flow.force", p.force);
  if (p.mean_velocity) require_along_axis("flow.mean_velocity", *p.mean_velocity);
  require_along_axis("flow.gravity", p.gravity);
  if (!p.immersed.empty())
    input.error("immersed", "cannot be in a grid that is periodic by a rotation yet");
}

void read_time(io::Case& input, Parameters& p) {
  if (input.choice("time.scheme", {"steady", "bdf2"}, {}) == "steady") {
    if (input.has("time.cfl"))
      input.error("time.cfl", "needs time.scheme = \"bdf2\"; of pseudo-time it is cycles.cfl");
    return;
  }
  p.step = input.number("time.step",
                        {.minimum = 0, .exclusive = true, .meaning = "step", .unit = "time"});
  if (input.has("time.cfl"))
    p.cfl = input.number(
        "time.cfl", {.minimum = 0, .exclusive = true, .meaning = "the largest Courant number"});
}

}  // namespace

double Cycles::cfl_of(std::int64_t n) const {
  if (!ramp || n >= ramp->cycles) return cfl;
  return ramp->from *
         std::pow(cfl / ramp->from, static_cast<double>(n) / static_cast<double>(ramp->cycles));
}

Parameters read_parameters(io::Case& input) {
  Parameters p;
  p.single_precision =
      input.choice("simulation.precision", {"double", "single"}, "double") == "single";
  p.mesh = read_grid(input);
  if (p.mesh) require_runnable(input, *p.mesh);
  read_flow(input, p);
  p.turbulence = read_turbulence_model(input, p.mesh && p.mesh->is_flat);
  read_initial(input, p);
  read_time(input, p);
  read_force(input, p);
  if (p.mesh) {
    read_boundaries(input, *p.mesh, p);
    read_cycles(input, *p.mesh, p);
    read_immersed(input, *p.mesh, p);
    read_bodies(input, *p.mesh, p);
    read_scalars(input, p);
    require_for_sector(input, p);
  } else {
    for (const char* section : {"boundary", "immersed", "body", "scalar", "cycles"})
      input.pass_over(section);
  }
  read_measures(input, p);
  p.transport = simulation::read_transport(input);
  return p;
}

}  // namespace thalweg::flow
