// SPDX-License-Identifier: Apache-2.0
// The memory bandwidth of this machine, measured: the denominator of every floor.
#pragma once

#include "exec/exec.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Bytes per second (read + written) of a[i] = b[i] + s c[i] over arrays of `bytes` in all, best of
/// several passes, all threads of this process at work. Takes about 0.1 s.
double measure_triad_bandwidth(const Exec& exec, std::size_t bytes);

}  // namespace thalweg::exec::inline TW_HALF
