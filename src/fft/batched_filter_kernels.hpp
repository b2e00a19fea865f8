// SPDX-License-Identifier: Apache-2.0
// The kernels of the batched filter pipeline (batched_filter_pipeline.hpp, read that first),
// besides those that it shares with the batched pipeline.
#pragma once

#include "fft/batched_kernels.hpp"
#include "fft/extension.hpp"

namespace thalweg::fft::inline TW_HALF {
namespace batched {

/// Radial lines made whole, over (row of the batch, column of the row, place beyond the radius).
template <class Real, int In, class Filter>
struct ExtendLines {
  LineBuffer<Real> lines;
  int points;
  Filter filter;
  TW_HD void operator()(int row, int i, int z) const {
    TW_UNROLL
    for (int f = 0; f < In; ++f) {
      const Reflection r = extended(filter.extension(f), z, points);
      lines(f, row, i, z) = static_cast<Real>(r.sign) * lines(f, row, i, r.from);
    }
  }
};

/// The caller's work on modes, in place, over (row of the batch, column of the row, z bin).
template <class Real, int In, int Out, class Filter>
struct FilterLines {
  LineBuffer<Real> lines;
  int batch_begin, first_row;  // global rows
  int groups, group, columns;
  Filter filter;
  TW_HD void operator()(int row, int i, int z) const {
    const int column = (batch_begin + row) % groups * group + i;
    if (column >= columns) return;
    Complex<Real> in[In + 1], out[Out + 1];
    TW_UNROLL
    for (int f = 0; f < In; ++f) in[f] = lines(f, row, i, z);
    filter(batch_begin + row - first_row, z, column, in, out);
    TW_UNROLL
    for (int f = 0; f < Out; ++f) lines(f, row, i, z) = out[f];
  }
};

/// One tile -> planes of In fields, over (global plane, global row, column of the row).
template <class Real, int In, class Spread>
struct SpreadTile {
  PlaneBuffer<Real> waves;
  Tile<Real> tile;
  int batch_begin;  // global plane
  int groups, group;
  Spread spread;
  TW_HD void operator()(int plane, int row, int i) const {
    const int y = row / groups, column = row % groups * group + i;
    if (column >= waves.columns) return;
    TW_UNROLL
    for (int f = 0; f < In; ++f)
      waves(f, plane - batch_begin, y, column) =
          spread(f, y, column, tile.at(Spread::source(f), row, plane)[i]);
  }
};

/// Planes of Out fields -> one tile.
template <class Real, int Out>
struct CollectTile {
  PlaneBuffer<Real> waves;
  Tile<Real> tile;
  int batch_begin, groups, group;
  TW_HD void operator()(int plane, int row, int i) const {
    const int y = row / groups, column = row % groups * group + i;
    if (column >= waves.columns) return;
    TW_UNROLL
    for (int f = 0; f < Out; ++f)
      tile.at(f, row, plane)[i] = waves(f, plane - batch_begin, y, column);
  }
};

/// The caller's pointwise work, in place, over (plane of the batch, y, x).
template <class Real, int In, int Out, class Point>
struct PointsInPlace {
  Real* points;
  std::int64_t field_size;
  int ny, nx;
  int first_plane;  // local plane at which the batch begins
  Point point;
  TW_HD void operator()(int plane, int y, int x) const {
    const std::int64_t at = (static_cast<std::int64_t>(plane) * ny + y) * nx + x;
    Real in[In + 1], out[Out + 1];
    TW_UNROLL
    for (int f = 0; f < In; ++f) in[f] = points[f * field_size + at];
    point.row(first_plane + plane, y)(x, in, out);
    TW_UNROLL
    for (int f = 0; f < Out; ++f) points[f * field_size + at] = out[f];
  }
};

}  // namespace batched
}  // namespace thalweg::fft::inline TW_HALF
