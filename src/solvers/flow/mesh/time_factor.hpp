// SPDX-License-Identifier: Apache-2.0
// How what a condition gives changes with time.
#pragma once

#include <vector>

namespace thalweg::flow {

/// What a value is multiplied with: 1, a rise from 0, a table, or a table that rises.
struct TimeFactor {
  double ramp = 0;                    // time in which it rises from 0, as (1 - cos) / 2
  std::vector<double> times, values;  // increasing; linear between them, constant beyond
  bool repeats = false;               // the table has the length of a period

  bool is_constant() const { return ramp == 0 && times.empty(); }
  double operator()(double time) const;
};

}  // namespace thalweg::flow
