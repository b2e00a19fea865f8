// SPDX-License-Identifier: Apache-2.0
// How cells grow in a step. docs/theory/blood.md, section 7.
#pragma once

#include <cmath>
#include <cstdint>

#include "solvers/blood/membrane/measures.hpp"

namespace thalweg::blood::inline TW_HALF {

/// The most that repulsion moves a vertex along an axis in a step, in spacings: well below the
/// speed that vertices are taken to have at least (slowest_assumed).
inline constexpr double farthest_push = 0.003;

/// Two membranes within one spacing feel the same fluid: repulsion parts them by itself. (7.15)
struct GiveWay {
  const double* repulsion;
  double* places;
  double mobility;
  TW_HD void operator()(std::int64_t i) const {
    const double by = mobility * repulsion[i];
    places[i] += by > farthest_push ? farthest_push : by < -farthest_push ? -farthest_push : by;
  }
};

/// What a cell grows about, the mean of its vertices, and by which factor of its lengths.
inline constexpr int numbers_of_growth = 4;

struct PlanGrowth {
  const double* places;    // (cell, coordinate, vertex)
  const double* measured;  // (cell, measure)
  double* plans;           // (cell, centre and factor)
  int vertices;
  double volume;  // wanted

  TW_HD void operator()(int cell) const {
    const double* of = places + std::int64_t{3} * vertices * cell;
    double* plan = plans + std::int64_t{numbers_of_growth} * cell;
    for (int d = 0; d < 3; ++d) {
      double sum = 0;
      for (int v = 0; v < vertices; ++v) sum += of[d * vertices + v];
      plan[d] = sum / vertices;
    }
    plan[3] = std::cbrt(volume / measured[std::int64_t{measures} * cell + net_volume]);
  }
};

/// (7.14)
struct GrowByPlan {
  const double* plans;
  double* places;  // (cell, coordinate, vertex)
  int vertices;

  TW_HD void operator()(std::int64_t i) const {
    const std::int64_t row = i / vertices;
    const double* plan = plans + numbers_of_growth * (row / 3);
    const double centre = plan[row % 3];
    places[i] = centre + plan[3] * (places[i] - centre);
  }
};

}  // namespace thalweg::blood::inline TW_HALF
