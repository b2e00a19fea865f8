// SPDX-License-Identifier: Apache-2.0
// [statistics] of a case: what the tables of output.statistics are made with.
#pragma once

#include <vector>

#include "io/case/case.hpp"

namespace thalweg::turbulence {

/// Orders of structure functions up to which powers are summed.
inline constexpr int highest_order = 8;

struct StatisticsParameters {
  bool is_written = false;      // output.statistics says when
  int orders = 4;               // of structure functions: 1 to this
  int every = 0;                // points between two separations; 0: about as 1, 1.5, 2, 3, 4, ...
  int bins = 100;               // of a density
  double range = 10;            // of a density on either side, in standard deviations
  std::vector<int> increments;  // separations whose density is taken [points]
};

/// least_points: of the grid, of its three directions. Mistakes go to the case.
StatisticsParameters read_statistics(io::Case& input, int least_points);

/// Separations along a direction of so many points, up to half of it [points].
std::vector<int> separations_of(const StatisticsParameters& statistics, int points);

}  // namespace thalweg::turbulence
