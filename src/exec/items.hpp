// SPDX-License-Identifier: Apache-2.0
// Loops over items whose bodies are loops themselves: particles with the points around them.
#pragma once

#include "exec/loops.hpp"

namespace thalweg::exec::inline TW_HALF {

/// As parallel_for, but on processors the compiler makes vectors of what is in one body, not of
/// several bodies.
template <std::signed_integral N, Kernel Body>
void parallel_items(const HostExec&, N n, Body body) {
#pragma omp parallel for schedule(static) firstprivate(body) if (n >= 64)
  for (N i = 0; i < n; ++i) body(i);
}

#ifdef TW_DEVICE_HALF
template <std::signed_integral N, Kernel Body>
void parallel_items(const DeviceExec& exec, N n, Body body) {
  parallel_for(exec, n, body);
}
#endif

}  // namespace thalweg::exec::inline TW_HALF
