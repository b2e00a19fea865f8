// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/boundary_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "solvers/flow/case/balance.hpp"
#include "solvers/flow/case/names.hpp"
#include "solvers/flow/case/synthetic_parameters.hpp"
#include "solvers/flow/case/table_parameters.hpp"

namespace thalweg::flow {

namespace {

void read_inflow(io::Case& input, const std::string& at, Boundary& boundary) {
  const std::string profile =
      input.choice(at + "profile", {"uniform", "parabolic", "table"}, "uniform");
  if (profile == "table") {
    boundary.profile = Profile::table;
    if (auto table = read_velocity_table(input, at + "profile_file"))
      boundary.table = std::move(*table);
    if (input.has(at + "velocity"))
      input.error(at + "velocity",
                  "does not go with profile = \"table\", which has the velocities");
    return;
  }
  if (profile == "parabolic") boundary.profile = Profile::parabolic;
  boundary.velocity = input.numbers3(
      at + "velocity", {.meaning = "mean velocity of what comes in", .unit = "velocity"});
}

/// What is carried in with the mean velocity.
void read_fluctuations(io::Case& input, const std::string& at, const Parameters& p,
                       Boundary& boundary) {
  const std::string key = at + "turbulence.";
  boundary.turbulence = read_synthetic_turbulence(input, key, p.mesh && p.mesh->is_flat);
  if (!boundary.turbulence) return;
  if (!p.step)
    input.error(at + "turbulence", "needs time.scheme = \"bdf2\": a steady flow has no time");
  boundary.turbulence->convection = boundary.velocity;
  const bool is_stated = boundary.profile == Profile::table || input.has(key + "convection");
  if (is_stated)
    boundary.turbulence->convection = input.numbers3(
        key + "convection", {.meaning = "velocity that carries it in", .unit = "velocity"});
  if (boundary.turbulence->convection == geometry::Vector{})
    input.error(is_stated ? key + "convection" : at + "velocity",
                "must not be zero: it carries the turbulence in");
}

void read_convective(io::Case& input, const std::string& at, const Parameters& p,
                     Boundary& boundary) {
  if (!p.step)
    input.error(at + "kind", "needs time.scheme = \"bdf2\": a steady flow takes \"outflow\"");
  if (input.has(at + "speed"))
    boundary.speed = input.number(at + "speed", {.minimum = 0,
                                                 .exclusive = true,
                                                 .meaning = "that carries what leaves",
                                                 .unit = "velocity"});
}

void read_pressure(io::Case& input, const std::string& at, Boundary& boundary) {
  boundary.pressure = input.number(
      at + "pressure", {.default_value = 0, .meaning = "over density", .unit = "velocity^2"});
}

const std::map<std::string, Condition> conditions{
    {"wall", Condition::wall},          {"slip", Condition::slip},
    {"symmetry", Condition::symmetry},  {"inflow", Condition::inflow},
    {"outflow", Condition::outflow},    {"convective-outflow", Condition::convective},
    {"far-field", Condition::far_field}};

Boundary read_boundary(io::Case& input, const std::string& at, const Parameters& p) {
  Boundary boundary;
  boundary.family = input.text(at + "family", {}, "faces of the grid that it holds at");
  boundary.condition = conditions.at(input.choice(
      at + "kind",
      {"wall", "slip", "symmetry", "inflow", "outflow", "convective-outflow", "far-field"}, {}));
  if (is_wall(boundary.condition))
    boundary.has_table = input.boolean(at + "table", false, "what its faces feel is written");
  switch (boundary.condition) {
  case Condition::slip:
  case Condition::symmetry: return boundary;
  case Condition::convective: read_convective(input, at, p, boundary); return boundary;
  case Condition::inflow:
    read_inflow(input, at, boundary);
    read_fluctuations(input, at, p, boundary);
    break;
  case Condition::outflow: read_pressure(input, at, boundary); break;
  case Condition::wall:
    boundary.has_law = input.choice(at + "law", {"none", "power"}, "none") == "power";
    if (boundary.has_law && (!p.has_eddies() || p.viscosity == 0))
      input.error(at + "law", "needs a turbulence_model and a viscosity above 0");
    boundary.velocity = input.numbers3(
        at + "velocity", {.default_value = 0, .meaning = "of the wall", .unit = "velocity"});
    break;
  case Condition::far_field:
    boundary.velocity =
        input.numbers3(at + "velocity", {.meaning = "of the stream", .unit = "velocity"});
    read_pressure(input, at, boundary);
  }
  const char* multiplied = boundary.condition == Condition::outflow ? "pressure"
                           : boundary.profile == Profile::table     ? "profile_file"
                                                                    : "velocity";
  boundary.factor = read_time_factor(input, at, at + multiplied, p);
  return boundary;
}

}  // namespace

void read_boundaries(io::Case& input, const Mesh& mesh, Parameters& p) {
  const std::size_t errors = input.error_count();
  const std::vector<std::string> families = mesh.family_names();
  for (const std::string& family : families)
    if (!can_be_written(family))
      input.error("grid", fmt::format("the family of faces \"{}\" has a name with ',', '/', quotes "
                                      "or control characters, which columns and files cannot have: "
                                      "rename it in the file of the grid",
                                      family));
  std::map<std::string, int> uses;
  for (int n = 0; n < input.count("boundary"); ++n) {
    const std::string at = fmt::format("boundary.{}.", n);
    p.boundaries.push_back(read_boundary(input, at, p));
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
  if (input.error_count() != errors) return;
  require_parabolas(input, mesh, p.boundaries);
  require_walls_slide(input, mesh, p.boundaries);
  if (input.error_count() == errors) require_balance(input, mesh, p.boundaries);
  require_way_on(input, mesh, p);
}

}  // namespace thalweg::flow
