// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/case/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/blood/case/membrane_units.hpp"
#include "solvers/blood/case/opening_advice.hpp"

namespace thalweg::blood {

namespace {

double size_of(const geometry::Vector& v) { return std::sqrt(geometry::dot(v, v)); }

/// The largest rate of shear to expect [1/s].
double expected_rate(const Parameters& p) {
  const Vessel& vessel = p.vessel;
  const double width = vessel.interior->width();
  const geometry::Vector apart = geometry::plus(vessel.upper_velocity, vessel.lower_velocity, -1);
  return std::max(size_of(apart) / width,
                  vessel.has_moving_walls() ? 0 : 4 * expected_velocity(p) / width);
}

void advise_on_contrast(const SpeciesParameters& s, const Parameters& p,
                        std::vector<std::string>& lines) {
  const double time = relaxation_time_within(s.contrast, p.relaxation_time);
  lines.push_back(fmt::format("within {} the fluid is {:.4g} times as viscous as plasma: a "
                              "relaxation time of {:.4g}",
                              s.name, 1 + s.contrast, time));
  const std::string name = "warning: " + s.name;
  if (time > 2)
    lines.push_back(fmt::format("{}: the relaxation time within is long, and shear there lags "
                                "behind: take blood.relaxation_time = {:.3g} or less",
                                name, 0.5 + 1.5 / (1 + s.contrast)));
  if (time < 0.52)
    lines.push_back(fmt::format("{}: the relaxation time within is so short that the scheme may be "
                                "unstable: take blood.relaxation_time = {:.3g} or more",
                                name, 0.5 + 0.05 / (1 + s.contrast)));
}

/// How late a viscous membrane answers.
void advise_on_viscosity(const SpeciesParameters& s, const Parameters& p,
                         std::vector<std::string>& lines) {
  const double steps = in_lattice_units(s, p).viscous_time, time = steps * p.units().step,
               late = time * expected_rate(p);
  lines.push_back(fmt::format(
      "{}: membrane viscosity is {:.3g} times that of plasma times a radius; rates of strain are "
      "means over {:.3g} steps, {:.3g} s: {:.2g} of the time in which plasma shears by 1",
      s.name, s.moduli.viscosity / (p.viscosity * reach_of(s.shape)), steps, time, late));
  if (late > 0.1)
    lines.push_back(fmt::format("warning: {}: the membrane's viscosity lags behind the flow: take "
                                "slower flow, or a smaller blood.relaxation_time or "
                                "viscosity_time",
                                s.name));
}

/// The part of its volume that a cell seems to have to the fluid around.
void advise_on_thickness(const SpeciesParameters& s, const Parameters& p,
                         std::vector<std::string>& lines) {
  if (p.cells.mends_kinks && s.contrast == 0) return;
  const double reach = reach_beyond(p.cells.delta);
  const double felt = 1 + reach * p.vessel.spacing * area_of(s.shape) / volume_of(s.shape);
  if (felt < 1.3) return;
  lines.push_back(fmt::format(
      "warning: {}: the fluid feels membranes about {:.2g} spacings further out, as if cells had "
      "{:.2g} times their volume: take a smaller grid.spacing{}",
      s.name, reach, felt, s.contrast == 0 ? ", or cells.kink_correction" : ""));
}

void advise_on(const SpeciesParameters& s, const Parameters& p, std::vector<std::string>& lines) {
  const int vertices = vertices_of(s.shape, s.refinement);
  const double edge = edge_of(s, p);
  const double stiff = stiffness(s, p);
  lines.push_back(fmt::format(
      "{} {} of {} vertices, {:.2g} spacings apart; capillary number up to {:.3g}; the membrane is "
      "at {:.2g} of what steps of this size hold",
      s.count, s.name, vertices, edge,
      p.viscosity * expected_rate(p) * reach_of(s.shape) / s.moduli.shear, stiff));
  const std::string name = "warning: " + s.name;
  if (s.contrast != 0) advise_on_contrast(s, p, lines);
  if (s.moduli.viscosity > 0) advise_on_viscosity(s, p, lines);
  advise_on_thickness(s, p, lines);
  if (edge > 1.3)
    lines.push_back(name + ": vertices lie far apart, and fluid leaks through: take a larger "
                           "refinement or grid.spacing");
  if (edge < 0.3)
    lines.push_back(name +
                    ": vertices lie closer than needed: a smaller refinement takes less time");
  if (stiff > 1) {
    const std::optional<int> substeps = substeps_for(s, p);
    lines.push_back(fmt::format("{}: the membrane is too stiff for the step and may tear: take a "
                                "smaller blood.relaxation_time{}",
                                name,
                                substeps ? fmt::format(", or substeps = {}", *substeps) : ""));
  }
}

/// Of the part of a gradient that drives fluid: across walls, pressure rises against it.
double driving_part(const Parameters& p, geometry::Vector gradient) {
  for (std::size_t d = 0; d < 3; ++d)
    if (p.openings.empty() && p.vessel.is_walled(d)) gradient[d] = 0;
  return size_of(gradient);
}

/// The largest velocity of what a gradient of pressure drives.
double driven_velocity(const Parameters& p) {
  const Vessel& vessel = p.vessel;
  // Nothing that is the same everywhere drives fluid round a loop.
  const double along = vessel.is_loop()
                           ? std::abs(p.axial_gradient) + std::abs(p.axial_amplitude)
                           : driving_part(p, p.gradient) + driving_part(p, p.amplitude);
  const double push = along / p.viscosity;
  const double width = vessel.interior->width(), permeability = vessel.interior->permeability();
  if (permeability == 0)
    return push * width * width / (vessel.is_round() ? 16 : 8);  // (5.1), (5.2)
  const double box = vessel.size[0] * vessel.size[1] * vessel.size[2];
  return peak_over_mean(p) * push * permeability * box / vessel.volume();
}

/// Of the mean velocity and the hydraulic diameter, as that of openings, or that of the smallest
/// sphere; where walls move or there are none, of the largest velocity.
double reynolds_number(const Parameters& p) {
  const Vessel& vessel = p.vessel;
  const double largest = expected_velocity(p);
  if (!vessel.has_walls()) return largest * vessel.interior->width() / p.kinematic_viscosity();
  const double velocity = vessel.has_moving_walls() ? largest : largest / peak_over_mean(p);
  const double length = vessel.shape == VesselShape::spheres
                            ? vessel.interior->width()
                            : 4 * vessel.volume() / vessel.wall_area();
  return velocity * length / p.kinematic_viscosity();
}

/// Of a repulsion that a vertex on another's axis feels at half its range.
void advise_on_repulsion(const Parameters& p, std::vector<std::string>& lines) {
  const RepulsionLaw& law = p.cells.repulsion;
  const Units units = p.units();
  const double strongest = std::max(law.strength, law.wall_strength);
  const double stiffness = 16 * strongest / law.range / units.tension();
  // A point moves in the fluid as a ball of about a spacing does.
  const double held = 12 * std::numbers::pi * (p.relaxation_time - 0.5) / 3;
  lines.push_back(fmt::format("cells repel each other below {:.3g} spacings; at half of that the "
                              "force is at {:.2g} of what steps of this size hold",
                              law.range / units.spacing, stiffness / held));
  if (stiffness > held)
    lines.push_back("warning: the repulsion is too strong for the step and may throw vertices "
                    "about: take a smaller cells.repulsion.strength or blood.relaxation_time");
}

/// A growing cell pushes its way by repulsion, which takes steps.
void advise_on_growth(const Parameters& p, std::vector<std::string>& lines) {
  const Growth& growth = p.cells.growth;
  const Units units = p.units();
  double widest = 0;
  for (const SpeciesParameters& s : p.cells.species) widest = std::max(widest, reach_of(s.shape));
  const double speed = growth.fastest() * widest / units.velocity();
  lines.push_back(fmt::format("cells grow from {:.3g} of their lengths at rest in {:.0f} steps, "
                              "their rims by {:.2g} spacings per step",
                              growth.from, growth.time / units.step, speed));
  constexpr double held = 1e-3;
  if (speed > held)
    lines.push_back(fmt::format("warning: cells grow too fast to make room for each other: take "
                                "cells.growth.time = {:.2g} or more",
                                growth.time * speed / held));
}

void advise_on_thinning(const Parameters& p, std::vector<std::string>& lines) {
  const double at_rest = 0.5 + (p.relaxation_time - 0.5) * p.thinning->zero / p.thinning->infinite;
  lines.push_back(fmt::format("viscosity falls from {:.4g} to {:.4g} Pa s as the rate of shear "
                              "grows beyond {:.3g} 1/s, the relaxation time from {:.4g} to {:.4g}",
                              p.thinning->zero, p.thinning->infinite, 1 / p.thinning->time, at_rest,
                              p.relaxation_time));
  if (at_rest > 3)
    lines.push_back(fmt::format("warning: a relaxation time of {:.3g} is inexact where the fluid "
                                "is slow: take a blood.relaxation_time below {:.3g}",
                                at_rest, 0.5 + 2.5 * p.thinning->infinite / p.thinning->zero));
}

/// on_lattice: the largest velocity, in spacings per step.
void advise_on_flow(const Parameters& p, double on_lattice, std::vector<std::string>& lines) {
  if (on_lattice > 0.1)
    lines.push_back(fmt::format(
        "warning: {:.2g} of a spacing per step is too fast, results are wrong above 0.1 or so: "
        "take a smaller blood.relaxation_time or grid.spacing",
        on_lattice));
  if (const double force = size_of(p.gradient) / p.units().force_density();
      !p.vessel.has_walls() && force > 0)
    lines.push_back(fmt::format(
        "warning: a box has no walls to hold what flow.pressure_gradient drives: the fluid gains "
        "{:.2g} of a spacing per step in 1000 steps, without end",
        1000 * force));
}

}  // namespace

double expected_velocity(const Parameters& p) {
  const Vessel& vessel = p.vessel;
  if (vessel.shape == VesselShape::box) return std::abs(p.initial_velocity);
  return std::max({driven_velocity(p), velocity_by_openings(p), size_of(vessel.lower_velocity),
                   size_of(vessel.upper_velocity)});
}

std::vector<std::string> advice(const Parameters& p) {
  const Units units = p.units();
  const double velocity = expected_velocity(p), on_lattice = velocity / units.velocity();
  const double width = p.vessel.interior->width();
  std::vector<std::string> lines{
      fmt::format("a step is {:.4g} s; relaxation times {:.4g} (even), {:.4g} (odd)", units.step,
                  p.relaxation_time, p.odd_relaxation_time()),
      fmt::format("largest velocity about {:.3g} m/s: {:.3g} of a spacing per step, Reynolds "
                  "number {:.3g}",
                  velocity, on_lattice, reynolds_number(p))};
  if (p.thinning) advise_on_thinning(p, lines);
  advise_on_flow(p, on_lattice, lines);
  if (p.relaxation_time < 0.505 || p.relaxation_time > 2)
    lines.push_back(fmt::format("warning: with blood.relaxation_time = {:.4g} {}; 0.55 to 1.5 is "
                                "safe",
                                p.relaxation_time,
                                p.relaxation_time > 2 ? "walls are inexact and pressure is slow"
                                                      : "the scheme may be unstable"));
  if (p.vessel.has_walls() && width < 8 * p.vessel.spacing)
    lines.push_back(fmt::format("warning: {:.3g} spacings across are few; 8 give 1 %",
                                width / p.vessel.spacing));
  for (const SpeciesParameters& s : p.cells.species) advise_on(s, p, lines);
  if (p.cells.repulsion.range > 0) advise_on_repulsion(p, lines);
  if (p.cells.growth.is_asked()) advise_on_growth(p, lines);
  return lines;
}

}  // namespace thalweg::blood
