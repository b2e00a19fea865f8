// SPDX-License-Identifier: Apache-2.0
// What a step moves, through memory and between ranks, from the layout alone: for floors, reports
// and predictions.
#pragma once

#include "fft/rectangles.hpp"
#include "fft/streaming.hpp"
#include "simulation/interface/step_work.hpp"
#include "solvers/turbulence/message_precision.hpp"
#include "solvers/turbulence/passes.hpp"

namespace thalweg::turbulence {

/// The fields of a step, and of what is written: the three components of a vector field, or what is
/// made of a wave function.
fft::Traffic traffic(const SetDescription& set);

/// Bytes of each sweep of a pass on the layout's rank (docs/theory/turbulence.md, section 8), per
/// call.
struct SweepBytes {
  double inverse_lines = 0, planes = 0, forward_lines = 0;
};
SweepBytes sweep_bytes(const Pass& pass, const fft::Layout& layout, std::size_t stages,
                       int complex_bytes, const Conversion& conversion);
/// What particles need (theory, section 13), once a step: zero where there are none.
struct ParticleSweepBytes {
  double lines = 0, planes = 0;  // of the splines
  double particles = 0;
  double particle_flops = 0;
};
ParticleSweepBytes particle_sweep_bytes(const Parameters& parameters, const fft::Layout& layout,
                                        int complex_bytes, const Conversion& conversion);
/// What a state takes that averages are made of.
struct AverageWork {
  int fields_there = 0, fields_back = 0;     // that travel at once
  double passes_there = 0, passes_back = 0;  // per call
  double bytes = 0;                          // per call
  double calls = 0;                          // per step
  double to_points() const { return passes_there * fields_there; }
  double to_modes() const { return passes_back * fields_back; }
};
AverageWork average_work(const Parameters& parameters, const SetDescription& set,
                         const fft::Layout& layout, int complex_bytes,
                         const Conversion& conversion);
/// Bytes that a step passes over.
double working_set(const SetDescription& set, const fft::Layout& layout, int complex_bytes);
/// The same on the device of a run: of fields that are streamed not more than the buffers have.
double passed_over(const SetDescription& set, const fft::Layout& layout, int complex_bytes,
                   const fft::Streaming& streaming, double buffers);

/// Parts that transposes are cut into: enough for messages to travel behind the transforms, few
/// enough that each part fills the machine. All ranks get the same number.
int chunk_count(const Parameters& parameters, const fft::Layout& layout);

simulation::StepModel step_model(const Parameters& parameters);

}  // namespace thalweg::turbulence
