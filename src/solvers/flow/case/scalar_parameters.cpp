// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/scalar_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "solvers/flow/case/names.hpp"
#include "solvers/flow/case/parameters.hpp"
#include "solvers/flow/case/table_parameters.hpp"

namespace thalweg::flow {

namespace {

/// Whether it is that of a field, of a column of tables of lines, or of a residual, or begins as
/// those of averages do.
bool is_taken(const std::string& name) {
  constexpr const char* names[] = {"velocity", "velocity_x", "velocity_y",     "velocity_z",
                                   "pressure", "distance",   "eddy_viscosity", "x",
                                   "y",        "z",          "continuity",     "momentum"};
  constexpr const char* beginnings[] = {"mean_", "variance_", "reynolds_stress_",
                                        "turbulent_flux_"};
  const auto begins = [&](const char* beginning) { return name.starts_with(beginning); };
  return std::find(std::begin(names), std::end(names), name) != std::end(names) ||
         std::any_of(std::begin(beginnings), std::end(beginnings), begins);
}

std::string read_name(io::Case& input, const std::string& key, const Parameters& p) {
  std::string name = input.text(key, {}, "of its field and columns");
  require_word(input, key, name);
  if (is_taken(name)) input.error(key, "is that of another field or column");
  for (const TransportedScalar& other : p.scalars)
    if (other.name == name) input.error(key, "is that of another scalar");
  return name;
}

TransportedScalar read_scalar(io::Case& input, const std::string& at, const Parameters& p) {
  TransportedScalar s;
  s.name = read_name(input, at + "name", p);
  s.diffusivity = input.number(at + "diffusivity",
                               {.minimum = 0, .meaning = "of the scalar", .unit = "length^2/time"});
  if (p.has_eddies())
    s.turbulent_schmidt =
        input.number(at + "turbulent_schmidt", {.default_value = 0.7,
                                                .minimum = 0,
                                                .exclusive = true,
                                                .meaning = "viscosity of eddies over what they "
                                                           "spread the scalar with"});
  s.initial = input.number(at + "initial", {.default_value = 0, .meaning = "at the origin"});
  s.gradient =
      input.numbers3(at + "gradient", {.default_value = 0, .meaning = "of the initial state"});
  s.production = input.number(at + "production",
                              {.default_value = 0, .meaning = "everywhere", .unit = "1/time"});
  s.expansion = input.number(
      at + "expansion", {.default_value = 0, .meaning = "by which density falls, for buoyancy"});
  if (s.expansion != 0)
    s.reference = input.number(at + "reference",
                               {.default_value = 0, .meaning = "at which there is no buoyancy"});
  return s;
}

ScalarAtBoundary read_given(io::Case& input, const std::string& at, const std::string& key,
                            bool is_flux, const Parameters& p) {
  ScalarAtBoundary is;
  is.condition = is_flux ? ScalarCondition::flux : ScalarCondition::value;
  is.value = input.number(key, {.meaning = is_flux ? "into the fluid, on a unit of area"
                                                   : "of what is there or comes in"});
  is.factor = read_time_factor(input, at + "scalars_", key, p);
  return is;
}

ScalarAtBoundary read_at_wall(io::Case& input, const std::string& at, const std::string& key,
                              bool is_flux, const TransportedScalar& scalar, const Parameters& p) {
  if (scalar.diffusivity == 0)
    input.error(key, "needs a diffusivity above 0: nothing flows through a wall");
  return read_given(input, at, key, is_flux, p);
}

bool takes_values(Condition condition) {
  return is_wall(condition) || condition == Condition::inflow || condition == Condition::far_field;
}

/// What [[immersed]] number `n` says of a scalar. (9.11), (9.12)
ScalarAtBoundary read_at_body(io::Case& input, std::size_t n, const TransportedScalar& scalar,
                              const Parameters& p) {
  const std::string at = fmt::format("immersed.{}.", n);
  const std::string value = at + "scalars." + scalar.name, flux = at + "fluxes." + scalar.name;
  const std::string key = input.at_most_one({value, flux}, "of a scalar");
  if (key.empty()) return {};
  return read_at_wall(input, at, key, key == flux, scalar, p);
}

/// What [[boundary]] number `n` says of a scalar.
ScalarAtBoundary read_at_boundary(io::Case& input, std::size_t n, const TransportedScalar& scalar,
                                  const Parameters& p) {
  const std::string at = fmt::format("boundary.{}.", n);
  const std::string value = at + "scalars." + scalar.name, flux = at + "fluxes." + scalar.name;
  const Boundary& boundary = p.boundaries[n];
  ScalarAtBoundary is;
  const std::string key = input.at_most_one({value, flux}, "of a scalar");
  if (key.empty()) {
    if (takes_values(boundary.condition) && !is_wall(boundary.condition))
      input.error(value, "is missing: what comes in has a value of the scalar");
    return is;
  }
  if (!takes_values(boundary.condition) || (key == flux && !is_wall(boundary.condition))) {
    input.error(key, fmt::format("has no meaning at a boundary of this kind: {}",
                                 key == flux ? "walls have fluxes"
                                             : "walls, inflows and far fields have values"));
    return is;
  }
  if (is_wall(boundary.condition)) return read_at_wall(input, at, key, key == flux, scalar, p);
  return read_given(input, at, key, false, p);
}

}  // namespace

void read_scalars(io::Case& input, Parameters& p) {
  for (int n = 0; n < input.count("scalar"); ++n)
    p.scalars.push_back(read_scalar(input, fmt::format("scalar.{}.", n), p));
  if (drive_flow(p.scalars))
    p.gravity = input.numbers3("flow.gravity", {.meaning = "of buoyancy", .unit = "length/time^2"});
  else if (input.has("flow.gravity"))
    input.error("flow.gravity", "acts on nothing: no [[scalar]] has an expansion");
  for (TransportedScalar& scalar : p.scalars) {
    for (std::size_t n = 0; n < p.boundaries.size(); ++n)
      scalar.at_boundaries.push_back(read_at_boundary(input, n, scalar, p));
    for (std::size_t n = 0; n < p.immersed.size(); ++n)
      scalar.at_bodies.push_back(read_at_body(input, n, scalar, p));
  }
}

bool drive_flow(const std::vector<TransportedScalar>& scalars) {
  return std::any_of(scalars.begin(), scalars.end(),
                     [](const TransportedScalar& s) { return s.expansion != 0; });
}

std::vector<std::string> scalar_columns(const Parameters& p) {
  std::vector<std::string> names;
  for (const TransportedScalar& scalar : p.scalars) {
    for (const char* what : {"residual_", "mean_", "least_", "largest_"})
      names.push_back(what + scalar.name);
    for (const Boundary& boundary : p.boundaries)
      if (boundary.condition != Condition::symmetry)
        names.push_back("outflow_" + scalar.name + '_' + boundary.family);
    for (const ImmersedBody& body : p.immersed)
      names.push_back("outflow_" + scalar.name + '_' + body.name);
  }
  return names;
}

}  // namespace thalweg::flow
