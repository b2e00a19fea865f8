// SPDX-License-Identifier: Apache-2.0
// How far an ensemble is: a bar with the time left on a terminal, else a line for every tenth.
#pragma once

#include <string>

#include "base/clock.hpp"
#include "simulation/ensemble/queue.hpp"
#include "simulation/process/log.hpp"

namespace thalweg::simulation {

/// How far an ensemble is.
struct MemberPosition {
  int over = 0, total = 0, running = 0;
  double seconds_left = 0;  // 0: not known yet
};
/// "25 %  12 of 48 members, 4 running, 0:40 left"
std::string members_text(const MemberPosition& position);

class MemberProgress {
 public:
  /// over: members that an earlier call has done.
  MemberProgress(Log& log, int over, int total);
  /// fraction: how much of its member the caller has done; the other groups count as far as it.
  void update(const MemberQueue::State& state, double fraction);

 private:
  Log& log_;
  int before_, total_, tenths_;
  double start_ = seconds_now();
};

}  // namespace thalweg::simulation
