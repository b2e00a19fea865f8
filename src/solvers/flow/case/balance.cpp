// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/flow/mesh/family_faces.hpp"
#include "solvers/flow/mesh/shifts.hpp"

namespace thalweg::flow {

using geometry::Vector;

namespace {

bool have(const std::vector<Boundary>& boundaries, Condition condition) {
  return std::any_of(boundaries.begin(), boundaries.end(),
                     [&](const Boundary& b) { return b.condition == condition; });
}

/// Volumes in a unit of time.
struct Flows {
  double in = 0, out = 0;
  double most = 0;  // if all velocities were across faces
};

double size_of(const Vector& v) { return std::sqrt(geometry::dot(v, v)); }

void add_flows(const Mesh& mesh, const Boundary& inflow, Flows& flows) {
  const ParabolicProfile profile(mesh, inflow.family);
  for_each_face(mesh, inflow.family, [&](const Vector& area, const Vector& place) {
    const Vector velocity = velocity_at(inflow, profile, place);
    const double outwards = geometry::dot(velocity, area);
    (outwards < 0 ? flows.in : flows.out) += std::abs(outwards);
    flows.most += size_of(velocity) * size_of(area);
  });
}

double mean_of(const ParabolicProfile& profile, const Mesh& mesh, const std::string& family) {
  double through = 0, all = 0;
  for_each_face(mesh, family, [&](const Vector& area, const Vector& place) {
    through += profile.factor(place) * size_of(area);
    all += size_of(area);
  });
  return through / all;
}

}  // namespace

void require_balance(io::Case& input, const Mesh& mesh, const std::vector<Boundary>& boundaries) {
  if (have(boundaries, Condition::far_field) || have(boundaries, Condition::convective)) return;
  Flows flows;
  int first = -1;
  for (std::size_t n = 0; n < boundaries.size(); ++n) {
    if (boundaries[n].condition != Condition::inflow) continue;
    if (!boundaries[n].factor.is_constant()) return;
    if (first < 0) first = static_cast<int>(n);
    add_flows(mesh, boundaries[n], flows);
  }
  // What few faces may make of a profile, and rounding of velocities along faces.
  constexpr double few_faces = 0.05, rounding = 1e-6;
  const double missing = flows.in - flows.out,
               least = std::max(few_faces * std::max(flows.in, flows.out), rounding * flows.most);
  const bool has_outflow = have(boundaries, Condition::outflow);
  if (missing >= -least && (has_outflow || missing <= least)) return;
  input.error(
      fmt::format("boundary.{}.kind", first),
      fmt::format(
          "through inflows {:.4g} of volume comes in in a unit of time, and {:.4g} leaves, {}",
          flows.in, flows.out,
          has_outflow
              ? "but \"outflow\" lets nothing back in: take \"far-field\" where fluid may come "
                "in, or turn a velocity round"
              : "but no other boundary lets the rest through: make one \"outflow\" or "
                "\"far-field\", or change a velocity"));
}

void require_parabolas(io::Case& input, const Mesh& mesh, const std::vector<Boundary>& boundaries) {
  constexpr double few_faces = 0.15;  // three across, along both axes
  for (std::size_t n = 0; n < boundaries.size(); ++n) {
    if (boundaries[n].profile != Profile::parabolic) continue;
    const std::string& family = boundaries[n].family;
    const ParabolicProfile profile(mesh, family);
    const double mean = mean_of(profile, mesh, family);
    const bool has_sides = profile.parabolas() > 0;
    if (has_sides && std::abs(mean - 1) <= few_faces) continue;
    input.error(
        fmt::format("boundary.{}.profile", n),
        fmt::format("\"parabolic\" is for faces that are straight or a rectangle, with sides "
                    "that do not repeat, and \"{}\" {}: take \"table\" with a profile_file, "
                    "or \"uniform\"",
                    family,
                    has_sides ? fmt::format("would have {:.3g} times its mean velocity", mean)
                              : "has none"));
  }
}

void require_walls_slide(io::Case& input, const Mesh& mesh,
                         const std::vector<Boundary>& boundaries) {
  constexpr double uneven = 0.05;  // points of files, and small waves
  for (std::size_t n = 0; n < boundaries.size(); ++n) {
    const Boundary& wall = boundaries[n];
    if (wall.condition != Condition::wall || wall.velocity == Vector{}) continue;
    double through = 0, most = 0;
    for_each_face(mesh, wall.family, [&](const Vector& area, const Vector&) {
      through += std::abs(geometry::dot(wall.velocity, area));
      most += size_of(wall.velocity) * size_of(area);
    });
    if (through > uneven * most)
      input.error(fmt::format("boundary.{}.velocity", n),
                  "must lead along the wall: the grid does not move with it. What is blown in or "
                  "sucked out is an \"inflow\"; what moves through a grid is an [[immersed]] body");
  }
}

void require_way_on(io::Case& input, const Mesh& mesh, const Parameters& p) {
  if (!p.mean_velocity || have(p.boundaries, Condition::far_field)) return;
  constexpr double rounding = 1e-6;
  std::vector<Vector> shifts = shifts_of(mesh);
  if (mesh.is_flat) shifts.push_back({0, 0, 1});  // nothing changes along it
  const bool leads_on = std::any_of(shifts.begin(), shifts.end(), [&](const Vector& shift) {
    return std::abs(geometry::dot(shift, *p.mean_velocity)) >
           rounding * size_of(shift) * size_of(*p.mean_velocity);
  });
  if (!leads_on && size_of(*p.mean_velocity) > 0)
    input.error(
        "flow.mean_velocity",
        "can be held only along a way on which the grid repeats: make it periodic there, or "
        "drive the flow by an \"inflow\"");
}

}  // namespace thalweg::flow
