// SPDX-License-Identifier: Apache-2.0
#include "fft/layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/error.hpp"

namespace thalweg::fft {

namespace {

int largest_mode(int points, Truncation truncation, int share) {
  switch (truncation) {
  case Truncation::spherical:
    // Three modes of exactly N/4 would alias onto a fourth.
    return share == 3 ? points / 3 : (points - 1) / share;      // |m| <= N/3, |m| < N/share
  case Truncation::per_direction: return (points - 1) / share;  // |m| < N/share
  case Truncation::none: return (points - 1) / 2;               // all but Nyquist
  }
  return 0;
}

double sphere_part(int mode, int points, int share) {
  const double ratio = static_cast<double>(share) * mode / points;
  return ratio * ratio;
}

// The largest kept |m_z| of a line of constant (m_x, m_y); -1 if no mode is kept.
int line_reach(const Modes& modes, int mx, int my) {
  // A search that starts at the top would make the check of a large case take minutes.
  const int share = modes.share;
  const double rest = 1 - sphere_part(mx, modes.nx, share) - sphere_part(my, modes.ny, share);
  const double radius = static_cast<double>(modes.nz) / share * std::sqrt(std::max(0.0, rest));
  const bool sphere = modes.truncation == Truncation::spherical;
  int mz = sphere ? std::min(modes.kz, static_cast<int>(radius) + 1) : modes.kz;
  while (mz >= 0 && !modes.keeps(mx, my, mz)) --mz;
  return mz;
}

}  // namespace

bool Modes::keeps(int mx, int my, int mz) const {
  if (mx > kx || std::abs(my) > ky || std::abs(mz) > kz) return false;
  // The margin keeps modes exactly on the sphere in spite of rounding; the next mode outside is
  // at least (share / N)^2 further.
  constexpr double margin = 1e-9;
  return truncation != Truncation::spherical ||
         sphere_part(mx, nx, share) + sphere_part(my, ny, share) + sphere_part(mz, nz, share) <=
             1 + margin;
}

Modes kept_modes(int nx, int ny, int nz, Truncation truncation, int share) {
  return {.nx = nx,
          .ny = ny,
          .nz = nz,
          .kx = largest_mode(nx, truncation, share),
          .ky = largest_mode(ny, truncation, share),
          .kz = largest_mode(nz, truncation, share),
          .truncation = truncation,
          .share = share};
}

Partition even_partition(int n, int parts) {
  Partition partition;
  for (int p = 0; p < parts; ++p)
    partition.offset.push_back(partition.offset.back() + n / parts + (p < n % parts ? 1 : 0));
  return partition;
}

Partition weighted_partition(const std::vector<int>& cost, int parts) {
  const int n = static_cast<int>(cost.size());
  std::vector<std::int64_t> sum{0};
  for (const int c : cost) sum.push_back(sum.back() + c);
  Partition partition;
  for (int p = 1; p < parts; ++p) {
    const std::int64_t target = sum.back() * p / parts;
    const auto found = std::lower_bound(sum.begin(), sum.end(), target);
    // Leave at least one item for every part, before and after this boundary.
    const int low = partition.offset.back() + 1, high = n - (parts - p);
    partition.offset.push_back(
        std::max(std::min(static_cast<int>(found - sum.begin()), high), std::min(low, n)));
  }
  partition.offset.push_back(n);
  return partition;
}

std::int64_t Layout::local_modes() const {
  std::int64_t count = 0;
  for (int row = rows.begin(rank); row < rows.end(rank); ++row)
    for (int d = 0; d < depth; ++d) count += kept_of(row, d);
  return count;
}

int cached_columns(int line, int unit, int complex_bytes) {
  constexpr int cached_bytes = 300 << 10;
  return std::max(unit, cached_bytes / complex_bytes / line / unit * unit);
}

double line_operations(int n) { return n > 1 ? n * std::log2(n) : 0; }

int largest_rank_count(const Modes& modes) { return std::min(modes.nz, modes.rows()); }

int largest_across(const Modes& modes) { return std::min(modes.ny, modes.columns()); }

int Partition::part_of(int item) const {
  return static_cast<int>(std::upper_bound(offset.begin(), offset.end(), item) - offset.begin()) -
         1;
}

int Layout::row_of(int mx, int my) const {
  const int n = my >= 0 ? my : my + modes.rows();
  if (across == 1) return n * groups + mx / group;
  const int part = row_modes.part_of(n), block = blocks.part_of(mx);
  return rows.begin(part * across + block) + (n - row_modes.begin(part)) * groups_of(block) +
         (mx - blocks.begin(block)) / group;
}

namespace {

/// The rows of one k_y in a block of columns: how many columns each has, and how far these reach.
void add_rows(Layout& layout, int bin, int block, int cache_line) {
  const Modes& modes = layout.modes;
  const int begin = layout.blocks.begin(block), end = layout.blocks.end(block);
  for (int first = begin; first < begin + layout.groups_of(block) * layout.group;
       first += layout.group) {
    const std::size_t at = layout.reach.size();
    for (int mx = first; mx < first + layout.group; ++mx)
      layout.reach.push_back(mx < end ? line_reach(modes, mx, bin_mode(bin, modes.ny)) : -1);
    layout.row_bin.push_back(bin);
    layout.row_column.push_back(first);
    layout.row_limit.push_back(end);
    layout.row_length.push_back(
        round_up(columns_reaching(layout.reach.data() + at, layout.group, 0), cache_line));
    layout.row_start.push_back(layout.row_start.back() + layout.row_length.back());
  }
}

int cache_line(int complex_bytes) { return std::max(1, 64 / complex_bytes); }

/// The columns that each m_x keeps of all m_y.
std::vector<int> kept_rows(const Modes& modes) {
  std::vector<int> kept;
  for (int mx = 0; mx < modes.columns(); ++mx) {
    kept.push_back(0);
    for (int my = -modes.ky; my <= modes.ky; ++my) kept.back() += line_reach(modes, mx, my) >= 0;
  }
  return kept;
}

/// Columns for ranks that share planes. What each has to do for a column: z-lines of its kept m_y,
/// and y-lines of all points. In whole cache lines, unless the ranks then outnumber these.
Partition column_blocks(const Modes& modes, int across, int cache_line) {
  const std::vector<int> kept = kept_rows(modes);
  int unit = cache_line;
  while (unit > 1 && (modes.columns() + unit - 1) / unit < across) --unit;
  std::vector<int> cost;
  for (int mx = 0; mx < modes.columns(); ++mx) {
    if (mx % unit == 0) cost.push_back(0);
    cost.back() += kept[static_cast<std::size_t>(mx)] + modes.ny;
  }
  Partition blocks = weighted_partition(cost, across);
  for (int& column : blocks.offset) column = std::min(column * unit, modes.columns());
  return blocks;
}

/// Columns of a row that its cache holds, the same in all blocks.
int group_of(const Modes& modes, const Partition& blocks, int unit, int complex_bytes) {
  // Pencils have y-lines of the same columns.
  const int line = blocks.parts() > 1 ? std::max(modes.nz, modes.ny) : modes.nz;
  const int fit = cached_columns(line, unit, complex_bytes);
  int group = unit;
  for (int block = 0; block < blocks.parts(); ++block) {
    const int columns = blocks.size(block), groups = (columns + fit - 1) / fit;
    if (groups > 0) group = std::max(group, round_up((columns + groups - 1) / groups, unit));
  }
  return group;
}

}  // namespace

Layout make_layout(const Modes& modes, int rank, const Partition& row_modes,
                   const Partition& blocks, int group, int complex_bytes) {
  Layout layout;
  layout.modes = modes;
  layout.nx = modes.nx, layout.ny = modes.ny, layout.nz = layout.line = modes.nz;
  layout.columns = modes.columns();
  layout.depth = modes.depth();
  layout.group = group;
  layout.groups = (layout.columns + group - 1) / group;
  layout.rank = rank;
  layout.across = blocks.parts();
  layout.ranks = row_modes.parts() * layout.across;
  layout.planes = even_partition(modes.nz, row_modes.parts());
  layout.ys = even_partition(modes.ny, layout.across);
  layout.row_modes = row_modes;
  layout.blocks = blocks;
  layout.row_start = {0};
  for (int part = 0; part < row_modes.parts(); ++part)
    for (int block = 0; block < layout.across; ++block) {
      for (int n = row_modes.begin(part); n < row_modes.end(part); ++n)
        add_rows(layout, bin_of(signed_mode(n, modes.ky), modes.ny), block,
                 cache_line(complex_bytes));
      layout.rows.offset.push_back(static_cast<int>(layout.row_bin.size()));
    }
  return layout;
}

Layout make_layout(const Modes& modes, int rank, RankGrid grid, int complex_bytes) {
  TW_CHECK(grid.z <= largest_rank_count(modes), "more ranks than rows or planes");
  TW_CHECK(grid.y <= largest_across(modes), "more ranks than columns or lines of a plane");
  // Rows are alike on any number of ranks along z, because sums are taken row by row.
  const int unit = cache_line(complex_bytes);
  const Partition blocks = column_blocks(modes, grid.y, unit);
  const int group = group_of(modes, blocks, unit, complex_bytes);
  const Layout whole =
      make_layout(modes, 0, even_partition(modes.rows(), 1), blocks, group, complex_bytes);
  std::vector<int> length(static_cast<std::size_t>(modes.rows()));  // of all rows of a k_y
  for (std::size_t row = 0; row < whole.row_length.size(); ++row) {
    const int my = whole.row_mode(static_cast<int>(row));
    length[static_cast<std::size_t>(my >= 0 ? my : my + modes.rows())] += whole.row_length[row];
  }
  return make_layout(modes, rank, weighted_partition(length, grid.z), blocks, group, complex_bytes);
}

Layout make_layout(const Modes& modes, int rank, int ranks, int complex_bytes) {
  return make_layout(modes, rank, RankGrid{ranks, 1}, complex_bytes);
}

}  // namespace thalweg::fft
