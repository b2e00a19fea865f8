// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/interpolation.hpp"

#include <cmath>

namespace thalweg::simulation {

AxisWeights axis_weights(double place, int count, double spacing, double origin) {
  // In units of the spacing; what is on a point but for rounding is on it.
  double at = (place - origin) / spacing;
  if (std::abs(at - std::round(at)) < 1e-9) at = std::round(at);
  const double below = std::floor(at), t = at - below;
  constexpr int first = 1 - interpolation_points / 2;  // behind the point below
  AxisWeights result;
  for (int n = 0; n < interpolation_points; ++n) {
    const auto i = static_cast<std::size_t>(n);
    const double point = std::fmod(below + first + n, count);
    result.point[i] = static_cast<int>(point < 0 ? point + count : point);
    result.weight[i] = 1;
    for (int m = 0; m < interpolation_points; ++m)
      if (m != n) result.weight[i] *= (t - first - m) / (n - m);
  }
  return result;
}

}  // namespace thalweg::simulation
