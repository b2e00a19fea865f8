// SPDX-License-Identifier: Apache-2.0
// A sinc that is cut off by a Kaiser window (Kaiser & Schafer 1980), for what lies between grid
// points.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thalweg::sound {

/// The modified Bessel function of order 0 (not in all standard libraries).
inline double bessel_i0(double x) {
  double term = 1, sum = 1;
  for (int n = 1; n < 60; ++n) sum += term *= x * x / (4.0 * n * n);
  return sum;
}

/// At `distance` cells, under a window of `reach` cells to each side, whose main lobe `beta` sets.
inline double windowed_sinc(double distance, int reach, double beta) {
  const double a = std::numbers::pi * distance, edge = distance / reach;
  const double sinc = std::abs(a) < 1e-9 ? 1 : std::sin(a) / a;
  return sinc * bessel_i0(beta * std::sqrt(std::max(0.0, 1 - edge * edge)));
}

}  // namespace thalweg::sound
