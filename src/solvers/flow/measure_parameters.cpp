// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/measure_parameters.hpp"

#include <fmt/format.h>

namespace thalweg::flow {

namespace {

/// A word that none of the others has.
template <class Items>
std::string read_name(io::Case& input, const std::string& key, const Items& others,
                      const std::string& meaning) {
  std::string name = input.text(key, {}, meaning);
  for (const auto& other : others)
    if (other.name == name) input.error(key, "is that of another one");
  if (name.empty() || name.find_first_of("., /") != std::string::npos)
    input.error(key, "must be a word without '.', ',', '/' and blanks");
  return name;
}

void read_lines(io::Case& input, Parameters& p) {
  for (int n = 0; n < input.count("line"); ++n) {
    const std::string at = fmt::format("line.{}.", n);
    Line line;
    line.name = read_name(input, at + "name", p.lines, "of its table");
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

}  // namespace

void read_measures(io::Case& input, Parameters& p) {
  read_lines(input, p);
  read_probes(input, p);
  read_averages(input, p);
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

std::vector<std::string> wall_columns() {
  return {"x", "y", "z", "area", "pressure", "shear_x", "shear_y", "shear_z", "y_plus"};
}

}  // namespace thalweg::flow
