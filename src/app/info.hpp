// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transport/comm/communicator.hpp"

namespace thalweg::app {

/// Print what this program is and what it found: build, solvers, devices, ranks. Rank 0 prints.
void print_info(const transport::Communicator& comm);

}  // namespace thalweg::app
