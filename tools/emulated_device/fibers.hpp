// SPDX-License-Identifier: Apache-2.0
// The threads of a block on one thread of the host.
#pragma once

#include <functional>

#include "cuda_runtime.h"

namespace emulated {

/// Runs so many threads of a block, which may meet at barriers. While thread t runs, threadIdx is
/// places[t]. A kernel whose threads do not all reach a barrier ends the program, which names it.
void run_block(int threads, bool backwards, const uint3* places,
               const std::function<void()>& thread);

/// Called by a thread of the block: returns when all have called. At once outside a block.
void meet_at_barrier();

}  // namespace emulated
