// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/measure_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/flow/case/names.hpp"
#include "solvers/flow/mesh/family_faces.hpp"
#include "solvers/flow/mesh/quality.hpp"

namespace thalweg::flow {

namespace {

/// A word that none of the others has.
template <class Items>
std::string read_name(io::Case& input, const std::string& key, const Items& others,
                      const std::string& meaning) {
  std::string name = input.text(key, {}, meaning);
  for (const auto& other : others)
    if (other.name == name) input.error(key, "is that of another one");
  require_word(input, key, name);
  return name;
}

/// The same, of a table: those of walls have names, too.
template <class Items>
std::string read_table_name(io::Case& input, const std::string& key, const Items& others,
                            const Parameters& p) {
  std::string name = read_name(input, key, others, "of its table");
  for (const Boundary& boundary : p.boundaries)
    if (boundary.has_table && wall_table_name(boundary.family) == name)
      input.error(key, fmt::format("is that of the table of the wall \"{}\"", boundary.family));
  return name;
}

void require_between(io::Case& input, const std::string& key, const geometry::Vector& place,
                     const Bounds& bounds, std::size_t dimensions) {
  for (std::size_t d = 0; d < dimensions; ++d) {
    const double low = bounds.lower[d], high = bounds.upper[d], rounding = 1e-9 * (high - low);
    if (place[d] < low - rounding || place[d] > high + rounding)
      input.error(key, fmt::format("lies in no cell of the grid, which reaches from {:g} to {:g} "
                                   "along {}",
                                   low, high, "xyz"[d]));
  }
}

/// What lies in the box around the grid may still lie in none of its cells: that a run finds out.
void require_inside(io::Case& input, const Parameters& p) {
  if (!p.mesh || (p.lines.empty() && p.probes.empty())) return;
  const Bounds bounds = bounds_of(*p.mesh);
  const auto require = [&](const std::string& key, const geometry::Vector& place) {
    require_between(input, key, place, bounds, p.is_flat() ? 2 : 3);
  };
  for (std::size_t n = 0; n < p.lines.size(); ++n) {
    require(fmt::format("line.{}.from", n), p.lines[n].from);
    require(fmt::format("line.{}.to", n), p.lines[n].to);
  }
  for (std::size_t n = 0; n < p.probes.size(); ++n)
    require(fmt::format("probe.{}.point", n), p.probes[n].point);
}

void read_lines(io::Case& input, Parameters& p) {
  for (int n = 0; n < input.count("line"); ++n) {
    const std::string at = fmt::format("line.{}.", n);
    Line line;
    line.name = read_table_name(input, at + "name", p.lines, p);
    line.from = input.numbers3(at + "from", {.meaning = "where it begins", .unit = "length"});
    line.to = input.numbers3(at + "to", {.meaning = "where it ends", .unit = "length"});
    line.points = static_cast<int>(input.integer(
        at + "points", {.minimum = 2, .maximum = 100000, .meaning = "along it, both ends too"}));
    p.lines.push_back(line);
  }
}

void read_probes(io::Case& input, Parameters& p) {
  for (int n = 0; n < input.count("probe"); ++n) {
    const std::string at = fmt::format("probe.{}.", n);
    Probe probe;
    probe.name = read_name(input, at + "name", p.probes, "of its columns");
    probe.point = input.numbers3(at + "point", {.meaning = "where it is", .unit = "length"});
    p.probes.push_back(probe);
  }
}

void read_averages(io::Case& input, Parameters& p) {
  if (!input.has_table("averages")) return;
  p.averages_from =
      input.number("averages.from", {.minimum = 0, .meaning = "when they begin", .unit = "time"});
  if (!p.step) input.error("averages.from", "needs time.scheme = \"bdf2\"");
}

/// How much of the area of a family lies across an axis, from 0 to 1.
double share_across(const Mesh& mesh, const std::string& family, std::size_t axis) {
  double across = 0, all = 0;
  for_each_face(mesh, family, [&](const geometry::Vector& area, const geometry::Vector&) {
    across += std::abs(area[axis]);
    all += std::sqrt(geometry::dot(area, area));
  });
  return across / all;
}

/// Walls, by their families.
void read_walls(io::Case& input, const std::string& key, const Parameters& p,
                MeanProfile& profile) {
  for (const std::string& family : read_different(input, key, "families, for wall units")) {
    const auto at = std::find_if(p.boundaries.begin(), p.boundaries.end(),
                                 [&](const Boundary& b) { return b.family == family; });
    if (at == p.boundaries.end() || at->condition != Condition::wall ||
        at->velocity != geometry::Vector{})
      input.error(key, fmt::format("names \"{}\", which is no wall at rest", family));
    else if (constexpr double least = 0.5; share_across(*p.mesh, family, profile.axis) < least)
      input.error(key, fmt::format("names \"{}\", which does not lie across {}: distances from "
                                   "walls are along the axis of the profile",
                                   family, "xyz"[profile.axis]));
    else
      profile.walls.push_back(static_cast<int>(at - p.boundaries.begin()));
  }
}

void read_profiles(io::Case& input, Parameters& p) {
  for (int n = 0; n < input.count("profile"); ++n) {
    const std::string at = fmt::format("profile.{}.", n);
    MeanProfile profile;
    profile.name = read_table_name(input, at + "name", p.profiles, p);
    for (const Line& line : p.lines)
      if (line.name == profile.name) input.error(at + "name", "is that of a line");
    const std::string axis = input.choice(at + "axis", {"x", "y", "z"}, "y", "across planes");
    profile.axis = static_cast<std::size_t>(axis[0] - 'x');
    if (input.has(at + "walls")) read_walls(input, at + "walls", p, profile);
    if (!p.averages_from) input.error(at + "name", "needs [averages]: it is made of them");
    p.profiles.push_back(profile);
  }
}

}  // namespace

void read_measures(io::Case& input, Parameters& p) {
  read_lines(input, p);
  read_probes(input, p);
  read_averages(input, p);
  read_profiles(input, p);
  require_inside(input, p);
}

std::vector<AverageField> average_fields(const Parameters& p) {
  std::vector<AverageField> fields{{"mean_pressure", "length^2/time^2", 0, 1},
                                   {"mean_velocity", "length/time", 1, 3}};
  int next = 4;
  const auto append = [&](const std::string& name, const char* unit, int components = 1) {
    fields.push_back({name, unit, next, components});
    next += components;
  };
  for (const char* pair : {"xx", "yy", "zz", "xy", "xz", "yz"})
    append(std::string("reynolds_stress_") + pair, "length^2/time^2");
  if (p.has_eddies()) append("mean_eddy_viscosity", "length^2/time");
  for (const TransportedScalar& scalar : p.scalars) {
    append("mean_" + scalar.name, "1");
    append("variance_" + scalar.name, "1");
    append("turbulent_flux_" + scalar.name, "length/time", 3);
  }
  return fields;
}

std::vector<std::string> average_names(const Parameters& p) {
  std::vector<std::string> names;
  for (const AverageField& field : average_fields(p))
    if (field.components == 1)
      names.push_back(field.name);
    else
      for (const char axis : {'x', 'y', 'z'}) names.push_back(field.name + '_' + axis);
  return names;
}

std::vector<std::string> average_units(const Parameters& p) {
  std::vector<std::string> units;
  for (const AverageField& field : average_fields(p))
    units.insert(units.end(), static_cast<std::size_t>(field.components), field.unit);
  return units;
}

std::vector<std::string> line_columns(const Parameters& p) {
  std::vector<std::string> names{"distance", "x",          "y",          "z",
                                 "pressure", "velocity_x", "velocity_y", "velocity_z"};
  for (const TransportedScalar& scalar : p.scalars) names.push_back(scalar.name);
  return names;
}

std::vector<std::string> probe_columns(const Parameters& p) {
  std::vector<std::string> names;
  for (const Probe& probe : p.probes) {
    names.push_back("pressure_" + probe.name);
    for (const char axis : {'x', 'y', 'z'}) names.push_back("velocity_" + probe.name + '_' + axis);
    for (const TransportedScalar& scalar : p.scalars)
      names.push_back(scalar.name + '_' + probe.name);
  }
  return names;
}

std::vector<std::string> wall_columns(const Parameters& p) {
  std::vector<std::string> names{"x",       "y",       "z",       "area",  "pressure",
                                 "shear_x", "shear_y", "shear_z", "y_plus"};
  for (const TransportedScalar& scalar : p.scalars) names.push_back("flux_" + scalar.name);
  return names;
}

}  // namespace thalweg::flow
