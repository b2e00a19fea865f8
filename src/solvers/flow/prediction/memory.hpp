// SPDX-License-Identifier: Apache-2.0
// What a run holds of a grid, and what its step moves through memory.
#pragma once

#include "simulation/interface/simulation.hpp"
#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// Values that residuals move through memory for each cell if each is read once: the state, areas,
/// means of areas, a volume, and what is written.
constexpr double flux_words = 4 + 9 + 9 + 1 + 4;
constexpr double flux_words_of_flat_grid = 4 + 6 + 6 + 1 + 4;

/// Of the rank with most, for a run on device ("cpu" or "cuda"). Collective.
simulation::MemoryEstimate estimate_memory(const Parameters& parameters,
                                           const transport::Communicator& comm,
                                           const std::string& device);

}  // namespace thalweg::flow
