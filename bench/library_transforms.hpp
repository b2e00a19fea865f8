// SPDX-License-Identifier: Apache-2.0
// Whole real transforms by the library's own threads: what a code pays that calls them one by one.
#pragma once

namespace thalweg::bench {

struct TransformTimes {
  double forward = 0, inverse = 0;  // mean seconds
};

/// Single precision, (nz, ny, nx) points, out of place, measured plans.
TransformTimes time_library_transforms(int nz, int ny, int nx, int threads);

}  // namespace thalweg::bench
