// SPDX-License-Identifier: Apache-2.0
// What a step of plasma asks of each rank, for predictions: from the real decomposition of the
// vessel's sites.
#pragma once

#include "simulation/interface/step_work.hpp"
#include "solvers/blood/parameters.hpp"

namespace thalweg::blood {

/// Throws InputError for a case with cells, which are not predicted: what they send depends on
/// where they are.
simulation::StepModel step_model(const Parameters& parameters);

}  // namespace thalweg::blood
