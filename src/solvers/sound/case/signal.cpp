// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/signal.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "solvers/sound/case/signal_file.hpp"

namespace thalweg::sound {

namespace {

constexpr double pi = std::numbers::pi;

/// From 0 to 1 over [0, 1], smoothly: half a period of a cosine.
double swell(double x) { return x >= 1 ? 1 : x <= 0 ? 0 : (1 - std::cos(pi * x)) / 2; }

Envelope envelope_named(const std::string& name) {
  return name == "gaussian" ? Envelope::gaussian
         : name == "ramped" ? Envelope::ramped
                            : Envelope::rectangular;
}

void read_wave(io::Case& input, const std::string& at, Signal& signal) {
  signal.frequency = input.number(
      at + "frequency", {.minimum = 0, .exclusive = true, .meaning = "frequency", .unit = "Hz"});
  signal.phase = input.number(
      at + "phase", {.default_value = 0, .meaning = "phase at time 0", .unit = "degrees"});
}

void read_burst(io::Case& input, const std::string& at, Signal& signal) {
  read_wave(input, at, signal);
  signal.cycles = input.number(
      at + "cycles", {.minimum = 0, .exclusive = true, .meaning = "periods in the burst"});
  signal.envelope = envelope_named(
      input.choice(at + "envelope", {"gaussian", "rectangular", "ramped"}, "gaussian"));
  if (signal.envelope != Envelope::ramped) return;
  signal.ramp = input.number(at + "ramp_cycles", {.default_value = signal.cycles / 4,
                                                  .minimum = 0,
                                                  .maximum = signal.cycles / 2,
                                                  .meaning = "periods of each ramp"});
}

void read_samples(io::Case& input, const std::string& at, double dt, Signal& signal) {
  signal.sample_step = input.number(at + "step", {.default_value = dt,
                                                  .minimum = 0,
                                                  .exclusive = true,
                                                  .meaning = "time between samples",
                                                  .unit = "s"});
  const std::string name =
      input.text(at + "path", {}, "samples in a text file (one a line) or a NumPy file");
  if (!input.has(at + "path")) return;
  try {
    signal.samples = read_signal_file(input.resolve(name));
  } catch (const Error& error) {
    input.error(at + "path", error.what());
  }
}

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

Signal read_signal(io::Case& input, const std::string& at, const std::string& unit, double dt) {
  Signal signal;
  const std::string kind = input.choice(at + "kind", {"sine", "tone-burst", "file"}, {});
  io::Number rule{.meaning = "amplitude", .unit = unit};
  if (kind == "file") {
    signal.kind = SignalKind::samples;
    rule.default_value = 1;
    rule.meaning = "factor of the samples";
    read_samples(input, at, dt, signal);
  } else if (kind == "tone-burst") {
    signal.kind = SignalKind::tone_burst;
    read_burst(input, at, signal);
  } else {
    read_wave(input, at, signal);
    signal.ramp =
        input.number(at + "ramp_cycles",
                     {.default_value = 3, .minimum = 0, .meaning = "periods over which it swells"});
  }
  signal.amplitude = input.number(at + "amplitude", rule);
  return signal;
}

}  // namespace thalweg::sound
