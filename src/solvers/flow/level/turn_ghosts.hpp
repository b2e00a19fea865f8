// SPDX-License-Identifier: Apache-2.0
// Metrics of ghosts: docs/theory/flow.md, section 2.
#pragma once

#include "solvers/flow/fluxes/kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

/// Means of areas and volumes in ghosts, which came as their donor has them, in the sense of the
/// block's own axes.
template <class Real>
struct TurnGhosts {
  struct Turn {
    int place;  // number of the block among those of the rank
    int axis[3], sign[3];
    int lower[3];
  };
  const grid::BlockPlace* places;
  const Turn* turns;
  Real* mean;
  std::int64_t size;

  /// turn: number of the box; cells of it from 0.
  TW_HD void operator()(int turn, int k, int j, int i) const {
    const Turn& t = turns[turn];
    const std::int64_t cell = places[t.place].at(t.lower[0] + k, t.lower[1] + j, t.lower[2] + i);
    Real of_donor[9];
    TW_UNROLL
    for (int n = 0; n < 9; ++n) of_donor[n] = mean[n * size + cell];
    TW_UNROLL
    for (int d = 0; d < 3; ++d) {
      const int axis = t.axis[d];
      TW_UNROLL
      for (int n = 0; n < 3; ++n) {
        // Chosen by value: an array with an index that varies would not stay in registers.
        const Real of_axis = axis == 0   ? of_donor[n]
                             : axis == 1 ? of_donor[3 + n]
                                         : of_donor[6 + n];
        mean[(3 * d + n) * size + cell] = static_cast<Real>(t.sign[d]) * of_axis;
      }
    }
  }
};

}  // namespace thalweg::flow::inline TW_HALF
