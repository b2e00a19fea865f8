// SPDX-License-Identifier: Apache-2.0
#include "transport/model/statistics.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace thalweg::transport {

double quantile_of(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, values.size() - 1);
  const double fraction = place - static_cast<double>(below);
  return std::lerp(values[below], values[above], fraction);  // which rounding keeps in order
}

Quantiles quantiles(const std::vector<double>& times) {
  TW_CHECK(!times.empty(), "quantiles of nothing");
  return {.min = quantile_of(times, 0),
          .p10 = quantile_of(times, 0.1),
          .median = quantile_of(times, 0.5),
          .p90 = quantile_of(times, 0.9),
          .n = static_cast<std::int64_t>(times.size())};
}

Interval median_interval(std::vector<double> times) {
  TW_CHECK(!times.empty(), "an interval of nothing");
  std::ranges::sort(times);
  // The number of times below the median is binomial(n, 1/2), nearly normal.
  const double n = static_cast<double>(times.size()), half_width = 1.96 * std::sqrt(n) / 2;
  const auto at = [&](double place) {
    return times[static_cast<std::size_t>(std::clamp(place, 0.0, n - 1))];
  };
  return {.low = at(std::floor(n / 2 - half_width)), .high = at(std::ceil(n / 2 + half_width))};
}

}  // namespace thalweg::transport
