// SPDX-License-Identifier: Apache-2.0
// How long the phases of a run take.
#pragma once

#include "base/clock.hpp"

namespace thalweg::sound::kwave {

class Watch {
 public:
  double seconds() const { return seconds_now() - start_; }
  /// Seconds since the last call, or since the start.
  double lap() {
    const double now = seconds(), lap = now - last_;
    last_ = now;
    return lap;
  }

 private:
  double start_ = seconds_now();
  double last_ = 0;
};

/// Seconds of each phase.
struct Times {
  double loading = 0, preparing = 0, simulating = 0, finishing = 0;
  double all() const { return loading + preparing + simulating + finishing; }
};

}  // namespace thalweg::sound::kwave
