// SPDX-License-Identifier: Apache-2.0
// What a step asks of each rank, from the decomposition alone: for predictions.
#pragma once

#include "io/case/case.hpp"
#include "simulation/interface/step_work.hpp"

namespace thalweg::flow {

/// Throws InputError for immersed bodies that the grid does not resolve.
simulation::StepModel step_model(io::Case& input);

}  // namespace thalweg::flow
