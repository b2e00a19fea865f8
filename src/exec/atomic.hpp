// SPDX-License-Identifier: Apache-2.0
// Atomic updates, for kernels whose points write to shared places.
#pragma once

#include "exec/space.hpp"

namespace thalweg::exec::inline TW_HALF {

/// target += value. The order of additions is not fixed, so sums of floats differ between runs.
template <class T>
TW_HD void atomic_add(T& target, T value) {
#ifdef TW_DEVICE_CODE
  atomicAdd(&target, value);
#else
#pragma omp atomic
  target += value;
#endif
}

}  // namespace thalweg::exec::inline TW_HALF
