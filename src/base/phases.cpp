// SPDX-License-Identifier: Apache-2.0
#include "base/phases.hpp"

#include <chrono>
#include <utility>

namespace thalweg {

namespace {

class HostClock final : public PhaseClock {
 public:
  void mark() override { moments_.push_back(std::chrono::steady_clock::now()); }
  std::optional<double> next(bool /*wait*/) override {
    const std::chrono::duration<double> between = moments_[1] - moments_[0];
    moments_.pop_front();
    return between.count();
  }

 private:
  std::deque<std::chrono::steady_clock::time_point> moments_;
};

}  // namespace

std::unique_ptr<PhaseClock> make_host_clock() { return std::make_unique<HostClock>(); }

Phases::Phases(std::unique_ptr<PhaseClock> clock) : clock_(std::move(clock)) {}

std::vector<Phase> Phases::list() {
  read(true);
  std::vector<Phase> all = list_;
  if (other_.calls > 0) all.push_back(other_);
  return all;
}

std::vector<double> Phases::step_seconds() {
  read(true);
  return step_seconds_;
}

void Phases::reset() {
  read(true);
  for (Phase& phase : list_) phase.seconds = 0, phase.calls = 0;
  other_.seconds = 0, other_.calls = 0;
  step_seconds_.clear();
}

std::size_t Phases::index_of(const std::string& name) {
  for (std::size_t i = 0; i < list_.size(); ++i)
    if (list_[i].name == name) return i;
  list_.push_back({.name = name});
  return list_.size() - 1;
}

void Phases::enter(std::size_t index) {
  throw_failure();
  mark(false);
  open_.push_back(index);
}

/// Called by destructors, where nothing may be thrown.
void Phases::leave() noexcept {
  const std::size_t index = open_.back();
  ++phase_at(index).calls;
  try {
    mark(index == whole_step);
  } catch (...) {
    failure_ = std::current_exception();
  }
  open_.pop_back();
}

void Phases::mark(bool ends_step) {
  clock_->mark();
  const std::size_t phase = open_.empty() ? none : open_.back();
  if (marked_) {
    unread_.push_back({phase, !open_.empty() && open_.front() == whole_step, ends_step});
    if (observer_) observer_(phase == none ? "" : phase_at(phase).name);
  }
  marked_ = true;
  // To ask a device costs time, too: not before there are many moments.
  if (unread_.size() >= PhaseClock::most_ahead) read(false);
}

void Phases::read(bool all) {
  throw_failure();
  while (!unread_.empty()) {
    const auto seconds = clock_->next(all || unread_.size() >= PhaseClock::most_ahead);
    if (!seconds) return;
    add(unread_.front(), *seconds);
    unread_.pop_front();
  }
}

void Phases::add(const Interval& interval, double seconds) {
  if (interval.phase != none) phase_at(interval.phase).seconds += seconds;
  if (!interval.in_step) return;
  step_ += seconds;
  if (interval.ends_step) step_seconds_.push_back(std::exchange(step_, 0));
}

void Phases::throw_failure() {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace thalweg
