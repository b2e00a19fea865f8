// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "solvers/flow/case/boundary_parameters.hpp"
#include "solvers/flow/case/cycle_parameters.hpp"
#include "solvers/flow/case/grid_parameters.hpp"
#include "solvers/flow/case/immersed_parameters.hpp"
#include "solvers/flow/case/measure_parameters.hpp"
#include "solvers/flow/case/synthetic_parameters.hpp"
#include "solvers/flow/case/table_parameters.hpp"
#include "solvers/flow/mesh/quality.hpp"

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
  p.force_factor = read_time_factor(input, "flow.force_", "flow.force", p);
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
  if (axis == "z" && p.mesh && p.mesh->is_flat)
    input.error("initial.across", "must be \"x\" or \"y\" on a flat grid: nothing differs along z");
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

/// What acts in a sector must be the same in the sectors beside it.
void require_for_sector(io::Case& input, const Parameters& p) {
  if (!p.mesh->is_sector()) return;
  const auto axis = grid::index(p.mesh->turn_axis);
  const auto require_along_axis = [&](const std::string& key, const std::array<double, 3>& vector) {
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
  const auto refuse = [&](const std::string& key) {
    input.error(key, "cannot be in a grid that is periodic by a rotation yet");
  };
  for (std::size_t n = 0; n < p.boundaries.size(); ++n) {
    const std::string at = fmt::format("boundary.{}.", n);
    require_along_axis(at + "velocity", p.boundaries[n].velocity);
    for (const geometry::Vector& velocity : p.boundaries[n].table.velocities())
      require_along_axis(at + "profile_file", velocity);
    if (p.boundaries[n].turbulence) refuse(at + "turbulence");
  }
  if (p.initial.turbulence) refuse("initial.turbulence");
  if (!p.immersed.empty()) refuse("immersed");
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
    for (const char* section : {"boundary", "immersed", "body", "scalar", "cycles", "flow.gravity"})
      input.pass_over(section);
  }
  read_measures(input, p);
  p.transport = simulation::read_transport(input);
  return p;
}

}  // namespace thalweg::flow
