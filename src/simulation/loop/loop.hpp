// SPDX-License-Identifier: Apache-2.0
// The steps of a run, and what is done between two of them.
#pragma once

#include <functional>
#include <vector>

#include "base/clock.hpp"
#include "simulation/loop/checkpoints.hpp"
#include "simulation/loop/recorder.hpp"
#include "simulation/loop/steady_watch.hpp"
#include "simulation/process/progress.hpp"
#include "simulation/process/signals.hpp"

namespace thalweg::simulation {

/// Why the loop ended.
struct LoopEnd {
  int signal = 0;                       // a signal asked for it; a checkpoint was written
  bool capped = false;                  // --steps was reached before the end of the case
  std::optional<SteadyState> steady{};  // where the case says time.until_steady
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
  /// Step to the end of the case, the cap, or a signal. The solver's phases measure all that a user
  /// waits for, from one step to the next, with what the loop does between two of them. Collective.
  /// Throws SimulationError where the state is no longer valid, before anything of it is written.
  LoopEnd run();
  bool finished() const;

 private:
  bool capped() const;
  double fraction_of_case() const;
  /// What is done of the whole run; with a cap, of what this process is to do.
  double fraction() const;
  /// What any rank was told or saw on its clock.
  struct Agreement {
    int signal;
    bool minutes_over;
  };
  /// One step, and all that comes between it and the next.
  int step_once(Progress& progress);
  void take_step();
  /// Do a part of the step as a phase of that name.
  void measured(const char* phase, const std::function<void()>& part);
  void require_valid_state() const;
  void write_checkpoint();
  /// Collective: once per step.
  Agreement agree() const;

  Parts p_;
  std::optional<SteadyWatch> steady_{};
  double begin_ = 0;        // where this process starts, as a fraction of the case
  std::int64_t taken_ = 0;  // steps
  double last_checkpoint_ = seconds_now();
};

}  // namespace thalweg::simulation
