// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/measures/turning.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace thalweg::blood {

double turning(const double* places, const double* speeds, std::size_t vertices,
               const geometry::Vector& centre) {
  const std::size_t n = vertices;
  geometry::Vector drift;
  for (std::size_t d = 0; d < 3; ++d)
    drift[d] = std::accumulate(speeds + d * n, speeds + (d + 1) * n, 0.0) / static_cast<double>(n);
  double farthest = 0;
  for (std::size_t v = 0; v < n; ++v)
    farthest = std::max(farthest, std::abs(places[n + v] - centre[1]));
  double sum = 0, count = 0;
  for (std::size_t v = 0; v < n; ++v) {
    if (std::abs(places[n + v] - centre[1]) > farthest / 2) continue;
    const double x = places[v] - centre[0], z = places[2 * n + v] - centre[2];
    const double u = speeds[v] - drift[0], w = speeds[2 * n + v] - drift[2];
    sum += (z * u - x * w) / (x * x + z * z);
    ++count;
  }
  return sum / count / (2 * std::numbers::pi);
}

}  // namespace thalweg::blood
