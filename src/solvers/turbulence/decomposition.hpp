// SPDX-License-Identifier: Apache-2.0
// How a case's grid is split over ranks: into slabs or pencils (docs/design/pencils.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fft/layout.hpp"
#include "solvers/turbulence/parameters.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence {

/// The section [decomposition].
Decomposition read_decomposition(io::Case& input);

/// Whether a case is in slabs alone: fields on the host of a device pass through it in whole
/// planes.
bool needs_whole_planes(const Parameters& parameters);
/// What was chosen; before that what the case asks for, or, where that is "auto", slabs where these
/// can use so many ranks and else pencils. Nothing where the grid cannot be split so.
/// ranks_per_node: ranks that share planes should share a node too.
std::optional<fft::RankGrid> rank_grid(const Parameters& parameters, int ranks, int ranks_per_node);
/// The largest number of ranks that rank_grid() can split the grid over.
int largest_rank_count(const Parameters& parameters);
/// Slabs and pencils that are worth comparing for so many ranks, of those that the case allows; no
/// more than 13. The first is that of rank_grid() before a choice.
std::vector<fft::RankGrid> possible_grids(const Parameters& parameters, int ranks,
                                          int ranks_per_node);

/// Why so many ranks cannot be used, and how many can.
std::string refusal_text(const Parameters& parameters, int ranks, int ranks_per_node);
/// "slabs", or "pencils 16 x 4".
std::string name_of(fft::RankGrid grid);

/// This rank's layout. The case must allow the number of ranks.
fft::Layout layout_of(const Parameters& parameters, const transport::Communicator& comm,
                      int complex_bytes);

}  // namespace thalweg::turbulence
