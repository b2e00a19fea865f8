// SPDX-License-Identifier: Apache-2.0
#include "fft/whole_layout.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace thalweg::fft {

namespace {

/// Columns of a row: as many as fit a cache, in whole vectors, but few enough that every rank gets
/// several rows.
int group_columns(int columns, int ny, int line, int ranks, int complex_bytes) {
  const int vector = lines_per_vector(complex_bytes);
  const int fit = cached_columns(line, vector, complex_bytes);
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

Layout make_whole_layout(int nx, int ny, int nz, int rank, int ranks, int complex_bytes,
                         bool radial) {
  TW_CHECK(ranks <= largest_rank_count_whole(nx, ny, nz), "more ranks than rows or planes");
  Layout layout;
  layout.modes.nx = layout.nx = nx;
  layout.modes.ny = layout.ny = ny;
  layout.modes.nz = layout.nz = nz;
  layout.line = layout.depth = radial ? 2 * nz : nz;
  layout.columns = nx / 2 + 1;
  layout.group = group_columns(layout.columns, ny, layout.line, ranks, complex_bytes);
  layout.groups = (layout.columns + layout.group - 1) / layout.group;
  layout.rank = rank;
  layout.ranks = ranks;
  layout.rows = even_partition(ny * layout.groups, ranks);
  layout.planes = even_partition(nz, ranks);
  layout.ys = even_partition(ny, 1);
  layout.blocks = even_partition(layout.columns, 1);
  layout.row_start = {0};
  for (int row = 0; row < layout.rows.total(); ++row) {
    layout.row_bin.push_back(row / layout.groups);
    layout.row_column.push_back(row % layout.groups * layout.group);
    layout.row_limit.push_back(layout.columns);
    layout.row_length.push_back(layout.group);
    layout.row_start.push_back(layout.row_start.back() + layout.group);
  }
  return layout;
}

}  // namespace thalweg::fft
