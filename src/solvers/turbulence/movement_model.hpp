// SPDX-License-Identifier: Apache-2.0
// What a step sends between ranks, from the layout alone.
#pragma once

#include "fft/layout.hpp"
#include "simulation/interface/step_work.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"

namespace thalweg::turbulence {

/// Of all ranks of a layout, in the order of a run's reports. Nothing is sent for this.
std::vector<simulation::MovementWork> movements_of(const Parameters& parameters,
                                                   const SetDescription& set,
                                                   const fft::Layout& layout,
                                                   const transport::Placement& placement);

}  // namespace thalweg::turbulence
