// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/flow/case/boundary_parameters.hpp"
#include "solvers/flow/case/names.hpp"

namespace thalweg::flow {

namespace {

geometry::Vector read_direction(io::Case& input, const std::string& key, std::array<double, 3> is,
                                const std::string& meaning) {
  if (input.has(key)) is = input.numbers3(key, {.meaning = meaning});
  if (geometry::dot(is, is) > 0) return geometry::unit(is);
  input.error(key, "must not be zero: it is a direction");
  return {1, 0, 0};
}

/// Of a flat grid, along z; the cells of a block may follow each other in either sense.
double thickness_of(const Mesh& mesh) {
  return std::abs(mesh.vertex(0, {1, 0, 0})[2] - mesh.vertex(0, {0, 0, 0})[2]);
}

double read_area(io::Case& input, const std::string& at, const Mesh& mesh) {
  const std::string key =
      input.exactly_one({at + "area", at + "height"}, "what forces are divided by");
  if (key == at + "height") {
    if (!mesh.is_flat)
      input.error(key, "has no meaning in three dimensions: give the body an area");
    return thickness_of(mesh) * input.number(key, {.minimum = 0,
                                                   .exclusive = true,
                                                   .meaning = "across the stream, of a flat grid",
                                                   .unit = "length"});
  }
  if (key.empty()) return 1;
  return input.number(
      key, {.minimum = 0, .exclusive = true, .meaning = "of reference", .unit = "length^2"});
}

/// The numbers of the conditions of its families.
std::vector<int> read_families(io::Case& input, const std::string& key, const Parameters& p) {
  std::vector<int> numbers;
  for (const std::string& family : read_different(input, key, "walls that it is made of")) {
    const auto at = std::find_if(p.boundaries.begin(), p.boundaries.end(),
                                 [&](const Boundary& b) { return b.family == family; });
    if (at == p.boundaries.end() || !is_wall(at->condition))
      input.error(key, fmt::format("names \"{}\", which is no wall of the case", family));
    else
      numbers.push_back(static_cast<int>(at - p.boundaries.begin()));
  }
  return numbers;
}

/// The numbers of immersed bodies.
std::vector<int> read_immersed_names(io::Case& input, const std::string& key, const Parameters& p) {
  std::vector<int> numbers;
  for (const std::string& name : read_different(input, key, "immersed bodies that it is made of")) {
    const auto at = std::find_if(p.immersed.begin(), p.immersed.end(),
                                 [&](const ImmersedBody& body) { return body.name == name; });
    if (at == p.immersed.end())
      input.error(key, fmt::format("names \"{}\", which is no [[immersed]] of the case", name));
    else
      numbers.push_back(static_cast<int>(at - p.immersed.begin()));
  }
  return numbers;
}

Body read_body(io::Case& input, const std::string& at, const Mesh& mesh, const Parameters& p) {
  Body body;
  body.name = input.text(at + "name", {}, "of its columns");
  const bool is_immersed = input.has(at + "immersed");
  if (input.has(at + "families") || !is_immersed)
    body.boundaries = read_families(input, at + "families", p);
  if (is_immersed) body.immersed = read_immersed_names(input, at + "immersed", p);
  if (body.boundaries.empty() && body.immersed.empty())
    input.error(at + (is_immersed ? "immersed" : "families"),
                "must list one family of walls or one immersed body, or more");
  const double velocity = input.number(
      at + "velocity",
      {.minimum = 0, .exclusive = true, .meaning = "of reference", .unit = "velocity"});
  body.unit_of_force = velocity * velocity / 2 * read_area(input, at, mesh);
  const double length = input.number(at + "length", {.default_value = 1,
                                                     .minimum = 0,
                                                     .exclusive = true,
                                                     .meaning = "of reference, for moments",
                                                     .unit = "length"});
  body.unit_of_moment = body.unit_of_force * length;
  body.drag = read_direction(input, at + "drag", {1, 0, 0}, "direction of drag");
  body.lift = read_direction(input, at + "lift", {0, 1, 0}, "direction of lift");
  body.centre = input.numbers3(
      at + "centre", {.default_value = 0, .meaning = "that moments are about", .unit = "length"});
  return body;
}

}  // namespace

void read_bodies(io::Case& input, const Mesh& mesh, Parameters& p) {
  for (int n = 0; n < input.count("body"); ++n) {
    const std::string at = fmt::format("body.{}.", n);
    const Body body = read_body(input, at, mesh, p);
    for (const Body& other : p.bodies)
      if (other.name == body.name) input.error(at + "name", "is that of another body");
    require_word(input, at + "name", body.name);
    p.bodies.push_back(body);
  }
}

}  // namespace thalweg::flow
