// SPDX-License-Identifier: Apache-2.0
// The steps of a run, and what is done between two of them.
#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "simulation/loop/checkpoints.hpp"
#include "simulation/loop/recorder.hpp"
#include "simulation/process/progress.hpp"
#include "simulation/process/signals.hpp"

namespace thalweg::simulation {

/// Why the loop ended.
struct LoopEnd {
  int signal = 0;       // a signal asked for it; a checkpoint was written
  bool capped = false;  // --steps was reached before the end of the case
};

class Loop {
 public:
  struct Parts {
    const Setup& setup;
    const transport::Communicator& comm;
    Simulation& solver;
    Recorder& recorder;
    Checkpoints& checkpoints;
    Log& log;
    const SignalWatch& signals;
    std::optional<std::int64_t> cap;           // steps that this process takes at most
    std::function<void(double)> after_step{};  // may be empty; is told the fraction that is done
  };
  explicit Loop(const Parts& parts);
  /// Step to the end of the case, the cap, or a signal. Collective. Throws SimulationError where
  /// the state is no longer valid, before anything of that state is written.
  LoopEnd run();
  /// Seconds of each step on this rank.
  const std::vector<double>& step_seconds() const { return step_seconds_; }
  bool finished() const;

 private:
  using Clock = std::chrono::steady_clock;
  bool capped() const;
  double fraction() const;
  void take_step();
  void require_valid_state() const;
  void write_checkpoint();
  /// What any rank was told or saw on its clock.
  struct Agreed {
    int signal;
    bool minutes_over;
  };
  /// Collective: once per step.
  Agreed agree() const;

  Parts p_;
  std::vector<double> step_seconds_;
  Clock::time_point last_checkpoint_ = Clock::now();
};

}  // namespace thalweg::simulation
