// SPDX-License-Identifier: Apache-2.0
// How far a run is: a bar with the time left on a terminal, else a line for every tenth of the run.
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.hpp"
#include "simulation/process/log.hpp"

namespace thalweg::simulation {

/// How far a run is.
struct Position {
  double fraction = 0;  // of the whole run, 0..1
  std::int64_t step = 0;
  double time = 0;
  double seconds_per_step = 0;
  double seconds_left = 0;
};

/// "1:02:03" or "2:03".
std::string duration_text(double seconds);
/// The bar alone: "██████░░░░".
std::string bar_of(double fraction);
/// "[######----]  60 %  step 12  t = 0.5  1.2e-02 s/step  0:03 left".
std::string bar_text(const Position& position);
std::string line_text(const Position& position);

class Progress {
 public:
  /// fraction: of the whole run that is done when this process starts.
  Progress(Log& log, double fraction);
  /// After each step. seconds_per_step: of the last step.
  void update(double fraction, std::int64_t step, double time, double seconds_per_step);

 private:
  Log& log_;
  double start_fraction_;
  int tenths_;
  double smooth_seconds_ = 0;  // per step, over about the last twenty
  double start_ = seconds_now(), last_draw_ = 0;
};

}  // namespace thalweg::simulation
