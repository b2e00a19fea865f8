// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sources/signal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace thalweg::sound {

namespace {

using std::numbers::pi;

/// From 0 to 1 over [0, 1], smoothly: half a period of a cosine.
double swell(double x) { return x >= 1 ? 1 : x <= 0 ? 0 : (1 - std::cos(pi * x)) / 2; }

}  // namespace

double Signal::duration() const {
  if (kind == SignalKind::samples)
    return sample_step * static_cast<double>(samples.empty() ? 0 : samples.size() - 1);
  return kind == SignalKind::sine ? std::numeric_limits<double>::infinity() : cycles / frequency;
}

double Signal::at(double time) const {
  // Times are multiples of the step and meet the end of a signal but for rounding.
  const double slack = 1e-9 * (kind == SignalKind::samples ? sample_step : 1 / frequency);
  if (time < -slack || time > duration() + slack) return 0;
  if (kind == SignalKind::samples) {
    const double place = std::max(0.0, time / sample_step);
    const auto last = samples.size() - 1, low = std::min(last, static_cast<std::size_t>(place));
    const double part = place - static_cast<double>(low);
    return amplitude * ((1 - part) * samples[low] + part * samples[std::min(last, low + 1)]);
  }
  const double period = time * frequency;
  const double wave = amplitude * std::sin(2 * pi * period + phase * pi / 180);
  if (kind == SignalKind::sine) return wave * (ramp > 0 ? swell(period / ramp) : 1);
  switch (envelope) {
  case Envelope::gaussian: {
    // Six standard deviations long, so that it begins and ends at 1 % of its height.
    const double x = 6 * (period / cycles - 0.5);
    return wave * std::exp(-x * x / 2);
  }
  case Envelope::ramped:
    return ramp > 0 ? wave * swell(period / ramp) * swell((cycles - period) / ramp) : wave;
  default: return wave;
  }
}

double Signal::highest_frequency() const {
  if (kind == SignalKind::sine) return frequency;
  // Where the envelope's spectrum has fallen by about 20 dB.
  return kind == SignalKind::tone_burst ? frequency * (1 + 2 / cycles) : 0;
}

}  // namespace thalweg::sound
