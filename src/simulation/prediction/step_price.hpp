// SPDX-License-Identifier: Apache-2.0
// What the work of a step costs on a machine: computing, movements, reductions.
#pragma once

#include "simulation/prediction/prediction.hpp"

namespace thalweg::simulation {

/// Put the price of the work into a step, or the note why there is none. route_of_case: of the
/// movements that name none.
void price(PredictedStep& step, const StepWork& work, const std::string& route_of_case,
           const Rates& rates, const Target& target, const transport::Placement& place);

}  // namespace thalweg::simulation
