// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/signal_case.hpp"

#include "base/error.hpp"
#include "solvers/sound/case/signal_file.hpp"

namespace thalweg::sound {

namespace {

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
