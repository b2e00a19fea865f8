// SPDX-License-Identifier: Apache-2.0
// When something is due: every so many steps, every so much simulated time, or every so many minutes.
#pragma once

#include <cstdint>
#include <string>

#include "io/case.hpp"

namespace thalweg::simulation {

/// Decides from step and time alone, so that a restarted run does what the unbroken one does
/// (wall-clock schedules excepted).
class Schedule {
 public:
  /// Read KEY.every_steps, KEY.every_time or (if allowed) KEY.every_minutes; none of them: never.
  static Schedule read(io::Case& input, const std::string& key, bool minutes_allowed = false);

  bool is_set() const { return steps_ > 0 || time_ > 0 || minutes_ > 0; }
  bool needs_clock() const { return minutes_ > 0; }
  /// Whether step `step`, which went from time `before` to `time`, is due. Times are due at the
  /// first step at or after each multiple. minutes: since the last time it was due.
  bool is_due(std::int64_t step, double before, double time, double minutes) const;

 private:
  std::int64_t steps_ = 0;
  double time_ = 0;
  double minutes_ = 0;
};

}  // namespace thalweg::simulation
