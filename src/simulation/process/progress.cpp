// SPDX-License-Identifier: Apache-2.0
#include "simulation/process/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace thalweg::simulation {

namespace {

constexpr int bar_width = 30;
constexpr double draw_interval = 0.1;  // seconds

int tenths(double fraction) { return static_cast<int>(std::floor(10 * fraction + 1e-9)); }

}  // namespace

std::string duration_text(double seconds) {
  const auto total = static_cast<std::int64_t>(std::llround(std::clamp(seconds, 0.0, 1e9)));
  const std::int64_t h = total / 3600, m = total / 60 % 60, s = total % 60;
  return h > 0 ? fmt::format("{}:{:02}:{:02}", h, m, s) : fmt::format("{}:{:02}", m, s);
}

std::string line_text(const Position& p) {
  return fmt::format("{:3.0f} %  step {}  t = {:.4g}  {:.3g} s/step  {} left", 100 * p.fraction,
                     p.step, p.time, p.seconds_per_step, duration_text(p.seconds_left));
}

std::string bar_of(double fraction) {
  const int filled = static_cast<int>(bar_width * std::clamp(fraction, 0.0, 1.0));
  std::string bar;
  for (int i = 0; i < bar_width; ++i) bar += i < filled ? "█" : "░";
  return bar;
}

std::string bar_text(const Position& p) { return bar_of(p.fraction) + " " + line_text(p); }

Progress::Progress(Log& log, double fraction)
    : log_(log), start_fraction_(fraction), tenths_(tenths(fraction)) {}

void Progress::update(double fraction, std::int64_t step, double time, double seconds_per_step) {
  const double now = seconds_now();
  constexpr double memory = 0.95;
  smooth_seconds_ = smooth_seconds_ > 0 ? memory * smooth_seconds_ + (1 - memory) * seconds_per_step
                                        : seconds_per_step;
  const double spent = now - start_;
  const double done = fraction - start_fraction_;
  const Position position{.fraction = fraction,
                          .step = step,
                          .time = time,
                          .seconds_per_step = smooth_seconds_,
                          .seconds_left = done > 0 ? spent / done * (1 - fraction) : 0};
  if (log_.shows_bar()) {
    if (now - last_draw_ < draw_interval) return;
    last_draw_ = now;
    log_.draw_bar(bar_text(position));
  } else if (tenths(fraction) > tenths_) {
    tenths_ = tenths(fraction);
    log_.line("{}", line_text(position));
  }
}

}  // namespace thalweg::simulation
