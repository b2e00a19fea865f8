// SPDX-License-Identifier: Apache-2.0
// Values between scattered places: weights of a linear function that fits them best.
#pragma once

#include <vector>

#include "geometry/vector.hpp"

namespace thalweg::flow {

/// Weights w of values at places, so that sum w f is what a linear function that fits them has at
/// `target`. Slopes cost `stiffness` times their square, so a direction in which places hardly
/// differ counts as one in which nothing changes. The sum of all is 1. Places count by the square
/// of 1/(1 + r^2), r their distance to the target in units of `size`. (9.3)
std::vector<double> fit_weights(const std::vector<geometry::Vector>& places,
                                const geometry::Vector& target, double size, double stiffness);

}  // namespace thalweg::flow
