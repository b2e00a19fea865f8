// SPDX-License-Identifier: Apache-2.0
// What a run of the blood solver holds, and what its step moves through memory.
#pragma once

#include <cstddef>
#include <string>

#include "simulation/interface/simulation.hpp"
#include "solvers/blood/case/parameters.hpp"

namespace thalweg::blood {

/// Bytes for values of so many bytes each. docs/theory/blood.md, section 4.
struct SiteBytes {
  double populations;   // that a site has, in one array or two
  double step;          // moved in a step per site: in place every second one reads its stretch
  double wall_link;     // moved per link in a step
  double opening_link;  // the same; of a site behind an opening there are 5 links or fewer
};
SiteBytes site_bytes(std::size_t value, Streaming streaming);

/// Of the rank with most, for a run on device ("cpu" or "cuda").
simulation::MemoryEstimate estimate_memory(const Parameters& parameters, int ranks,
                                           const std::string& device);

}  // namespace thalweg::blood
