// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/flow/mesh/metrics.hpp"

namespace thalweg::flow {

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

void add_flows(const Mesh& mesh, const Boundary& inflow, Flows& flows) {
  const MeshLevel level{&mesh, mesh.blocks};
  const ParabolicProfile profile(mesh, inflow.family);
  for (const Patch& patch : mesh.patches) {
    if (patch.family != inflow.family) continue;
    const int axis = patch.face.axis;
    grid::for_each_cell(patch.cells, [&](grid::Cell face) {
      face[grid::index(axis)] += patch.face.upper;
      const geometry::Vector area = face_area(level, patch.block, axis, face),
                             velocity = velocity_at(inflow, profile,
                                                    face_centre(level, patch.block, axis, face));
      const double onwards = geometry::dot(velocity, area);
      const double outwards = patch.face.upper ? onwards : -onwards;
      (outwards < 0 ? flows.in : flows.out) += std::abs(outwards);
      flows.most += std::sqrt(geometry::dot(velocity, velocity) * geometry::dot(area, area));
    });
  }
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

}  // namespace thalweg::flow
