// SPDX-License-Identifier: Apache-2.0
// When something is due: every so many steps, every so much simulated time, or every so many
// minutes.
#pragma once

#include <cstdint>
#include <string>

#include "io/case/case.hpp"

namespace thalweg::simulation {

/// Decides from step and time alone, so that a restarted run does what the unbroken one does
/// (wall-clock schedules excepted: is_due() never fires for them, minutes() does).
class Schedule {
 public:
  /// What a case may say and what it means if it says nothing.
  struct Rule {
    bool minutes_allowed = false;
    std::int64_t default_steps = 0;  // 0: none
    double default_minutes = 0;      // 0: none
  };
  /// Read KEY.every_steps, KEY.every_time or (if allowed) KEY.every_minutes: one of them, or none.
  static Schedule read(io::Case& input, const std::string& key, const Rule& rule);

  bool is_set() const { return steps_ > 0 || time_ > 0 || minutes_ > 0; }
  /// Whether step `step`, which went from time `before` to `time`, is due. Times are due at the
  /// first step at or after each multiple; step 0 (before == time) is always due.
  bool is_due(std::int64_t step, double before, double time) const;
  /// Wall-clock minutes between two; 0 if the schedule does not go by the clock.
  double minutes() const { return minutes_; }

 private:
  std::int64_t steps_ = 0;
  double time_ = 0;
  double minutes_ = 0;
};

}  // namespace thalweg::simulation
