// SPDX-License-Identifier: Apache-2.0
// The table that `thalweg verify` prints.
#pragma once

#include <string>
#include <vector>

#include "simulation/checks/result.hpp"

namespace thalweg::app {

/// What became of a case.
struct VerifiedCase {
  std::string name;
  std::vector<simulation::checks::Result> results;
  std::string failure;  // why there are no results
  int exit_status = 0;  // of the failure
};

/// A line per check with its value, reference, error and tolerance, then how many hold.
std::vector<std::string> table_lines(const std::vector<VerifiedCase>& cases);

/// 0; 1 where a check does not hold or is not decided; the status of the worst failure.
int exit_status(const std::vector<VerifiedCase>& cases);

}  // namespace thalweg::app
