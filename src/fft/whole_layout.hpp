// SPDX-License-Identifier: Apache-2.0
// The layout in which every mode of a grid counts, Nyquist modes included: of solvers that keep
// their state at points.
#pragma once

#include "fft/layout.hpp"

namespace thalweg::fft {

/// The largest number of ranks that leaves none without a row or a plane.
int largest_rank_count_whole(int nx, int ny, int nz);

/// Throws UsageError for more ranks than that. complex_bytes: of one number; radial: z is a radius
/// (extension.hpp).
Layout make_whole_layout(int nx, int ny, int nz, int rank, int ranks, int complex_bytes,
                         bool radial = false);

}  // namespace thalweg::fft
