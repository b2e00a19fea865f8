// SPDX-License-Identifier: Apache-2.0
// How a case was split over ranks, of several ways, and why: for the log and report.json.
#pragma once

#include <string>
#include <vector>

namespace thalweg::simulation {

/// A way to split a case, as the choice saw it.
struct SplitCandidate {
  std::string name;       // "slabs", "pencils 16 x 4"
  double seconds = 0;     // of a step, predicted; 0: not priced
  std::string why_not{};  // it has no price
};

struct SplitChoice {
  std::string name, why;
  std::vector<SplitCandidate> candidates{};  // that were compared; none: there was no choice
  int chosen = 0;                            // of them
};

/// The choice in one line: the cheapest candidates with their prices, and why.
std::string split_text(const SplitChoice& choice);

}  // namespace thalweg::simulation
