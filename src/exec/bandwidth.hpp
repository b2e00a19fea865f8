// SPDX-License-Identifier: Apache-2.0
// The memory bandwidth of this machine, measured: the denominator of every floor.
#pragma once

#include <algorithm>
#include <cstddef>

#include "exec/exec.hpp"

namespace thalweg::exec {

/// What the arrays take: neither so little that a loop is over at once nor more than tells more.
constexpr std::size_t triad_bytes(std::size_t bytes) {
  constexpr std::size_t element = 3 * sizeof(double);
  return element * std::clamp<std::size_t>(bytes / element, 4096, std::size_t{1} << 24);
}

}  // namespace thalweg::exec

namespace thalweg::exec::inline TW_HALF {

/// Bytes per second (read + written) of a[i] = b[i] + s c[i] over arrays of `bytes` in all, best of
/// several passes, all threads of this process at work. Takes about 0.1 s, and triad_bytes(bytes)
/// of memory.
double measure_triad_bandwidth(const Exec& exec, std::size_t bytes);

}  // namespace thalweg::exec::inline TW_HALF
