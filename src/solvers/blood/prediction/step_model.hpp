// SPDX-License-Identifier: Apache-2.0
// What a step of plasma and of the cells in it asks of each rank, for predictions: from the real
// decomposition of the vessel's sites, and from where the case's cells begin.
#pragma once

#include "simulation/interface/step_work.hpp"
#include "solvers/blood/case/parameters.hpp"

namespace thalweg::blood {

/// Cells are packed when the first work is asked for. Throws InputError where nothing says where
/// cells are.
simulation::StepModel step_model(const Parameters& parameters);

}  // namespace thalweg::blood
