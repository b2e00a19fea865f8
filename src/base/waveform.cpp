// SPDX-License-Identifier: Apache-2.0
#include "base/waveform.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thalweg {

namespace {

constexpr double turn = 2 * std::numbers::pi;
using Complex = std::complex<double>;

double between(const TimeTable& table, double time) {
  const std::vector<double>&times = table.times, &values = table.values;
  const auto after = std::upper_bound(times.begin(), times.end(), time);
  if (after == times.begin()) return values.front();
  if (after == times.end()) return values.back();
  const auto n = static_cast<std::size_t>(after - times.begin());
  const double part = (time - times[n - 1]) / (times[n] - times[n - 1]);
  return (1 - part) * values[n - 1] + part * values[n];
}

}  // namespace

Waveform::Waveform(double mean, double amplitude, double frequency, double phase)
    : mean_(mean), amplitude_(amplitude), frequency_(frequency), phase_(phase) {}

Waveform::Waveform(TimeTable table) : table_(std::move(table)) {
  double area = 0;
  for (std::size_t n = 1; n < table_.times.size(); ++n)
    area += (table_.times[n] - table_.times[n - 1]) * (table_.values[n] + table_.values[n - 1]) / 2;
  mean_ = table_.times.size() > 1 ? area / (table_.times.back() - table_.times.front())
                                  : table_.values.front();
}

Waveform Waveform::scaled(double factor) const {
  Waveform other = *this;
  other.mean_ *= factor;
  other.amplitude_ *= factor;
  for (double& value : other.table_.values) value *= factor;
  return other;
}

double Waveform::risen(double time) const {
  if (ramp_ == 0 || time >= ramp_) return 1;
  return time <= 0 ? 0 : (1 - std::cos(std::numbers::pi * time / ramp_)) / 2;
}

double Waveform::steady(double time) const {
  if (table_.times.empty()) return mean_ + amplitude_ * std::cos(turn * frequency_ * time + phase_);
  if (table_.repeats) {
    const double length = period(), from = time - table_.times.front();
    time = table_.times.front() + from - length * std::floor(from / length);
  }
  return between(table_, time);
}

double Waveform::operator()(double time) const { return risen(time) * steady(time); }

double Waveform::largest() const {
  double most = std::abs(mean_) + std::abs(amplitude_);
  for (const double value : table_.values) most = std::max(most, std::abs(value));
  return most;
}

double Waveform::mean() const { return mean_; }

double Waveform::period() const {
  if (table_.repeats) return table_.times.back() - table_.times.front();
  return amplitude_ != 0 && frequency_ > 0 ? 1 / frequency_ : 0;
}

double Waveform::last_change() const {
  return std::max(ramp_, table_.times.empty() ? 0 : table_.times.back());
}

/// Of a table by parts: its slope is constant between its points.
Complex Waveform::harmonic(int n) const {
  if (table_.times.empty())
    return n == 1 ? amplitude_ * Complex(std::cos(phase_), std::sin(phase_)) : Complex{};
  const double rate = turn * n / period();
  Complex sum{};
  for (std::size_t k = 1; k < table_.times.size(); ++k) {
    const double begin = table_.times[k - 1], end = table_.times[k];
    const double slope = (table_.values[k] - table_.values[k - 1]) / (end - begin);
    sum += slope * (std::polar(1.0, -rate * end) - std::polar(1.0, -rate * begin));
  }
  return sum * (2 / (period() * rate * rate));
}

}  // namespace thalweg
