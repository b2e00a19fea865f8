// SPDX-License-Identifier: Apache-2.0
// Numbers of all ranks.
#pragma once

#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::flow {

/// Those of all ranks, one rank behind the other, on all ranks. Collective.
std::vector<double> gathered(const std::vector<double>& own, const transport::Communicator& comm);

}  // namespace thalweg::flow
