// SPDX-License-Identifier: Apache-2.0
// Which modes of a grid are kept, and which rank holds what on either side of the transpose.
//
// The spectral side holds rows of constant k_y, split over ranks: (row, k_z, k_x), k_x contiguous.
// The physical side holds planes of constant z, split over ranks: (z, y, x), x contiguous. Pencils
// split both once more, rows by k_x and planes by y (docs/design/pencils.md).
// Modes that dealiasing removes are never transformed or sent (docs/design/pruned-transform.md).
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
  int share = 3;  // points per kept mode number: 3 where two fields are multiplied, 4 for three

  int columns() const { return kx + 1; }    // m_x = 0..kx; the rest follows from symmetry
  int rows() const { return 2 * ky + 1; }   // m_y = 0..ky, -ky..-1
  int depth() const { return 2 * kz + 1; }  // m_z = 0..kz, -kz..-1
  double points() const { return static_cast<double>(nx) * ny * nz; }

  /// Whether a mode is kept: spherical truncation keeps sum (m_i / (N_i / share))^2 <= 1,
  /// and for a share of 4 no |m_i| = N_i / 4.
  bool keeps(int mx, int my, int mz) const;
};

/// The modes of an nx x ny x nz grid that a truncation keeps: up to N_i / share in each direction,
/// where it is not none. Nyquist modes are never kept.
Modes kept_modes(int nx, int ny, int nz, Truncation truncation, int share = 3);

/// The mode number that index stands for when modes are stored as 0..largest, -largest..-1.
TW_HD constexpr int signed_mode(int index, int largest) {
  return index <= largest ? index : index - (2 * largest + 1);
}

/// |m| of such an index, of `count` = 2 largest + 1.
TW_HD constexpr int size_of_mode(int index, int count) {
  return index <= count / 2 ? index : count - index;
}

/// How many of a row's columns keep a mode number m_z: the first ones, for the reach of columns
/// falls. By halves, because a table of all depths would have as many entries as there are modes.
TW_HD int columns_reaching(const int* reach, int columns, int m_z) {
  int low = 0;
  while (low < columns) {
    const int middle = low + (columns - low) / 2;
    if (reach[middle] >= m_z)
      low = middle + 1;
    else
      columns = middle;
  }
  return low;
}

/// The bin of a mode number in a transform of n points.
TW_HD constexpr int bin_of(int mode, int n) { return mode >= 0 ? mode : mode + n; }

/// The mode number that a bin of an n-point transform stands for; the Nyquist mode is negative.
TW_HD constexpr int bin_mode(int bin, int n) { return 2 * bin < n ? bin : bin - n; }

/// Lines that a vector of the transform library holds: batches of side-by-side lines that are not
/// whole vectors take 1.5 times as long (FFTW with AVX, single precision).
constexpr int lines_per_vector(int complex_bytes) {
  return complex_bytes < 32 ? 32 / complex_bytes : 1;
}

/// The next multiple of `block`.
constexpr int round_up(int n, int block) { return (n + block - 1) / block * block; }

/// Consecutive ranges that cover 0..n: part p is [offset[p], offset[p + 1]).
struct Partition {
  std::vector<int> offset{0};

  int parts() const { return static_cast<int>(offset.size()) - 1; }
  int begin(int part) const { return offset[static_cast<std::size_t>(part)]; }
  int end(int part) const { return offset[static_cast<std::size_t>(part) + 1]; }
  int size(int part) const { return end(part) - begin(part); }
  int total() const { return offset.back(); }
  /// The part that has an item.
  int part_of(int item) const;
};

/// n items in equal parts; the first ones get one more where it does not divide.
Partition even_partition(int n, int parts);
/// Items of given cost in parts of similar cost, none empty while there are enough items.
Partition weighted_partition(const std::vector<int>& cost, int parts);

/// Who holds what on either side of the exchange, and how spectral arrays are padded.
///
/// A row is a group of neighbouring columns (m_x) of one k_y: few enough that the z-lines of a row
/// stay in a core's cache while they are transformed there and back, and, in a plane grid (ny = 1),
/// few enough that there are rows for all threads and ranks.
///
/// Ranks [n * across, (n + 1) * across) share planes, of which each has some y, and the rows of
/// some k_y, of which each has some m_x.
struct Layout {
  Modes modes;                 // those of make_layout(); of a whole layout the points only
  int nx = 0, ny = 0, nz = 0;  // points
  int line = 0;                // points of a z transform: nz, or 2 nz where z is a radius
  int columns = 0;             // m_x = 0 .. columns - 1 count
  int depth = 0;               // m_z that count: 0..kz, -kz..-1, or all bins of a line
  int group = 0;               // columns of a row at most, padding included
  int groups = 0;              // rows of one k_y, one after the other, all on one rank where the
                               // layout is not whole
  int rank = 0;
  int ranks = 1;
  int across = 1;                       // ranks that share planes; 1: slabs
  int stack = 0;                        // of a layout of lines (pencils.hpp): planes of z; else 0
  Partition rows;                       // over ranks
  Partition planes;                     // over ranks / across, of nz
  Partition ys;                         // over `across`, of ny
  Partition row_modes;                  // over ranks / across, of m_y as they are stored
  Partition blocks;                     // over `across`, of columns
  std::vector<int> row_bin;             // y bin of each global row
  std::vector<int> row_column;          // its first column
  std::vector<int> row_limit;           // the column at which its block ends
  std::vector<int> row_length;          // its columns, padding included; may be 0
  std::vector<std::int64_t> row_start;  // prefix sum of row_length, one longer
  std::vector<int> reach;               // (row, column of the row): the largest |m_z| that counts,
                                        // -1: none; empty: all count

  int local_rows() const { return rows.size(rank); }
  int local_planes() const { return planes.size(plane_part(rank)); }
  int local_ys() const { return ys.size(block_of(rank)); }
  std::int64_t local_points() const {
    return static_cast<std::int64_t>(local_planes()) * local_ys() * nx;
  }
  int first_row() const { return rows.begin(rank); }
  int first_plane() const { return planes.begin(plane_part(rank)); }
  int first_y() const { return ys.begin(block_of(rank)); }
  /// Which planes a rank has, and which y of them and m_x of rows.
  int plane_part(int r) const { return r / across; }
  int block_of(int r) const { return r % across; }
  /// The first rank that this one exchanges rows and planes with; the others are each `across` on.
  int first_peer(int r) const { return block_of(r); }
  /// Rows of one k_y in a block of columns.
  int groups_of(int block) const { return (blocks.size(block) + group - 1) / group; }
  /// Entries of a table of columns that reaches as far as any row, padding included.
  int padded_columns() const { return across == 1 ? groups * group : columns + group; }
  /// m_y of a global row.
  int row_mode(int row) const { return bin_mode(row_bin[static_cast<std::size_t>(row)], ny); }
  /// The global row of a mode that is kept, and where the mode is in it.
  int row_of(int mx, int my) const;
  int column_of(int mx) const { return (mx - blocks.begin(blocks.part_of(mx))) % group; }
  /// Whether there are modes that do not count.
  bool leaves_modes_out() const { return !reach.empty(); }
  /// The columns of a row without padding.
  int columns_of(int row) const {
    const auto r = static_cast<std::size_t>(row);
    return row_length[r] < row_limit[r] - row_column[r] ? row_length[r]
                                                        : row_limit[r] - row_column[r];
  }
  /// How many of a row's first columns count at a depth.
  int kept_of(int row, int depth_index) const {
    if (reach.empty()) return columns_of(row);
    return columns_reaching(reach.data() + static_cast<std::ptrdiff_t>(row) * group,
                            columns_of(row), size_of_mode(depth_index, depth));
  }
  /// Whether z is a radius (extension.hpp).
  bool is_radial() const { return stack == 0 && line != nz; }
  /// By which a transform there and back multiplies.
  double scale() const { return static_cast<double>(nx) * ny * line; }
  /// Modes of this rank's rows that count.
  std::int64_t local_modes() const;
  /// Complex numbers of one spectral component on this rank, padding included.
  std::int64_t component_size() const {
    return static_cast<std::int64_t>(local_rows()) * depth * group;
  }
  /// Where a mode is in it; `column`: of the row.
  std::int64_t index(int local_row, int depth_index, int column) const {
    return (static_cast<std::int64_t>(local_row) * depth + depth_index) * group + column;
  }
};

/// Columns of a row: as many as a cache of typical size holds lines of one field, in multiples of
/// `unit`.
int cached_columns(int line, int unit, int complex_bytes);

/// Ranks along z, and those that share planes. One of the latter: slabs.
struct RankGrid {
  int z = 1, y = 1;
  int ranks() const { return z * y; }
};

/// The largest number of ranks that leaves none without a row or a plane, of slabs.
int largest_rank_count(const Modes& modes);
/// The largest number of ranks that may share planes: each has a y and a column.
int largest_across(const Modes& modes);
/// Operations of the transform of a line of n points, up to a factor.
double line_operations(int n);

/// The layout of `modes` for complex numbers of complex_bytes. Throws UsageError if
/// grid.z > largest_rank_count(modes) or grid.y > largest_across(modes).
Layout make_layout(const Modes& modes, int rank, RankGrid grid, int complex_bytes);
/// In slabs.
Layout make_layout(const Modes& modes, int rank, int ranks, int complex_bytes);
/// A layout with given m_y and columns per rank (some may have none) and columns per row, for
/// reading a field of another resolution.
Layout make_layout(const Modes& modes, int rank, const Partition& row_modes,
                   const Partition& blocks, int group, int complex_bytes);

}  // namespace thalweg::fft
