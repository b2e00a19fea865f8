// SPDX-License-Identifier: Apache-2.0
// How long the phases of a run take.
#pragma once

#include <chrono>

namespace thalweg::sound::kwave {

class Watch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  /// Seconds since the last call, or since the start.
  double lap() {
    const double now = seconds(), lap = now - last_;
    last_ = now;
    return lap;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double last_ = 0;
};

/// Seconds of each phase.
struct Times {
  double loading = 0, preparing = 0, simulating = 0, finishing = 0;
  double all() const { return loading + preparing + simulating + finishing; }
};

}  // namespace thalweg::sound::kwave
