// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/time_factor.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thalweg::flow {

namespace {

double of_table(const TimeFactor& f, double time) {
  if (f.repeats) {
    const double period = f.times.back() - f.times.front();
    time -= period * std::floor((time - f.times.front()) / period);
  }
  const auto above = std::lower_bound(f.times.begin(), f.times.end(), time);
  if (above == f.times.begin()) return f.values.front();
  if (above == f.times.end()) return f.values.back();
  const auto n = static_cast<std::size_t>(above - f.times.begin());
  const double share = (time - f.times[n - 1]) / (f.times[n] - f.times[n - 1]);
  return (1 - share) * f.values[n - 1] + share * f.values[n];
}

}  // namespace

double TimeFactor::operator()(double time) const {
  const double risen = time < ramp ? (1 - std::cos(std::numbers::pi * time / ramp)) / 2 : 1;
  return risen * (times.empty() ? 1 : of_table(*this, time));
}

}  // namespace thalweg::flow
