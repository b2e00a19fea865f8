// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.hpp"

namespace thalweg::simulation {

Loop::Loop(const Parts& parts) : p_(parts) {}

bool Loop::finished() const {
  return p_.setup.end_time ? p_.solver.time() >= *p_.setup.end_time
                           : p_.solver.steps() >= *p_.setup.end_step;
}

bool Loop::capped() const {
  return p_.cap && static_cast<std::int64_t>(step_seconds_.size()) >= *p_.cap;
}

double Loop::fraction() const {
  if (finished() || capped()) return 1;
  const double of_case = p_.setup.end_time ? p_.solver.time() / *p_.setup.end_time
                                           : static_cast<double>(p_.solver.steps()) /
                                                 static_cast<double>(*p_.setup.end_step);
  if (!p_.cap) return of_case;
  return std::max(of_case,
                  static_cast<double>(step_seconds_.size()) / static_cast<double>(*p_.cap));
}

LoopEnd Loop::run() {
  Progress progress(p_.log, fraction());
  LoopEnd end;
  p_.solver.phases().reset();
  while (!finished() && !capped() && end.signal == 0) {
    const double before = p_.solver.time();
    take_step();
    require_valid_state();
    p_.recorder.record(before);
    if (p_.after_step) p_.after_step(fraction());
    const Agreed agreed = agree();
    if (!finished()) end.signal = agreed.signal;
    if (end.signal != 0 || agreed.minutes_over ||
        p_.setup.checkpoint.is_due(p_.solver.steps(), before, p_.solver.time()))
      write_checkpoint();
    progress.update(fraction(), p_.solver.steps(), p_.solver.time(), step_seconds_.back());
  }
  end.capped = !finished() && end.signal == 0;
  return end;
}

Loop::Agreed Loop::agree() const {
  using Minutes = std::chrono::duration<double, std::ratio<60>>;
  const double minutes = p_.setup.checkpoint.minutes();
  const bool over = minutes > 0 && Clock::now() - last_checkpoint_ > Minutes(minutes);
  std::array<double, 2> told{static_cast<double>(p_.signals.received()), over ? 1.0 : 0.0};
  p_.comm.max(told);
  return {.signal = static_cast<int>(told[0]), .minutes_over = told[1] > 0};
}

void Loop::take_step() {
  const auto start = Clock::now();
  p_.solver.step(p_.setup.end_time.value_or(std::numeric_limits<double>::infinity()));
  step_seconds_.push_back(std::chrono::duration<double>(Clock::now() - start).count());
}

void Loop::write_checkpoint() {
  p_.checkpoints.write(p_.solver, p_.setup.kind);
  last_checkpoint_ = Clock::now();
}

void Loop::require_valid_state() const {
  const std::vector<Fault> faults = p_.solver.faults();
  if (faults.empty()) return;
  std::string text = fmt::format(
      "The simulation diverged at step {}, time {:.9g}, CFL number {:.4g}:", p_.solver.steps(),
      p_.solver.time(), p_.solver.courant_number());
  for (const Fault& fault : faults)
    text += fmt::format("\n  {} {}{}{}", fault.field, fault.what, fault.place.empty() ? "" : " at ",
                        fault.place);
  throw SimulationError(text);
}

}  // namespace thalweg::simulation
