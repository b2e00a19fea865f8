// SPDX-License-Identifier: Apache-2.0
// A quantity against time: constant, a cosine, or a table. Times are in seconds, or in the unit of
// the case where it has none of its own.
#pragma once

#include <complex>
#include <vector>

namespace thalweg {

/// Straight lines between points.
struct TimeTable {
  std::vector<double> times;  // s, increasing
  std::vector<double> values;
  bool repeats = false;  // its length is the period; else the first and last values hold outside
};

class Waveform {
 public:
  Waveform() = default;
  /// mean + amplitude cos(2 pi frequency t + phase). frequency: Hz; phase: radians.
  Waveform(double mean, double amplitude, double frequency, double phase);
  explicit Waveform(TimeTable table);
  /// What follows in proportion: a flow rate from a velocity.
  Waveform scaled(double factor) const;
  /// Rises from 0 within this time [s], as (1 - cos) / 2.
  void set_ramp(double time) { ramp_ = time; }

  double operator()(double time) const;
  /// The part that the ramp has let through.
  double risen(double time) const;
  /// Without the ramp.
  double steady(double time) const;
  /// The largest size that it reaches.
  double largest() const;
  /// Over a period, or all of a table.
  double mean() const;
  /// Of repetition [s]; 0 where nothing repeats.
  double period() const;
  /// Whether it is the same from time 0 on.
  bool is_constant() const { return period() == 0 && last_change() <= 0; }
  /// The last time at which a table or a ramp changes anything [s].
  double last_change() const;
  /// c_n of steady(t) = mean() + Re sum c_n exp(2 pi i n t / period()), n >= 1. Only where it
  /// repeats.
  std::complex<double> harmonic(int n) const;

 private:
  double mean_ = 0, amplitude_ = 0, frequency_ = 0, phase_ = 0, ramp_ = 0;
  TimeTable table_{};
};

}  // namespace thalweg
