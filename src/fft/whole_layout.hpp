// SPDX-License-Identifier: Apache-2.0
// Who holds what when every mode of a grid counts, Nyquist modes included, and none is stored
// between two passes: the layout of filter_pipeline.hpp.
//
// A row is a group of neighbouring columns (m_x) of one k_y: small enough that the z-lines of a row
// stay in a core's cache while they are transformed there and back, and many enough that a plane
// grid (ny = 1) can be split over threads and ranks as well.
#pragma once

#include "fft/layout.hpp"

namespace thalweg::fft {

struct WholeLayout {
  int nx = 0, ny = 0, nz = 0;  // points
  int depth = 0;               // points of a z transform: nz, or 4 nz where z is a radius
  int columns = 0;             // nx / 2 + 1
  int group = 0;               // columns of a row; the last row of a k_y may be padded
  int groups = 0;              // rows of a k_y
  Layout tiles;                // rows and planes over ranks, for the exchange

  int local_rows() const { return tiles.local_rows(); }
  int local_planes() const { return tiles.local_planes(); }
  int first_row() const { return tiles.first_row(); }
  int first_plane() const { return tiles.first_plane(); }
  /// The y bin and the first column of a global row.
  int row_bin(int row) const { return row / groups; }
  int row_column(int row) const { return row % groups * group; }
  /// By which a transform there and back multiplies.
  double scale() const { return static_cast<double>(nx) * ny * depth; }
};

/// The mode number that a bin of an n-point transform stands for; the Nyquist mode is negative.
constexpr int bin_mode(int bin, int n) { return bin <= (n - 1) / 2 ? bin : bin - n; }

/// The largest number of ranks that leaves none without a row or a plane.
int largest_rank_count_whole(int nx, int ny, int nz);

/// Throws UsageError for more ranks than that. complex_bytes: of one number; radial: z is a radius
/// (extension.hpp).
WholeLayout make_whole_layout(int nx, int ny, int nz, int rank, int ranks, int complex_bytes,
                              bool radial = false);

}  // namespace thalweg::fft
