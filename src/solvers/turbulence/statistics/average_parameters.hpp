// SPDX-License-Identifier: Apache-2.0
// [averages] of a case: means over time of fields, and of what fluctuates about them.
#pragma once

#include <string>
#include <vector>

namespace thalweg::turbulence {

struct AverageParameters {
  double from = 0;                  // time
  int every_steps = 1;              // between two states that are taken
  std::vector<std::string> fields;  // on the grid; none: no averages
};

}  // namespace thalweg::turbulence
