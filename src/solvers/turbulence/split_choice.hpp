// SPDX-License-Identifier: Apache-2.0
// Slabs or pencils, and of these which, by what a step of each will take (docs/design/pencils.md).
#pragma once

#include "simulation/interface/split_choice.hpp"
#include "solvers/turbulence/parameters.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence {

/// Set parameters.decomposition.grid, where the case leaves it open by prices, and say why. The
/// case must allow the number of ranks. Collective; all ranks get the same.
simulation::SplitChoice choose_split(Parameters& parameters, const transport::Communicator& comm,
                                     bool on_devices);

}  // namespace thalweg::turbulence
