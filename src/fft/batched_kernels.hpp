// SPDX-License-Identifier: Apache-2.0
// The kernels of the batched pipeline (batched_pipeline.hpp, read that first): between tiles and
// lines, tiles and planes, and the caller's work on either side.
#pragma once

#include "fft/caller_kernels.hpp"
#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {
namespace batched {

/// Lines of a batch of rows, side by side as in tiles: element (field, row, column, z) of a buffer
/// of `rows` rows.
template <class Real>
struct LineBuffer {
  Complex<Real>* data;
  int rows, columns, line;

  TW_HD Complex<Real>& operator()(int field, int row, int column, int z) const {
    return data[((static_cast<std::int64_t>(field) * line + z) * rows + row) * columns + column];
  }
};

/// A value from where it is held by rows to where it is held by planes, or back.
template <TileDirection direction, class Value>
TW_HD void carry(Value& at_rows, Value& at_planes) {
  if constexpr (direction == TileDirection::to_planes)
    at_planes = at_rows;
  else
    at_rows = at_planes;
}

/// Lines <-> one tile, over (global row, global plane, column of the row).
template <class Real, int Fields, TileDirection direction>
struct MoveLines {
  LineBuffer<Real> lines;
  Tile<Real> tile;
  int batch_begin;
  TW_HD void operator()(int row, int plane, int column) const {
    if (column >= tile.row_length[row]) return;
    TW_UNROLL
    for (int f = 0; f < Fields; ++f)
      carry<direction>(lines(f, row - batch_begin, column, plane), tile.at(f, row, plane)[column]);
  }
};

/// Radial lines made whole, over (row of the batch, place beyond the radius, column of the row).
template <class Real, int In, class Filter>
struct ExtendLines {
  LineBuffer<Real> lines;
  const Complex<Real>* twist;
  int points;
  Filter filter;
  TW_HD void operator()(int row, int z, int i) const {
    TW_UNROLL
    for (int f = 0; f < In; ++f) {
      const Reflection r = reflected(extension_of(filter, f), z, points);
      lines(f, row, i, z) = static_cast<Real>(r.sign) * (twist[z] * lines(f, row, i, r.from));
    }
  }
};

/// The values up to the radius multiplied by the twist, or by its conjugate.
template <class Real, int Fields, bool back>
struct TwistLines {
  LineBuffer<Real> lines;
  const Complex<Real>* twist;
  TW_HD void operator()(int row, int z, int i) const {
    const Complex<Real> factor = back ? conjugate(twist[z]) : twist[z];
    TW_UNROLL
    for (int f = 0; f < Fields; ++f) lines(f, row, i, z) = factor * lines(f, row, i, z);
  }
};

/// The caller's work on column i of a global row in a z bin. What does not count is zero
/// afterwards.
template <int In, int Out, class Real, class Filter>
TW_HD void filter_mode(const Filter& filter, const Rows& rows, int global, int first_row, int z,
                       int i, const Complex<Real>* in, Complex<Real>* out) {
  TW_UNROLL
  for (int f = 0; f < Out; ++f) out[f] = {0, 0};
  const int depth = rows.depth_of(z);
  if (depth >= 0 && rows.keeps(global, depth, i))
    filter(global - first_row, depth, rows.column[global] + i, in, out);
}

/// The caller's work on modes, in place, over (row of the batch, z bin, column of the row).
template <class Real, int In, int Out, class Filter>
struct FilterLines {
  LineBuffer<Real> lines;
  Rows rows;
  int batch_begin, first_row;  // global rows
  Filter filter;
  TW_HD void operator()(int row, int z, int i) const {
    Complex<Real> in[In + 1], out[Out + 1];
    TW_UNROLL
    for (int f = 0; f < In; ++f) in[f] = lines(f, row, i, z);
    filter_mode<In, Out>(filter, rows, batch_begin + row, first_row, z, i, in, out);
    TW_UNROLL
    for (int f = 0; f < Out; ++f) lines(f, row, i, z) = out[f];
  }
};

/// The same of lines in a tile, over (global row, z bin, column of the row).
template <class Real, int In, int Out, class Filter>
struct FilterTile {
  Tile<Real> tile;
  Rows rows;
  int first_row;
  Filter filter;
  TW_HD void operator()(int row, int z, int i) const {
    if (i >= rows.length[row]) return;
    Complex<Real>* const here = tile.at(0, row, z) + i;
    Complex<Real> in[In + 1], out[Out + 1];
    TW_UNROLL
    for (int f = 0; f < In; ++f) in[f] = here[f * tile.field_size];
    filter_mode<In, Out>(filter, rows, row, first_row, z, i, in, out);
    TW_UNROLL
    for (int f = 0; f < Out; ++f) here[f * tile.field_size] = out[f];
  }
};

/// Planes of a batch: element (field, plane, y, m_x) of a buffer of `planes` planes.
template <class Real>
struct PlaneBuffer {
  Complex<Real>* data;
  int planes, ny, columns;  // columns = nx / 2 + 1

  TW_HD Complex<Real>& operator()(int field, int plane, int y, int column) const {
    return data[((static_cast<std::int64_t>(field) * planes + plane) * ny + y) * columns + column];
  }
};

/// Zero where tiles bring nothing, over (plane of the batch, y, column).
template <class Real, int Fields>
struct ClearPlanes {
  PlaneBuffer<Real> waves;
  Rows rows;
  TW_HD void operator()(int plane, int y, int column) const {
    if (column < rows.filled[y]) return;
    TW_UNROLL
    for (int f = 0; f < Fields; ++f) waves(f, plane, y, column) = {0, 0};
  }
};

/// One tile -> planes of In fields, over (global plane, global row, column of the row).
template <class Real, int In, class Spread>
struct SpreadTile {
  PlaneBuffer<Real> waves;
  Rows rows;
  Tile<Real> tile;
  int batch_begin;  // global plane
  Spread spread;
  TW_HD void operator()(int plane, int row, int i) const {
    if (i >= rows.columns[row]) return;
    const int y = rows.bin[row], column = rows.column[row] + i;
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
  Rows rows;
  Tile<Real> tile;
  int batch_begin;
  TW_HD void operator()(int plane, int row, int i) const {
    if (i >= rows.columns[row]) return;
    TW_UNROLL
    for (int f = 0; f < Out; ++f)
      tile.at(f, row, plane)[i] =
          waves(f, plane - batch_begin, rows.bin[row], rows.column[row] + i);
  }
};

/// The caller's pointwise work, in place, over (plane of the batch, y, x); its value, if it has
/// one, goes to the maximum.
template <class Real, int In, int Out, class Point>
struct PointWork {
  Real* points;
  std::int64_t field_size;
  int ny, nx;
  int first_plane;  // local plane at which the batch begins
  int ys;           // of a layout of lines, that each plane of z has here; else 0
  Point point;
  TW_HD Real operator()(int plane, int y, int x) const {
    Real* here = points + (static_cast<std::int64_t>(plane) * ny + y) * nx + x;
    Real in[In + 1], out[Out + 1];
    TW_UNROLL
    for (int f = 0; f < In; ++f) in[f] = here[f * field_size];
    const int place = first_plane + plane;
    const int z = ys > 0 ? place / ys : place, of_z = ys > 0 ? place - z * ys : y;
    const auto row = point.row(z, of_z);
    Real size = 0;
    if constexpr (has_peak<Real, Point>)
      size = row(x, in, out);
    else
      row(x, in, out);
    TW_UNROLL
    for (int f = 0; f < Out; ++f) here[f * field_size] = out[f];
    return size;
  }
};

/// The largest value of each batch of planes stays with the batch, so that no batch is waited for.
template <class Real>
struct PeakOfBatch {
  exec::View<const Real, 1> peaks;
  TW_HD Real operator()(int batch) const { return peaks(batch); }
};

}  // namespace batched
}  // namespace thalweg::fft::inline TW_HALF
