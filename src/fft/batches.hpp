// SPDX-License-Identifier: Apache-2.0
// What both batched pipelines do with a batch: move it between its buffer and the tiles that hold
// it, and measure its transforms.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

#include "fft/batched_kernels.hpp"

namespace thalweg::fft::inline TW_HALF {
namespace batched {

/// What a tile holds of the rows [begin, end): (global row, global plane, column).
template <class Real>
exec::Box3 rows_of(const Tile<Real>& tile, int begin, int end, int columns) {
  return {{std::max(tile.row_begin, begin), tile.plane_begin, 0},
          {std::min(tile.row_end, end), tile.plane_end, columns}};
}

/// What a tile holds of the planes [begin, end): (global plane, global row, column).
template <class Real>
exec::Box3 planes_of(const Tile<Real>& tile, int begin, int end, int columns) {
  return {{std::max(tile.plane_begin, begin), tile.row_begin, 0},
          {std::min(tile.plane_end, end), tile.row_end, columns}};
}

/// The lines of the global rows [begin, end) <-> tiles.
template <int Fields, TileDirection direction, class Real>
void move_lines(const exec::Exec& exec, const LineBuffer<Real>& lines,
                const std::vector<Tile<Real>>& tiles, int begin, int end) {
  for (const Tile<Real>& tile : tiles)
    exec::parallel_for(exec, rows_of(tile, begin, end, lines.columns),
                       MoveLines<Real, Fields, direction>{lines, tile, begin});
}

/// Seconds of what `once` gives the device to do, on the slowest rank: the best of a few.
/// Collective.
template <class Once>
double seconds_of(const exec::Exec& exec, const transport::Communicator& comm, Once once) {
  using Clock = std::chrono::steady_clock;
  double best = 1e300;
  for (int n = 0; n < 4; ++n) {  // the first one warms up
    exec.wait();
    comm.barrier();
    const auto start = Clock::now();
    once();
    exec.wait();
    const double time = std::chrono::duration<double>(Clock::now() - start).count();
    if (n > 0) best = std::min(best, comm.max(time));
  }
  return best;
}

}  // namespace batched
}  // namespace thalweg::fft::inline TW_HALF
