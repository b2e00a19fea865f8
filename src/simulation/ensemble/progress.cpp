// SPDX-License-Identifier: Apache-2.0
#include "simulation/ensemble/progress.hpp"

#include <fmt/format.h>

#include "simulation/process/progress.hpp"

namespace thalweg::simulation {

std::string members_text(const MemberPosition& p) {
  std::string text = fmt::format("{:3} %  {} of {} members, {} running", 100 * p.over / p.total,
                                 p.over, p.total, p.running);
  if (p.seconds_left > 0) text += fmt::format(", {} left", duration_text(p.seconds_left));
  return text;
}

MemberProgress::MemberProgress(Log& log, int over, int total)
    : log_(log), before_(over), total_(total), tenths_(10 * over / total) {}

void MemberProgress::update(const MemberQueue::State& state, double fraction) {
  const double spent = seconds_now() - start_;
  const double done = state.over + fraction * state.running;
  MemberPosition position{.over = before_ + state.over, .total = total_, .running = state.running};
  if (done > 0) position.seconds_left = spent / done * (total_ - before_ - done);
  const int tenths = 10 * position.over / total_;
  if (log_.shows_bar()) {
    log_.draw_bar(bar_of(static_cast<double>(position.over) / total_) + " " +
                  members_text(position));
  } else if (tenths > tenths_) {
    tenths_ = tenths;
    log_.line("{}", members_text(position));
  }
}

}  // namespace thalweg::simulation
