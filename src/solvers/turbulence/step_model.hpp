// SPDX-License-Identifier: Apache-2.0
// What a step moves, through memory and between ranks, from the layout alone: for floors, reports
// and predictions.
#pragma once

#include "fft/rectangles.hpp"
#include "simulation/interface/step_work.hpp"
#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Velocity and vorticity go to the points, their cross product comes back.
inline constexpr int fields_to_points = 6, fields_to_modes = 3;

/// The fields of a step, and the three components of a vector field that is written.
inline fft::Traffic traffic() {
  return {.to_planes = {fields_to_points, 3}, .to_rows = {fields_to_modes}, .modes_stay = true};
}

/// Bytes of each sweep on the layout's rank (docs/theory/turbulence.md, section 8), per call.
struct SweepBytes {
  double inverse_lines = 0, planes = 0, forward_lines = 0, diagnostics = 0;
  double working_set = 0;  // that a step passes over
};
SweepBytes sweep_bytes(const fft::Layout& layout, std::size_t stages, int complex_bytes);

/// Parts that transposes are cut into: enough for messages to travel behind the transforms, few
/// enough that each part fills the machine. All ranks get the same number.
int chunk_count(const Parameters& parameters, const fft::Layout& layout);

simulation::StepModel step_model(const Parameters& parameters);

}  // namespace thalweg::turbulence
