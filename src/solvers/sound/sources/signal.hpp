// SPDX-License-Identifier: Apache-2.0
// What a source plays: a function of time in physical units. (docs/theory/sound.md, 4.7)
#pragma once

#include <vector>

namespace thalweg::sound {

enum class SignalKind { sine, tone_burst, samples };
enum class Envelope { rectangular, gaussian, ramped };

struct Signal {
  SignalKind kind = SignalKind::sine;
  double amplitude = 1;  // [Pa] or [m/s]
  double frequency = 0;  // [Hz]
  double phase = 0;      // [degrees]
  double cycles = 0;     // of a burst
  double ramp = 0;       // cycles over which it swells (and, in a burst, dies away)
  Envelope envelope = Envelope::rectangular;
  double sample_step = 0;  // [s]
  std::vector<double> samples{};

  /// Silent before time 0.
  double at(double time) const;
  /// When it falls silent [s]; infinite for a continuous one.
  double duration() const;
  /// The highest frequency that it holds noticeably much of [Hz]; 0: not known.
  double highest_frequency() const;
};

}  // namespace thalweg::sound
