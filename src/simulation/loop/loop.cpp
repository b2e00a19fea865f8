// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.hpp"

namespace thalweg::simulation {

Loop::Loop(const Parts& parts) : p_(parts) {
  if (p_.setup.until_steady) steady_.emplace(*p_.setup.until_steady, p_.solver);
  begin_ = fraction_of_case();
}

bool Loop::finished() const {
  if (steady_ && steady_->state().reached) return true;
  return p_.setup.end_time ? p_.solver.time() >= *p_.setup.end_time
                           : p_.solver.steps() >= *p_.setup.end_step;
}

bool Loop::capped() const { return p_.cap && taken_ >= *p_.cap; }

double Loop::fraction_of_case() const {
  return p_.setup.end_time
             ? p_.solver.time() / *p_.setup.end_time
             : static_cast<double>(p_.solver.steps()) / static_cast<double>(*p_.setup.end_step);
}

double Loop::fraction() const {
  if (finished() || capped()) return 1;
  if (!p_.cap) return fraction_of_case();
  return std::max((fraction_of_case() - begin_) / (1 - begin_),
                  static_cast<double>(taken_) / static_cast<double>(*p_.cap));
}

LoopEnd Loop::run() {
  Progress progress(p_.log, fraction());
  LoopEnd end;
  if (steady_ && !finished()) steady_->look();
  p_.solver.phases().reset();
  while (!finished() && !capped() && end.signal == 0) end.signal = step_once(progress);
  end.capped = !finished() && end.signal == 0;
  if (steady_) end.steady = steady_->state();
  return end;
}

int Loop::step_once(Progress& progress) {
  const double start = seconds_now();
  const auto whole = p_.solver.phases().measure_step();
  const double before = p_.solver.time();
  take_step();
  ++taken_;
  measured("watch", [&] { require_valid_state(); });
  for (const std::string& note : p_.solver.notes()) p_.log.line("{}", note);
  bool wrote = false;
  measured("record", [&] { wrote = p_.recorder.record(before); });
  if (steady_) measured("steady", [&] { steady_->look(); });
  // Before a checkpoint, so that a restart has the work where this run goes on with it.
  if (wrote && !finished()) p_.solver.rebalance();
  if (p_.after_step) p_.after_step(fraction());
  Agreement agreement{};
  measured("agree", [&] { agreement = agree(); });
  const int signal = finished() ? 0 : agreement.signal;
  if (signal != 0 || agreement.minutes_over ||
      p_.setup.checkpoint.is_due(p_.solver.steps(), before, p_.solver.time()))
    measured("checkpoint", [&] { write_checkpoint(); });
  progress.update(fraction(), p_.solver.steps(), p_.solver.time(), seconds_now() - start);
  return signal;
}

void Loop::measured(const char* name, const std::function<void()>& part) {
  const auto timer = p_.solver.phases().measure(name);
  part();
}

Loop::Agreement Loop::agree() const {
  const double minutes = p_.setup.checkpoint.minutes();
  const bool over = minutes > 0 && seconds_now() - last_checkpoint_ > 60 * minutes;
  std::array<double, 2> told{static_cast<double>(p_.signals.received()), over ? 1.0 : 0.0};
  p_.comm.max(told);
  return {.signal = static_cast<int>(told[0]), .minutes_over = told[1] > 0};
}

void Loop::take_step() {
  p_.solver.step(p_.setup.end_time.value_or(std::numeric_limits<double>::infinity()));
}

void Loop::write_checkpoint() {
  p_.checkpoints.write(p_.solver, p_.setup.kind);
  last_checkpoint_ = seconds_now();
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
