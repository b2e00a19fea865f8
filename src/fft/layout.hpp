// SPDX-License-Identifier: Apache-2.0
// Which modes of a grid are kept, and which rank holds what on either side of the transpose.
//
// The spectral side holds rows of constant k_y, split over ranks: (row, k_x, k_z), k_z contiguous.
// The physical side holds planes of constant z, split over ranks: (z, y, x), x contiguous.
// Modes that dealiasing removes are never stored, transformed or sent
// (docs/design/pruned-transform.md).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/portable.hpp"

namespace thalweg::fft {

/// Which modes survive (docs/theory/turbulence.md, section 4).
enum class Truncation { spherical, per_direction, none };

/// A grid and its largest kept mode number in each direction: |m_x| <= kx, and so on.
struct Modes {
  int nx = 0, ny = 0, nz = 0;  // points
  int kx = 0, ky = 0, kz = 0;  // largest kept mode numbers
  Truncation truncation = Truncation::none;

  int columns() const { return kx + 1; }    // m_x = 0..kx; the rest follows from symmetry
  int rows() const { return 2 * ky + 1; }   // m_y = 0..ky, -ky..-1
  int depth() const { return 2 * kz + 1; }  // m_z = 0..kz, -kz..-1
  double points() const { return static_cast<double>(nx) * ny * nz; }

  /// Whether a mode is kept: spherical truncation keeps sum (m_i / (N_i / 3))^2 <= 1.
  bool keeps(int mx, int my, int mz) const;
};

/// The modes of an nx x ny x nz grid that a truncation keeps. Nyquist modes are never kept.
Modes kept_modes(int nx, int ny, int nz, Truncation truncation);

/// The mode number that index stands for when modes are stored as 0..largest, -largest..-1.
TW_HD constexpr int signed_mode(int index, int largest) {
  return index <= largest ? index : index - (2 * largest + 1);
}

/// The index of a mode number in a transform of n points.
TW_HD constexpr int bin_of(int mode, int n) { return mode >= 0 ? mode : mode + n; }

/// Lines that a vector of the transform library holds: batches of side-by-side lines that are not
/// whole vectors take 1.5 times as long (FFTW with AVX, single precision).
constexpr int lines_per_vector(int complex_bytes) {
  return complex_bytes < 32 ? 32 / complex_bytes : 1;
}

/// Consecutive ranges that cover 0..n: part p is [offset[p], offset[p + 1]).
struct Partition {
  std::vector<int> offset{0};

  int parts() const { return static_cast<int>(offset.size()) - 1; }
  int begin(int part) const { return offset[static_cast<std::size_t>(part)]; }
  int end(int part) const { return offset[static_cast<std::size_t>(part) + 1]; }
  int size(int part) const { return end(part) - begin(part); }
  int total() const { return offset.back(); }
};

/// n items in equal parts; the first ones get one more where it does not divide.
Partition even_partition(int n, int parts);
/// Items of given cost in parts of similar cost, none empty while there are enough items.
Partition weighted_partition(const std::vector<int>& cost, int parts);

/// Who holds which rows and planes, and how spectral arrays are padded.
struct Layout {
  Modes modes;
  int rank = 0;
  int ranks = 1;
  Partition rows;               // over ranks, of modes.rows()
  Partition planes;             // over ranks, of modes.nz
  int column_block = 1;         // columns handled together: one cache line of complex numbers
  int columns_padded = 0;       // modes.columns() rounded up to blocks
  int depth_padded = 0;         // modes.depth() rounded up to vectors
  std::vector<int> row_length;  // kept columns of each global row, rounded up to blocks
  std::vector<std::int64_t> row_start;  // prefix sum of row_length, one longer
  std::vector<int> reach;  // (row, column): largest kept |m_z|, or -1 where no mode is kept

  int local_rows() const { return rows.size(rank); }
  int local_planes() const { return planes.size(rank); }
  int first_row() const { return rows.begin(rank); }
  int first_plane() const { return planes.begin(rank); }
  /// m_y of a global row.
  int row_mode(int row) const { return signed_mode(row, modes.ky); }
  /// The y bin of a global row.
  int row_bin(int row) const { return bin_of(row_mode(row), modes.ny); }
  int reach_of(int row, int column) const {
    return reach[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_padded) +
                 static_cast<std::size_t>(column)];
  }
  /// Kept modes of this rank's rows.
  std::int64_t local_modes() const;
  /// Complex numbers of one spectral component on this rank, padding included.
  std::int64_t component_size() const;
  std::int64_t index(int local_row, int column, int depth) const {
    return (static_cast<std::int64_t>(local_row) * columns_padded + column) * depth_padded + depth;
  }
};

/// The largest number of ranks that leaves none without a row or a plane.
int largest_rank_count(const Modes& modes);

/// The layout of `modes` on `ranks` ranks for complex numbers of complex_bytes.
/// Throws UsageError if ranks > largest_rank_count(modes).
Layout make_layout(const Modes& modes, int rank, int ranks, int complex_bytes);
/// A layout with given rows per rank (some may be empty): for reading a field of another
/// resolution.
Layout make_layout(const Modes& modes, int rank, Partition rows, int complex_bytes);

}  // namespace thalweg::fft
