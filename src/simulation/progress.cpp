// SPDX-License-Identifier: Apache-2.0
#include "simulation/progress.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace thalweg::simulation {

std::string duration_text(double seconds) {
  const auto total = static_cast<std::int64_t>(std::llround(std::clamp(seconds, 0.0, 1e9)));
  const std::int64_t h = total / 3600, m = total / 60 % 60, s = total % 60;
  return h > 0 ? fmt::format("{}:{:02}:{:02}", h, m, s) : fmt::format("{}:{:02}", m, s);
}

Progress::Progress(bool shown) : shown_(shown), terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() { clear(); }

void Progress::update(double fraction, std::int64_t step, double time, double seconds_per_step) {
  if (!shown_) return;
  const auto now = Clock::now();
  if (start_fraction_ < 0) start_fraction_ = fraction;
  const double spent = std::chrono::duration<double>(now - start_).count();
  const double done = fraction - start_fraction_;
  const double left = done > 0 ? spent / done * (1 - fraction) : 0;
  if (terminal_) {
    if (now - last_draw_ < std::chrono::milliseconds(100) && fraction < 1) return;
    last_draw_ = now;
    draw(fraction, step, time, seconds_per_step, left);
  } else if (static_cast<int>(10 * fraction) > tenths_) {
    tenths_ = static_cast<int>(10 * fraction);
    spdlog::info("{:3.0f} %  step {}  time {:.4g}  {:.3g} s/step  {} left", 100 * fraction, step,
                 time, seconds_per_step, duration_text(left));
  }
}

void Progress::draw(double fraction, std::int64_t step, double time, double seconds_per_step,
                    double left) {
  constexpr int width = 30;
  const int filled = static_cast<int>(width * std::clamp(fraction, 0.0, 1.0));
  std::string bar;
  for (int i = 0; i < width; ++i) bar += i < filled ? "█" : "░";
  fmt::print(stderr, "\r\033[K{} {:3.0f} %  step {}  t = {:.4g}  {:.3g} s/step  {} left", bar,
             100 * fraction, step, time, seconds_per_step, duration_text(left));
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace thalweg::simulation
