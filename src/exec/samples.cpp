// SPDX-License-Identifier: Apache-2.0
#include "exec/samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace thalweg::exec {

std::vector<NamedSampler>& device_samplers() {
  static std::vector<NamedSampler> samplers;
  return samplers;
}

double apart(const std::vector<double>& values, const std::vector<double>& from) {
  if (values.size() != from.size()) return std::numeric_limits<double>::infinity();
  double largest = 0, difference = 0;
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (!std::isfinite(values[n]) || !std::isfinite(from[n]))
      return std::numeric_limits<double>::infinity();
    largest = std::max(largest, std::abs(from[n]));
    difference = std::max(difference, std::abs(values[n] - from[n]));
  }
  return largest > 0 ? difference / largest : difference;
}

}  // namespace thalweg::exec
