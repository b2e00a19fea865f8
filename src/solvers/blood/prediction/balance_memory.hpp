// SPDX-License-Identifier: Apache-2.0
// Whether sites dealt anew fit into the memory of ranks.
#pragma once

#include "solvers/blood/case/parameters.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::blood {

/// most: sites of the rank that would have most, of `all`. A rank must be able to number its sites,
/// and to hold them and a copy on their way: its share of the free memory of its node, and of its
/// device as far as devices tell. Collective; the same on all ranks.
bool fits_memory(const Parameters& parameters, const transport::Communicator& comm, bool on_device,
                 double most, double all);

}  // namespace thalweg::blood
