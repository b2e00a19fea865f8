// SPDX-License-Identifier: Apache-2.0
// What is added to the residuals of momentum and scalars on the grid: docs/theory/flow.md, (1.6).
#pragma once

#include "solvers/flow/fluxes/kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

/// What a step in time adds: rate value + before valueⁿ + long_before valueⁿ⁻¹. (1.7)
struct TimeDifference {
  double rate = 0, before = 0, long_before = 0;
};

/// A new step begins: sources of it, and the values of now are those before it from now on. So
/// values of two steps ago need no place.
template <class Real, int fields>
struct BeginStep {
  Geometry<Real> geometry;
  const Real* now;
  Real *before, *source;
  Real of_now, of_before;
  TW_HD void operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    TW_UNROLL
    for (int n = 0; n < fields; ++n) {
      const std::int64_t at = n * geometry.size + cell;
      source[at] = geometry.volume[cell] * (of_now * now[at] + of_before * before[at]);
      before[at] = now[at];
    }
  }
};

/// Nothing is added.
template <class Real, int fields>
struct ClearSource {
  Geometry<Real> geometry;
  Real* source;
  TW_HD void operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    TW_UNROLL
    for (int n = 0; n < fields; ++n) source[n * geometry.size + cell] = 0;
  }
};

}  // namespace thalweg::flow::inline TW_HALF
