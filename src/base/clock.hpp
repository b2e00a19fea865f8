// SPDX-License-Identifier: Apache-2.0
// The clock that durations are measured with; the processes of a node share it.
#pragma once

#include <chrono>

namespace thalweg {

/// Seconds since some moment in the past; never goes back.
inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace thalweg
