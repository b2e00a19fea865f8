// SPDX-License-Identifier: Apache-2.0
// What a flow carries along, as a case says it: docs/theory/flow.md, section 8.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/waveform.hpp"
#include "geometry/vector.hpp"
#include "io/case/case.hpp"

namespace thalweg::flow {

struct Parameters;

/// flux: into the fluid, through a unit of area. zero_gradient: also where fluid leaves.
enum class ScalarCondition : int { zero_gradient, value, flux };

/// What holds for one scalar at the faces of one boundary.
struct ScalarAtBoundary {
  ScalarCondition condition = ScalarCondition::zero_gradient;
  double value = 0;
  Waveform factor{1, 0, 0, 0};
};

/// [[scalar]]
struct TransportedScalar {
  std::string name;
  double diffusivity = 0;               // [length^2/time]
  double turbulent_schmidt = 0.7;       // viscosity of eddies over their diffusivity
  double initial = 0;                   // at the origin
  std::array<double, 3> gradient{};     // of the initial state
  double production = 0;                // in a unit of time and volume
  double expansion = 0, reference = 0;  // buoyancy: -expansion (value - reference) gravity
  std::vector<ScalarAtBoundary> at_boundaries{};  // by number of the boundary
  std::vector<ScalarAtBoundary> at_bodies{};      // by number of the immersed body
};

/// [[scalar]], flow.gravity and what boundaries say of scalars; once boundaries were read.
void read_scalars(io::Case& input, Parameters& p);

/// Whether some act on the flow: then both are smoothed together on each level.
bool drive_flow(const std::vector<TransportedScalar>& scalars);

/// Columns of the history: residual, mean, least and largest value of each scalar, and what leaves
/// through the boundaries that it may pass, and through bodies.
std::vector<std::string> scalar_columns(const Parameters& p);

}  // namespace thalweg::flow
