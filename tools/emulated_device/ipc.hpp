// SPDX-License-Identifier: Apache-2.0
// Device memory of other processes.
#pragma once

#include "emulated_device/allocations.hpp"

namespace emulated {

/// Ends the program with a report where another process still has the memory open.
void require_unopened(const Allocation& allocation);

}  // namespace emulated
