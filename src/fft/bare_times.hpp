// SPDX-License-Identifier: Apache-2.0
// The time that the transforms of each sweep take alone: the transform part of a step's floor
// (docs/theory/turbulence.md, section 8).
#pragma once

namespace thalweg::fft {

/// Seconds that one field adds to a sweep in one direction, the largest over ranks, with all
/// threads of the run at work.
struct BareTimes {
  double lines_forward = 0, lines_inverse = 0;
  double planes_forward = 0, planes_inverse = 0;
};

}  // namespace thalweg::fft
