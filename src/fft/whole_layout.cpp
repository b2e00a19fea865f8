// SPDX-License-Identifier: Apache-2.0
#include "fft/whole_layout.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace thalweg::fft {

namespace {

int round_up(int n, int block) { return (n + block - 1) / block * block; }

/// Columns of a row: as many as a cache of typical size holds for one field, in whole vectors, but
/// few enough that every rank gets several rows.
int group_columns(int columns, int ny, int depth, int ranks, int complex_bytes) {
  constexpr int cached_bytes = 300 << 10;
  const int vector = lines_per_vector(complex_bytes);
  const int fit = std::max(vector, cached_bytes / complex_bytes / depth / vector * vector);
  const int groups = (columns + fit - 1) / fit;
  const int wanted_rows = std::max(64, 8 * ranks);
  const int wanted_groups = std::max(groups, std::min(columns, (wanted_rows + ny - 1) / ny));
  // Whole vectors, unless the ranks then outnumber the rows.
  int group = round_up((columns + wanted_groups - 1) / wanted_groups, vector);
  while (group > 1 && ny * ((columns + group - 1) / group) < ranks) --group;
  return group;
}

}  // namespace

int largest_rank_count_whole(int nx, int ny, int nz) { return std::min(nz, ny * (nx / 2 + 1)); }

WholeLayout make_whole_layout(int nx, int ny, int nz, int rank, int ranks, int complex_bytes,
                              bool radial) {
  TW_CHECK(ranks <= largest_rank_count_whole(nx, ny, nz), "more ranks than rows or planes");
  WholeLayout whole;
  whole.nx = nx, whole.ny = ny, whole.nz = nz;
  whole.depth = radial ? 4 * nz : nz;
  whole.columns = nx / 2 + 1;
  whole.group = group_columns(whole.columns, ny, whole.depth, ranks, complex_bytes);
  whole.groups = (whole.columns + whole.group - 1) / whole.group;
  Layout& tiles = whole.tiles;
  tiles.rank = rank;
  tiles.ranks = ranks;
  tiles.rows = even_partition(ny * whole.groups, ranks);
  tiles.planes = even_partition(nz, ranks);
  tiles.row_length.assign(static_cast<std::size_t>(ny * whole.groups), whole.group);
  tiles.row_start = {0};
  for (const int length : tiles.row_length)
    tiles.row_start.push_back(tiles.row_start.back() + length);
  return whole;
}

}  // namespace thalweg::fft
