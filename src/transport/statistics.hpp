// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace thalweg::transport {

/// The q-quantile, 0 <= q <= 1, by linear interpolation between order statistics. 0 of nothing.
inline double quantile_of(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, values.size() - 1);
  const double fraction = place - static_cast<double>(below);
  return values[below] * (1 - fraction) + values[above] * fraction;
}

}  // namespace thalweg::transport
