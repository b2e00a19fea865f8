// SPDX-License-Identifier: Apache-2.0
// What is said of repeated times.
#pragma once

#include <vector>

#include "transport/profile/profile.hpp"

namespace thalweg::transport {

/// The q-quantile, 0 <= q <= 1, by linear interpolation between order statistics. 0 of nothing.
double quantile_of(std::vector<double> values, double q);

/// Throws UsageError for no times.
Quantiles quantiles(const std::vector<double>& times);

/// 95 % confidence interval of the median, by order statistics: whatever times are distributed
/// like. Throws UsageError for no times.
Interval median_interval(std::vector<double> times);

}  // namespace thalweg::transport
