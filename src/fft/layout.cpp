// SPDX-License-Identifier: Apache-2.0
#include "fft/layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/error.hpp"

namespace thalweg::fft {

namespace {

int round_up(int n, int block) { return (n + block - 1) / block * block; }

int largest_mode(int points, Truncation truncation) {
  switch (truncation) {
  case Truncation::spherical: return points / 3;            // |m| <= N/3
  case Truncation::per_direction: return (points - 1) / 3;  // |m| < N/3
  case Truncation::none: return (points - 1) / 2;           // all but Nyquist
  }
  return 0;
}

double sphere_part(int mode, int points) {
  const double ratio = 3.0 * mode / points;
  return ratio * ratio;
}

// The largest kept |m_z| of a line of constant (m_x, m_y); -1 if no mode is kept.
int line_reach(const Modes& modes, int mx, int my) {
  // A search that starts at the top would make the check of a large case take minutes.
  const double rest = 1 - sphere_part(mx, modes.nx) - sphere_part(my, modes.ny);
  const double radius = modes.nz / 3.0 * std::sqrt(std::max(0.0, rest));
  const bool sphere = modes.truncation == Truncation::spherical;
  int mz = sphere ? std::min(modes.kz, static_cast<int>(radius) + 1) : modes.kz;
  while (mz >= 0 && !modes.keeps(mx, my, mz)) --mz;
  return mz;
}

}  // namespace

bool Modes::keeps(int mx, int my, int mz) const {
  if (mx > kx || std::abs(my) > ky || std::abs(mz) > kz) return false;
  // The margin keeps modes exactly on the sphere in spite of rounding; the next mode outside is
  // at least (3 / N)^2 further.
  constexpr double margin = 1e-9;
  return truncation != Truncation::spherical ||
         sphere_part(mx, nx) + sphere_part(my, ny) + sphere_part(mz, nz) <= 1 + margin;
}

Modes kept_modes(int nx, int ny, int nz, Truncation truncation) {
  return {.nx = nx,
          .ny = ny,
          .nz = nz,
          .kx = largest_mode(nx, truncation),
          .ky = largest_mode(ny, truncation),
          .kz = largest_mode(nz, truncation),
          .truncation = truncation};
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

std::int64_t Layout::component_size() const {
  return static_cast<std::int64_t>(local_rows()) * columns_padded * depth_padded;
}

std::int64_t Layout::local_modes() const {
  std::int64_t count = 0;
  for (int row = rows.begin(rank); row < rows.end(rank); ++row)
    for (int column = 0; column < modes.columns(); ++column)
      count += std::max(0, 2 * reach_of(row, column) + 1);
  return count;
}

int largest_rank_count(const Modes& modes) { return std::min(modes.nz, modes.rows()); }

Layout make_layout(const Modes& modes, int rank, Partition rows, int complex_bytes) {
  Layout layout;
  layout.modes = modes;
  layout.rank = rank;
  layout.ranks = rows.parts();
  layout.rows = std::move(rows);
  layout.planes = even_partition(modes.nz, layout.ranks);
  layout.column_block = std::max(1, 64 / complex_bytes);
  layout.columns_padded = round_up(modes.columns(), layout.column_block);
  layout.depth_padded = round_up(modes.depth(), 8);
  layout.row_start = {0};
  for (int row = 0; row < modes.rows(); ++row) {
    int columns = 0;
    for (int column = 0; column < layout.columns_padded; ++column) {
      layout.reach.push_back(line_reach(modes, column, layout.row_mode(row)));
      if (layout.reach.back() >= 0) columns = column + 1;
    }
    layout.row_length.push_back(round_up(columns, layout.column_block));
    layout.row_start.push_back(layout.row_start.back() + layout.row_length.back());
  }
  return layout;
}

Layout make_layout(const Modes& modes, int rank, int ranks, int complex_bytes) {
  TW_CHECK(ranks <= largest_rank_count(modes), "more ranks than rows or planes");
  // Row lengths do not depend on the partition: take them from a layout on one rank.
  const Layout whole = make_layout(modes, 0, even_partition(modes.rows(), 1), complex_bytes);
  return make_layout(modes, rank, weighted_partition(whole.row_length, ranks), complex_bytes);
}

}  // namespace thalweg::fft
