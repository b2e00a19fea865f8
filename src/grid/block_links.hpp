// SPDX-License-Identifier: Apache-2.0
// Links of arenas from points by rank.
#pragma once

#include <map>

#include "grid/block_arena.hpp"

namespace thalweg::grid {

/// Points that go to ranks, or come from them.
using PointsOfRanks = std::map<int, std::vector<std::int64_t>>;
/// One link for each pair of ranks: both sides list their points in the same order.
BlockLinks links_of(PointsOfRanks to, PointsOfRanks from);

}  // namespace thalweg::grid
