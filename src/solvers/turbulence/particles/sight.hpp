// SPDX-License-Identifier: Apache-2.0
// Particles move and see the fluid where they come to, in one pass over what is known of them
// (docs/design/particles.md).
#pragma once

#include <algorithm>

#include "exec/tiles.hpp"
#include "solvers/turbulence/particles/spline.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// Move: operator()(i, place): moves particle i and gives its place. What particles see is written
/// to `seen`, which Move may read: of each particle before it is written.
template <class Real, class Move>
struct SeeEach {
  Move move;
  SplineField<Real> field;
  Real* seen;
  TW_HD void operator()(std::int64_t i) const {
    double place[3];
    move(i, place);
    const auto x = stencil_at<Real>(place[0], field.lines.x),
               y = stencil_at<Real>(place[1], field.lines.y),
               z = stencil_at<Real>(place[2], field.lines.z);
    field.sum(
        z.cell, y.cell, x.cell, [&](int r) { return z.weight[r / 4] * y.weight[r % 4]; },
        [&](int n) { return x.weight[n]; }, seen + 3 * i);
  }
};

/// On processors: weights of a block of particles are computed side by side, then each particle's
/// rows are summed as vectors.
template <class Real, class Move>
struct SeeBlock {
  Move move;
  SplineField<Real> field;
  Real* seen;
  std::int64_t count;

  static constexpr int size = 32;  // 8 KB of weights, which leave most of a cache to coefficients
  static int blocks(std::int64_t particles) {
    return static_cast<int>((particles + size - 1) / size);
  }

  void operator()(const exec::Team& team) const {
    const std::int64_t first = std::int64_t{team.tile()} * size;
    const int in_block = static_cast<int>(std::min<std::int64_t>(size, count - first));
    Block block;
    move_block(team, first, in_block, block);
    weigh(team, block);
    for (int i = 0; i < in_block; ++i)
      field.sum(
          block.cell[2][i], block.cell[1][i], block.cell[0][i],
          [&](int r) { return block.row_weight[r][i]; },
          [&](int n) { return block.weight[0][n][i]; }, seen + 3 * (first + i));
  }

 private:
  struct Block {
    alignas(64) double place[3][size];
    alignas(64) Real weight[3][4][size];
    alignas(64) Real row_weight[16][size];
    alignas(64) int cell[3][size];
  };

  void move_block(const exec::Team& team, std::int64_t first, int in_block, Block& block) const {
    if (in_block < size) std::fill_n(&block.place[0][0], 3 * size, 0.0);
    team.for_each(in_block, [&, move = move](int i) {
      double place[3];
      move(first + i, place);
      TW_UNROLL
      for (int d = 0; d < 3; ++d) block.place[d][i] = place[d];
    });
  }
  /// Of whole blocks, so that what a particle sees does not depend on where it stands in one.
  void weigh(const exec::Team& team, Block& block) const {
    weigh(team, field.lines.x, 0, block);
    weigh(team, field.lines.y, 1, block);
    weigh(team, field.lines.z, 2, block);
    for (int r = 0; r < 16; ++r)
      team.for_each(size, [&](int i) {
        block.row_weight[r][i] = block.weight[2][r / 4][i] * block.weight[1][r % 4][i];
      });
  }
  static void weigh(const exec::Team& team, GridLine line, int d, Block& block) {
    team.for_each(size, [&](int i) {
      const Stencil<Real> at = stencil_at<Real>(block.place[d][i], line);
      block.cell[d][i] = at.cell;
      TW_UNROLL
      for (int n = 0; n < 4; ++n) block.weight[d][n][i] = at.weight[n];
    });
  }
};

/// For particles [0, count).
template <class Real, class Move>
void move_and_see(const exec::Exec& exec, std::int64_t count, const Move& move,
                  const SplineField<Real>& field, Real* seen) {
  if constexpr (exec::kernel_space == exec::Space::host)
    exec::parallel_tiles(exec, SeeBlock<Real, Move>::blocks(count), 0,
                         SeeBlock<Real, Move>{move, field, seen, count});
  else
    exec::parallel_for(exec, count, SeeEach<Real, Move>{move, field, seen});
}

}  // namespace thalweg::turbulence::inline TW_HALF
