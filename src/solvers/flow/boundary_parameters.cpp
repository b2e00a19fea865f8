// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/boundary_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace thalweg::flow {

namespace {

void read_inflow(io::Case& input, const std::string& at, Boundary& boundary) {
  boundary.velocity = input.numbers3(
      at + "velocity", {.meaning = "mean velocity of what comes in", .unit = "velocity"});
  if (input.choice(at + "profile", {"uniform", "parabolic"}, "uniform") == "parabolic")
    boundary.profile = Profile::parabolic;
}

Boundary read_boundary(io::Case& input, const std::string& at) {
  Boundary boundary;
  boundary.family = input.text(at + "family", {}, "faces of the grid that it holds at");
  const std::string kind = input.choice(at + "kind", {"wall", "symmetry", "inflow", "outflow"}, {});
  if (kind == "wall") {
    boundary.velocity = input.numbers3(
        at + "velocity", {.default_value = 0, .meaning = "of the wall", .unit = "velocity"});
  } else if (kind == "symmetry") {
    boundary.condition = Condition::symmetry;
  } else if (kind == "inflow") {
    boundary.condition = Condition::inflow;
    read_inflow(input, at, boundary);
  } else {
    boundary.condition = Condition::outflow;
    boundary.pressure = input.number(
        at + "pressure", {.default_value = 0, .meaning = "over density", .unit = "velocity^2"});
  }
  return boundary;
}

}  // namespace

void read_boundaries(io::Case& input, const Mesh& mesh, Parameters& p) {
  const std::vector<std::string> families = mesh.family_names();
  std::map<std::string, int> uses;
  for (int n = 0; n < input.count("boundary"); ++n) {
    const std::string at = fmt::format("boundary.{}.", n);
    p.boundaries.push_back(read_boundary(input, at));
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
}

}  // namespace thalweg::flow
