// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particle_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "simulation/checks/text_table.hpp"
#include "solvers/turbulence/statistics/averaged_fields.hpp"
#include "solvers/turbulence/statistics/derived_fields.hpp"

namespace thalweg::turbulence {

namespace {

std::string read_name(io::Case& input, const std::string& key, const Parameters& p) {
  const std::string name = input.text(key, {}, "of its columns and files");
  const bool is_plain =
      !name.empty() &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
  if (!is_plain && input.has(key)) input.error(key, "must be of small letters, digits and \"_\"");
  for (const ImageHead& field : image_fields(describe(p)))
    if (field.name == name) input.error(key, "is the name of a field: take another");
  for (const AverageOutput& average : average_outputs(p.averages, describe(p)))
    if (average.head.name == name)
      input.error(key, "is the name of an average ([averages]): take another");
  if (std::ranges::find(p.particles, name, &ParticleSpecies::name) != p.particles.end())
    input.error(key, "is that of another species");
  return name;
}

/// Of a text file with x, y and z of each.
std::vector<std::array<double, 3>> read_places(io::Case& input, const std::string& key) {
  try {
    const auto table = simulation::checks::read_finite_table(input.resolve(input.text(key, {})));
    if (table.columns.size() != 3 || table.columns[0].empty())
      throw InputError(fmt::format("must have three columns, x, y and z, and a row or more; it has "
                                   "{} columns",
                                   table.columns.size()));
    std::vector<std::array<double, 3>> places;
    for (std::size_t n = 0; n < table.columns[0].size(); ++n)
      places.push_back({table.columns[0][n], table.columns[1][n], table.columns[2][n]});
    return places;
  } catch (const InputError& error) {
    input.error(key, error.what());
    return {};
  }
}

void read_start(io::Case& input, const std::string& at, ParticleSpecies& species) {
  const std::string key = input.exactly_one({at + "count", at + "path"}, "how many there are");
  if (key == at + "path") {
    species.places = read_places(input, key);
    species.count = static_cast<std::int64_t>(species.places.size());
  } else if (!key.empty()) {
    species.count = input.integer(
        key, {.minimum = 1, .maximum = 1e12, .meaning = "particles, at random places"});
    species.seed = static_cast<std::uint64_t>(input.integer(
        at + "seed",
        {.default_value = 1, .minimum = 0, .maximum = 9e15, .meaning = "random seed"}));
  }
}

void read_trajectories(io::Case& input, const std::string& at, ParticleSpecies& species) {
  if (!input.has_table(at.substr(0, at.size() - 1))) return;
  species.trajectory_steps =
      input.integer(at + "every_steps", {.minimum = 1, .meaning = "between two rows"});
  species.trajectory_count = input.integer(
      at + "count", {.default_value = static_cast<double>(std::max<std::int64_t>(1, species.count)),
                     .minimum = 1,
                     .meaning = "how many are followed: the first"});
}

}  // namespace

void read_particles(io::Case& input, Parameters& p) {
  if (p.equations == Equations::gross_pitaevskii && input.count("particles") > 0)
    input.error("particles",
                "need the velocity of a fluid, which a superfluid has no smooth one of: "
                "leave them out");
  for (int n = 0; n < input.count("particles"); ++n) {
    const std::string at = "particles." + std::to_string(n) + ".";
    ParticleSpecies species;
    species.name = read_name(input, at + "name", p);
    read_start(input, at, species);
    species.response_time =
        input.number(at + "response_time", {.default_value = 0,
                                            .minimum = 0,
                                            .meaning = "of inertial ones; 0: they follow the flow",
                                            .unit = "time"});
    species.settling_velocity =
        input.numbers3(at + "settling_velocity",
                       {.default_value = 0, .meaning = "in a fluid at rest", .unit = "velocity"});
    read_trajectories(input, at + "trajectories.", species);
    p.particles.push_back(species);
  }
}

}  // namespace thalweg::turbulence
