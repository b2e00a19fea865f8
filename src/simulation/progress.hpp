// SPDX-License-Identifier: Apache-2.0
// What the user sees while a run goes on: a bar with the time left on a terminal, else a line for
// every tenth of the run.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace thalweg::simulation {

/// "1:02:03" or "2:03".
std::string duration_text(double seconds);

class Progress {
 public:
  /// title: for log lines; shown: false on all ranks but 0 and with --quiet.
  explicit Progress(bool shown);
  ~Progress();
  /// fraction: of the run that is done, 0..1, counted from where this process started.
  void update(double fraction, std::int64_t step, double time, double seconds_per_step);
  /// Clear the bar's line so that other text can be printed.
  void clear();

 private:
  void draw(double fraction, std::int64_t step, double time, double seconds_per_step, double left);

  using Clock = std::chrono::steady_clock;
  bool shown_, terminal_;
  bool drawn_ = false;
  double start_fraction_ = -1;
  int tenths_ = 0;
  Clock::time_point start_ = Clock::now(), last_draw_{};
};

}  // namespace thalweg::simulation
