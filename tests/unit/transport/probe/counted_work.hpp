// SPDX-License-Identifier: Apache-2.0
// A clock that tells the work that was done instead of the time that it took, so that tests of
// measurements depend on nothing else.
#pragma once

#include "transport/probe/probe_clock.hpp"

namespace thalweg::transport::testing {

/// As long as this object lives the probe's clock stands still, except for work that is counted.
class CountedWork {
 public:
  static constexpr double message = 1e-6, byte = 1e-9;  // [s]

  CountedWork() {
    done() = 0;
    set_probe_clock([] { return done(); });
  }
  ~CountedWork() { set_probe_clock(nullptr); }
  CountedWork(const CountedWork&) = delete;
  CountedWork& operator=(const CountedWork&) = delete;

  /// Work takes so long.
  static double take(double seconds) { return done() += seconds, seconds; }
  /// What one message of so many bytes counts for.
  static double of_message(double bytes) { return message + bytes * byte; }

 private:
  static double& done() {
    static double seconds = 0;
    return seconds;
  }
};

}  // namespace thalweg::transport::testing
