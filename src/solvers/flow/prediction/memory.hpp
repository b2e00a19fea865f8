// SPDX-License-Identifier: Apache-2.0
// How a grid is dealt to ranks, what a run holds of it, and what its step moves through memory.
#pragma once

#include "grid/block_partition.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// Values that residuals move through memory for each cell if each is read once: the state, areas,
/// means of areas, a volume, and what is written.
constexpr double flux_words = 4 + 9 + 9 + 1 + 4;
constexpr double flux_words_of_flat_grid = 4 + 6 + 6 + 1 + 4;

/// Blocks are cut where all levels of the multigrid can be. Every rank gets the same.
grid::BlockPartition partition_of(const Mesh& mesh, const Parameters& parameters, int ranks);

/// Of the rank with most, for a run on device ("cpu" or "cuda"). Collective.
simulation::MemoryEstimate estimate_memory(const Parameters& parameters,
                                           const transport::Communicator& comm,
                                           const std::string& device);

}  // namespace thalweg::flow
