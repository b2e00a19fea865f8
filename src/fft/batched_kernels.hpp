// SPDX-License-Identifier: Apache-2.0
// The kernels of the batched pipeline (batched_pipeline.hpp, read that first): between modes and
// zero-padded lines, lines and tiles, tiles and zero-padded planes. Lines and how they are moved
// are also those of batched_filter_pipeline.hpp.
#pragma once

#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {
namespace batched {

/// Lines of a batch of rows: element (field, row, column, z) of a buffer of `rows` rows.
template <class Real>
struct LineBuffer {
  Complex<Real>* data;
  int rows, columns, nz;

  TW_HD Complex<Real>& operator()(int field, int row, int column, int z) const {
    return data[((static_cast<std::int64_t>(field) * rows + row) * columns + column) * nz + z];
  }
};

/// Which z bins of a line hold modes, and where they are stored.
struct LineModes {
  const int* reach;  // of (global row, column)
  int columns, nz, depth;

  /// Index of the stored mode, or -1 where there is none.
  TW_HD int stored(int row, int column, int z) const {
    const int kept = reach[row * columns + column];
    if (z <= kept) return z;
    return z >= nz - kept ? z - nz + depth : -1;
  }
};

/// The largest value of each batch of planes stays with the batch, so that no batch is waited for.
template <class Real>
struct PeakOfBatch {
  exec::View<const Real, 1> peaks;
  TW_HD Real operator()(int batch) const { return peaks(batch); }
};

/// Modes -> zero-padded lines, over (row of the batch, column, z).
template <class Real, int In, class Load>
struct LoadLines {
  LineBuffer<Real> lines;
  LineModes modes;
  int batch_begin;  // global row
  int first_row;    // of this rank
  Load load;
  TW_HD void operator()(int row, int column, int z) const {
    Complex<Real> value[In];
    TW_UNROLL
    for (int f = 0; f < In; ++f) value[f] = {0, 0};
    const int depth = modes.stored(batch_begin + row, column, z);
    if (depth >= 0) load(batch_begin + row - first_row, column, depth, value);
    TW_UNROLL
    for (int f = 0; f < In; ++f) lines(f, row, column, z) = value[f];
  }
};

/// Lines -> modes, over (row of the batch, column, z).
template <class Real, int Out, class Store>
struct StoreLines {
  LineBuffer<Real> lines;
  LineModes modes;
  int batch_begin, first_row;
  Store store;
  TW_HD void operator()(int row, int column, int z) const {
    const int depth = modes.stored(batch_begin + row, column, z);
    if (depth < 0) return;
    Complex<Real> value[Out];
    TW_UNROLL
    for (int f = 0; f < Out; ++f) value[f] = lines(f, row, column, z);
    store(batch_begin + row - first_row, column, depth, value);
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

/// Lines <-> one tile, over (global row, global plane, column).
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

/// Planes of a batch: element (field, plane, y, m_x) of a buffer of `planes` planes.
template <class Real>
struct PlaneBuffer {
  Complex<Real>* data;
  int planes, ny, columns;  // columns = nx / 2 + 1

  TW_HD Complex<Real>& operator()(int field, int plane, int y, int column) const {
    return data[((static_cast<std::int64_t>(field) * planes + plane) * ny + y) * columns + column];
  }
};

/// Zero where no mode is kept, over (plane of the batch, y, column): what tiles do not overwrite.
template <class Real, int Fields>
struct ClearPlanes {
  PlaneBuffer<Real> waves;
  TW_HD void operator()(int plane, int y, int column) const {
    TW_UNROLL
    for (int f = 0; f < Fields; ++f) waves(f, plane, y, column) = {0, 0};
  }
};

/// One tile <-> planes, over (global plane, global row, column).
template <class Real, int Fields, TileDirection direction>
struct MovePlanes {
  PlaneBuffer<Real> waves;
  Tile<Real> tile;
  int batch_begin;  // global plane
  int ny, kept_y, kept_columns;
  TW_HD void operator()(int plane, int row, int column) const {
    if (column >= tile.row_length[row] || column >= kept_columns) return;
    const int y = bin_of(signed_mode(row, kept_y), ny);
    TW_UNROLL
    for (int f = 0; f < Fields; ++f)
      carry<direction>(tile.at(f, row, plane)[column], waves(f, plane - batch_begin, y, column));
  }
};

/// The pointwise work, over (plane of the batch, y, x); its value goes to the maximum.
template <class Real, int In, int Out, class Point>
struct PointWork {
  Real* points;  // (field, plane, y, x); results overwrite inputs
  std::int64_t field_size;
  int ny, nx;
  int shift;  // local plane = plane of the batch + shift
  Point point;
  TW_HD Real operator()(int plane, int y, int x) const {
    Real in[In + 1], out[Out + 1];
    Real* here = points + (static_cast<std::int64_t>(plane) * ny + y) * nx + x;
    TW_UNROLL
    for (int f = 0; f < In; ++f) in[f] = here[f * field_size];
    const Real size = point(plane + shift, y, x, in, out);
    TW_UNROLL
    for (int f = 0; f < Out; ++f) here[f * field_size] = out[f];
    return size;
  }
};

}  // namespace batched
}  // namespace thalweg::fft::inline TW_HALF
