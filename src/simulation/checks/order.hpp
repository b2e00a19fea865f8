// SPDX-License-Identifier: Apache-2.0
// The order of convergence of runs that differ in their resolution.
#pragma once

#include <vector>

namespace thalweg::simulation::checks {

/// Whether sizes are positive and rise, or fall, from each run to the next: else they have no
/// order.
bool are_in_order(const std::vector<double>& sizes);
/// Whether the ratio of each size to the one before it is the same.
bool have_one_ratio(const std::vector<double>& sizes);

/// The slope of log(error) against log(size) by least squares, positive where errors fall from the
/// first run to the last: sizes of steps fall then, and numbers of points rise. Each list has two
/// values or more. NaN where an error is 0 or a size is not positive.
double order_of(const std::vector<double>& sizes, const std::vector<double>& errors);

/// The order where what the runs converge to is not known: that of the differences of neighbours.
/// Three values or more, whose sizes have the same ratio from each to the next; NaN where they have
/// not.
double order_of_differences(const std::vector<double>& sizes, const std::vector<double>& values);

}  // namespace thalweg::simulation::checks
