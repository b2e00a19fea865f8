// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/case/parameters.hpp"

#include <cmath>
#include <numbers>

#include "solvers/blood/case/inflow_parameters.hpp"
#include "solvers/blood/vessel/closed_openings.hpp"
#include "solvers/blood/vessel/lengths.hpp"
#include "solvers/blood/vessel/mask_parameters.hpp"
#include "solvers/blood/vessel/spheres_parameters.hpp"
#include "solvers/blood/vessel/surface_parameters.hpp"
#include "solvers/blood/vessel/torus_parameters.hpp"
#include "solvers/blood/vessel/tubes_parameters.hpp"

namespace thalweg::blood {

namespace {

void read_plates(io::Case& input, Vessel& vessel) {
  const auto read = [&](const std::string& key, const std::string& meaning) {
    const geometry::Vector velocity =
        input.numbers3(key, {.default_value = 0, .meaning = meaning, .unit = "m/s"});
    if (velocity[2] != 0) input.error(key, "must be 0 along z: plates stay where they are");
    return velocity;
  };
  vessel.lower_velocity = read("geometry.lower_velocity", "velocity of the plate at -height / 2");
  vessel.upper_velocity = read("geometry.upper_velocity", "velocity of the plate at height / 2");
}

void read_vessel(io::Case& input, Vessel& vessel) {
  vessel.spacing = read_length(input, "grid.spacing", "distance between lattice sites");
  const std::string shape = input.choice(
      "geometry.shape",
      {"tube", "channel", "duct", "box", "surface", "junction", "torus", "mask", "spheres"}, {},
      "what holds the fluid");
  for (const VesselShape kind : {VesselShape::box, VesselShape::channel, VesselShape::duct,
                                 VesselShape::tube, VesselShape::surface, VesselShape::junction,
                                 VesselShape::torus, VesselShape::mask, VesselShape::spheres})
    if (name_of(kind) == shape) vessel.shape = kind;
  if (vessel.shape == VesselShape::surface) return read_surface(input, vessel);
  if (vessel.shape == VesselShape::junction) return read_tubes(input, vessel);
  if (vessel.shape == VesselShape::torus) return read_torus(input, vessel);
  if (vessel.shape == VesselShape::mask) return read_mask(input, vessel);
  vessel.size[0] = read_length(input, "geometry.length", "along x");
  if (vessel.shape == VesselShape::tube) {
    vessel.size[1] = vessel.size[2] = read_length(input, "geometry.diameter", "of the tube");
  } else {
    vessel.size[1] = read_length(input, "geometry.width", "along y");
    vessel.size[2] = read_length(input, "geometry.height", "along z");
  }
  if (vessel.shape == VesselShape::spheres) return read_spheres(input, vessel);
  if (vessel.shape == VesselShape::channel) read_plates(input, vessel);
  const bool is_open = vessel.shape != VesselShape::box && input.count("openings") > 0;
  vessel.interior = is_open ? make_open_interior(vessel.shape, vessel.size)
                            : make_interior(vessel.shape, vessel.size);
}

/// Lattices end where the vessel does along periodic directions, and half-way walls stand half-way
/// between sites.
void check_lengths(io::Case& input, const Parameters& p) {
  const bool tube = p.vessel.shape == VesselShape::tube;
  const char* keys[] = {"geometry.length", tube ? "geometry.diameter" : "geometry.width",
                        tube ? "geometry.diameter" : "geometry.height"};
  for (std::size_t d = 0; d < (tube ? 2 : 3); ++d) {
    const double cells = p.vessel.size[d] / p.vessel.spacing;
    const bool walled = p.vessel.is_walled(d);
    const bool must_fit = d == 0 || !walled || (!tube && !p.interpolated_walls);
    if (cells > 1e5)
      input.error(keys[d], "is " + std::to_string(cells) +
                               " times grid.spacing, at most 100000 times; are both in metres?");
    else if (must_fit && std::abs(cells - std::round(cells)) > 1e-6)
      input.error(keys[d], "must be a multiple of grid.spacing, not " + std::to_string(cells) +
                               " times as long");
    else if (walled && cells < 3)
      input.error(keys[d], "must be at least 3 times grid.spacing, not " + std::to_string(cells));
    else if (std::lround(cells) < 1)
      input.error(keys[d], "must be at least grid.spacing");
  }
}

void read_fluid(io::Case& input, Parameters& p) {
  p.density = input.number("blood.density", {.default_value = 1025,
                                             .minimum = 0,
                                             .exclusive = true,
                                             .meaning = "density of the fluid",
                                             .unit = "kg/m^3"});
  p.thinning = read_viscosity_model(input);
  p.viscosity = p.thinning
                    ? p.thinning->infinite
                    : input.number("blood.viscosity", {.default_value = 1.2e-3,
                                                       .minimum = 0,
                                                       .exclusive = true,
                                                       .meaning = "dynamic viscosity of the fluid",
                                                       .unit = "Pa s"});
  if (p.thinning && input.has("blood.viscosity"))
    input.error("blood.viscosity", "does not go with blood.viscosity_model = \"carreau-yasuda\": "
                                   "see blood.zero_shear_viscosity and "
                                   "blood.infinite_shear_viscosity");
  p.relaxation_time = input.number("blood.relaxation_time",
                                   {.default_value = 0.5 + std::sqrt(3.0) / 4,
                                    .minimum = 0.5,
                                    .maximum = 10,
                                    .exclusive = true,
                                    .meaning = "in steps; with grid.spacing it gives the step"});
  if (input.choice("blood.collision", {"trt", "bgk"}, "trt") == "trt")
    p.magic_parameter = input.number("blood.magic_parameter",
                                     {.default_value = 3.0 / 16,
                                      .minimum = 0,
                                      .maximum = 10,
                                      .exclusive = true,
                                      .meaning = "product of both relaxation times less 1/2"});
  const std::string two_arrays = name_of(Streaming::two_arrays);
  if (input.choice("blood.streaming", {name_of(Streaming::in_place), two_arrays},
                   name_of(p.streaming),
                   "one array of populations or two, with the same results") == two_arrays)
    p.streaming = Streaming::two_arrays;
  const bool is_mask = p.vessel.shape == VesselShape::mask;
  p.interpolated_walls = input.choice("blood.walls", {"interpolated", "half-way"},
                                      is_mask ? "half-way" : "interpolated") == "interpolated";
  if (is_mask && p.interpolated_walls)
    input.error("blood.walls", "must be \"half-way\" for geometry.shape = \"mask\": a mask says "
                               "where fluid is, not where walls are between two sites");
}

/// What drives fluid round a vessel that closes on itself: a gradient that is the same everywhere
/// does not.
void read_axial_flow(io::Case& input, Parameters& p) {
  p.axial_gradient = input.number("flow.axial_pressure_gradient",
                                  {.default_value = 0,
                                   .meaning = "drop of pressure per length of a ring's axis",
                                   .unit = "Pa/m"});
  p.axial_amplitude = input.number("flow.axial_amplitude",
                                   {.default_value = 0,
                                    .meaning = "of a part of it that oscillates as a cosine",
                                    .unit = "Pa/m"});
  for (const char* key : {"flow.axial_pressure_gradient", "flow.axial_amplitude"}) {
    if (!input.has(key)) continue;
    if (!p.vessel.is_loop())
      input.error(key, "needs a vessel that closes on itself, geometry.shape = \"torus\" with "
                       "geometry.arc = 360; in others take flow.pressure_gradient or openings");
    else if (p.thinning)
      input.error(key, "needs blood.viscosity_model = \"newtonian\"");
  }
}

void read_flow(io::Case& input, Parameters& p) {
  p.gradient = input.numbers3("flow.pressure_gradient",
                              {.default_value = 0,
                               .meaning = "drop of pressure per length, which drives the flow",
                               .unit = "Pa/m"});
  p.amplitude = input.numbers3(
      "flow.amplitude",
      {.default_value = 0, .meaning = "of a part that oscillates as a cosine", .unit = "Pa/m"});
  read_axial_flow(input, p);
  p.frequency =
      input.number("flow.frequency",
                   {.default_value = 0, .minimum = 0, .meaning = "of that part", .unit = "Hz"});
  if ((p.amplitude != std::array<double, 3>{} || p.axial_amplitude != 0) && p.frequency == 0)
    input.error(
        "flow.frequency",
        "must be given for flow.amplitude and flow.axial_amplitude; what is constant belongs "
        "to the gradient of pressure");
}

void read_initial(io::Case& input, Parameters& p) {
  const std::string kind = input.choice("initial.kind", {"rest", "taylor-green", "shear"}, "rest");
  if (kind == "rest") return;
  if (kind == "shear") {
    p.initial = InitialKind::shear;
    if (p.vessel.shape != VesselShape::channel)
      input.error("initial.kind", "\"shear\" needs geometry.shape = \"channel\"");
    return;
  }
  p.initial = InitialKind::taylor_green;
  p.initial_velocity = input.number(
      "initial.velocity", {.meaning = "largest velocity of the vortex in x and y", .unit = "m/s"});
  p.initial_dimensions = static_cast<int>(input.integer(
      "initial.dimensions", {.default_value = 2,
                             .minimum = 2,
                             .maximum = 3,
                             .meaning = "2: the vortex is the same at every height; 3: it varies "
                                        "along z, too, and breaks up"}));
  if (p.vessel.shape != VesselShape::box)
    input.error("initial.kind", "\"taylor-green\" needs geometry.shape = \"box\"");
}

/// Openings without a condition are walls.
void close_others(Parameters& p) {
  std::vector<int> open;
  for (const OpeningParameters& opening : p.openings) open.push_back(opening.number);
  p.vessel.interior = with_closed_openings(p.vessel.interior, open);
}

}  // namespace

Units Parameters::units() const {  // (3.1)
  const double spacing = vessel.spacing;
  return {spacing, (relaxation_time - 0.5) / 3 * spacing * spacing / kinematic_viscosity(),
          density};
}

double Parameters::odd_relaxation_time() const {  // (1.8)
  return magic_parameter ? 0.5 + *magic_parameter / (relaxation_time - 0.5) : relaxation_time;
}

std::array<double, 3> Parameters::lattice_force(double time) const {
  const double wave = std::cos(2 * std::numbers::pi * frequency * time);
  std::array<double, 3> force;
  for (std::size_t d = 0; d < 3; ++d)
    force[d] = (gradient[d] + amplitude[d] * wave) / units().force_density();
  return force;
}

double Parameters::lattice_axial_force(double time) const {
  const double wave = std::cos(2 * std::numbers::pi * frequency * time);
  return (axial_gradient + axial_amplitude * wave) / units().force_density();
}

Parameters read_parameters(io::Case& input) {
  Parameters p;
  p.single_precision =
      input.choice("simulation.precision", {"double", "single"}, "double") == "single";
  const std::size_t mistakes = input.error_count();
  read_vessel(input, p.vessel);
  const bool vessel_is_right = input.error_count() == mistakes;
  read_fluid(input, p);
  const bool is_box = !p.vessel.is_free_form() || p.vessel.shape == VesselShape::spheres;
  if (vessel_is_right && is_box) check_lengths(input, p);
  if (vessel_is_right) {
    p.openings = read_openings(input, p.vessel);
    close_others(p);
    p.cells = read_cells(input, p.vessel, {p.viscosity, p.relaxation_time});
    check_inflow(input, p);
    p.planes = read_planes(input, p.vessel);
    p.wall_averages = read_wall_averages(input, p.vessel);
  } else {
    for (const char* section : {"cells", "openings", "planes", "wall_averages"})
      input.pass_over(section);
  }
  if (p.thinning && !p.cells.species.empty())
    input.error("blood.viscosity_model",
                "must be \"newtonian\" with cells: they make blood thin themselves");
  for (const Plane& plane : p.planes)
    for (const OpeningParameters& opening : p.openings)
      if (plane.name == opening.name)
        input.error("planes", "must not be called \"" + plane.name +
                                  "\", as an opening is: their columns have these names");
  read_flow(input, p);
  read_initial(input, p);
  p.transport = simulation::read_transport(input, {"populations", "cells"});
  p.balance = read_balance(input);
  p.keeps_velocity = input.has_table("time.until_steady");
  p.writes_fields = input.has_table("output.fields");
  return p;
}

}  // namespace thalweg::blood
