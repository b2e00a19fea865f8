// SPDX-License-Identifier: Apache-2.0
// The three sweeps of the fused pipeline (fused_pipeline.hpp, read that first), each as the body of
// one task: a block of z-lines or one plane, loaded, transformed and stored while it is in cache.
#pragma once

#include "fft/local_plan.hpp"
#include "fft/real_rows.hpp"
#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {
namespace fused {

/// How one thread's buffers are shaped. Lengths in numbers of Complex<Real> or Real.
template <class Real>
struct Shape {
  explicit Shape(const Layout& layout)
      : nx(layout.modes.nx), ny(layout.modes.ny), nz(layout.modes.nz), depth(layout.modes.depth()),
        columns(layout.modes.columns()), columns_padded(layout.columns_padded),
        block(layout.column_block),
        // One cache line more than a line, so that lines of a power of two do not share cache sets.
        line_stride(nz + layout.column_block), row_stride((nx / 2 + 8) / 8 * 8),
        plane_columns((columns + vector - 1) / vector * vector), first_row(layout.first_row()),
        first_plane(layout.first_plane()) {}

  static constexpr int vector = lines_per_vector(sizeof(Complex<Real>));
  int nx, ny, nz, depth, columns, columns_padded, block, line_stride, row_stride;
  int plane_columns;  // that y-lines are transformed of
  int first_row, first_plane;

  int lines_size(int fields) const { return fields * block * line_stride; }
  int plane_size() const { return ny * row_stride; }
  int real_row() const { return (nx + 15) / 16 * 16; }
};

/// z-lines of a block of columns: load kept modes, transform, write into tiles.
template <class Real, int In, class Load>
struct LinesToTiles {
  Shape<Real> shape;
  const Tile<Real>* tiles;
  int tile_count;
  int row_begin;  // global
  const int* row_length;
  const int* reach;
  const ComplexLines<Real>* transform;
  Load load;

  void operator()(const exec::Team& team) const {
    const int blocks = shape.columns_padded / shape.block;
    const int row = row_begin + team.tile() / blocks;
    const int first = team.tile() % blocks * shape.block;
    if (first >= row_length[row]) return;
    Complex<Real>* lines = team.template scratch<Complex<Real>>();
    for (int b = 0; b < shape.block; ++b) fill(team, row, first + b, lines + b * shape.line_stride);
    transform->execute(exec::Exec{}, lines);
    for (int t = 0; t < tile_count; ++t)
      if (tiles[t].has_row(row)) scatter(tiles[t], row, first, lines);
  }

 private:
  void fill(const exec::Team& team, int row, int column, Complex<Real>* line) const {
    const int field_stride = shape.lines_size(1);
    const int kept = reach[row * shape.columns_padded + column];
    for (int f = 0; f < In; ++f)
      for (int z = kept + 1; z < shape.nz - kept; ++z) line[f * field_stride + z] = {};
    if (kept < 0) return;
    load_range(team, row, column, line, 0, kept + 1, 0);
    load_range(team, row, column, line, shape.depth - kept, kept, shape.nz - shape.depth);
  }
  void load_range(const exec::Team& team, int row, int column, Complex<Real>* line, int begin,
                  int count, int shift) const {
    const int field_stride = shape.lines_size(1), local_row = row - shape.first_row;
    Complex<Real>* to = line + begin + shift;
    const Load kernel = load;
    team.for_each(count, [=](int i) {
      Complex<Real> value[In];
      kernel(local_row, column, begin + i, value);
      TW_UNROLL
      for (int f = 0; f < In; ++f) to[f * field_stride + i] = value[f];
    });
  }
  void scatter(const Tile<Real>& tile, int row, int first, const Complex<Real>* lines) const {
    const int length = row_length[row];
    for (int f = 0; f < In; ++f) {
      Complex<Real>* to = tile.at(f, row, tile.plane_begin) + first;
      const Complex<Real>* from = lines + f * shape.lines_size(1);
      for (int z = tile.plane_begin; z < tile.plane_end; ++z, to += length)
        for (int b = 0; b < shape.block; ++b) to[b] = from[b * shape.line_stride + z];
    }
  }
};

/// The way back: read tiles, transform, store kept modes.
template <class Real, int Out, class Store>
struct TilesToLines {
  Shape<Real> shape;
  const Tile<Real>* tiles;
  int tile_count;
  const int* row_length;
  const int* reach;
  const ComplexLines<Real>* transform;
  Store store;

  void operator()(const exec::Team& team) const {
    const int blocks = shape.columns_padded / shape.block;
    const int row = shape.first_row + team.tile() / blocks;
    const int first = team.tile() % blocks * shape.block;
    if (first >= row_length[row]) return;
    Complex<Real>* lines = team.template scratch<Complex<Real>>();
    for (int t = 0; t < tile_count; ++t) gather(tiles[t], row, first, lines);
    transform->execute(exec::Exec{}, lines);
    for (int b = 0; b < shape.block; ++b) {
      const int kept = reach[row * shape.columns_padded + first + b];
      if (kept < 0) continue;
      const Complex<Real>* line = lines + b * shape.line_stride;
      store_range(team, row, first + b, line, 0, kept + 1, 0);
      store_range(team, row, first + b, line, shape.depth - kept, kept, shape.nz - shape.depth);
    }
  }

 private:
  void gather(const Tile<Real>& tile, int row, int first, Complex<Real>* lines) const {
    const int length = row_length[row];
    for (int f = 0; f < Out; ++f) {
      const Complex<Real>* from = tile.at(f, row, tile.plane_begin) + first;
      Complex<Real>* to = lines + f * shape.lines_size(1);
      for (int z = tile.plane_begin; z < tile.plane_end; ++z, from += length)
        for (int b = 0; b < shape.block; ++b) to[b * shape.line_stride + z] = from[b];
    }
  }
  void store_range(const exec::Team& team, int row, int column, const Complex<Real>* line,
                   int begin, int count, int shift) const {
    const int field_stride = shape.lines_size(1), local_row = row - shape.first_row;
    const Complex<Real>* from = line + begin + shift;
    const Store kernel = store;
    team.for_each(count, [=](int i) {
      Complex<Real> value[Out];
      TW_UNROLL
      for (int f = 0; f < Out; ++f) value[f] = from[f * field_stride + i];
      kernel(local_row, column, begin + i, value);
    });
  }
};

/// One plane: y-lines, then, some rows at a time, x-lines to points, the pointwise work, and back.
/// Scratch memory holds the waves of all fields, that of the x-lines, points, and a row of peaks.
template <class Real, int In, int Out, class Point>
struct PlaneWork {
  static constexpr int fields = In > Out ? In : Out;

  Shape<Real> shape;
  const Tile<Real>* from;
  int from_count;
  const Tile<Real>* to;
  int to_count;
  int plane_begin;  // global
  const int* row_length;
  const int* row_bin;  // y bin of each global row
  int kept_y;          // bins 0..kept_y and ny - kept_y.. hold modes
  const ComplexLines<Real>*y_inverse, *y_forward;
  const RealRows<Real>*x_inverse, *x_forward;
  Real* peaks;  // per local plane
  Point point;

  static std::size_t scratch_bytes(const Shape<Real>& shape) {
    return sizeof(Complex<Real>) * (fields * static_cast<std::size_t>(shape.plane_size()) +
                                    static_cast<std::size_t>(x_scratch(shape))) +
           sizeof(Real) * ((In + Out) * static_cast<std::size_t>(block_size(shape)) +
                           static_cast<std::size_t>(shape.real_row()));
  }
  static int x_scratch(const Shape<Real>& shape) { return RealRows<Real>::scratch_size(shape.nx); }

  void operator()(const exec::Team& team) const {
    const int plane = plane_begin + team.tile();
    Complex<Real>* waves = team.template scratch<Complex<Real>>();
    Complex<Real>* x_lines = waves + fields * shape.plane_size();
    Real* points = reinterpret_cast<Real*>(x_lines + x_scratch(shape));
    Real* peak = points + (In + Out) * block_size(shape);
    clear_beyond_rows(waves);
    for (int f = 0; f < In; ++f) gather(f, plane, waves + f * shape.plane_size());
    for (int x = 0; x < shape.nx; ++x) peak[x] = 0;
    for (int y = 0; y < shape.ny; y += block) {
      const int rows = shape.ny - y < block ? shape.ny - y : block;
      Complex<Real>* wave = waves + y * shape.row_stride;
      to_points(team, rows, wave, points, x_lines);
      for (int r = 0; r < rows; ++r)
        point_work(team, plane - shape.first_plane, y + r, points + r * shape.real_row(), peak);
      for (int f = 0; f < Out; ++f)
        x_forward->forward(team, rows, points + (In + f) * block_size(shape),
                           wave + f * shape.plane_size(), x_lines);
    }
    for (int f = 0; f < Out; ++f) scatter(f, plane, waves + f * shape.plane_size());
    if constexpr (In > 0) peaks[plane - shape.first_plane] = largest(peak);
  }

 private:
  static constexpr int block = RealRows<Real>::block;
  static int block_size(const Shape<Real>& shape) { return block * shape.real_row(); }

  /// Zero what the x-lines do not write and the y-lines transform: values that other work left
  /// there could be slow to compute with.
  void clear_beyond_rows(Complex<Real>* waves) const {
    for (int y = 0; y < fields * shape.ny; ++y)
      for (int x = shape.nx / 2 + 1; x < shape.plane_columns; ++x)
        waves[y * shape.row_stride + x] = {};
  }
  void gather(int field, int plane, Complex<Real>* wave) const {
    for (int t = 0; t < from_count; ++t)
      for (int row = from[t].row_begin; row < from[t].row_end; ++row) {
        if (plane < from[t].plane_begin || plane >= from[t].plane_end) continue;
        Complex<Real>* to_row = wave + row_bin[row] * shape.row_stride;
        const Complex<Real>* values = from[t].at(field, row, plane);
        const int length = row_length[row];
        for (int x = 0; x < length; ++x) to_row[x] = values[x];
        for (int x = length; x < shape.plane_columns; ++x) to_row[x] = {};
      }
    for (int y = kept_y + 1; y < shape.ny - kept_y; ++y)
      for (int x = 0; x < shape.plane_columns; ++x) wave[y * shape.row_stride + x] = {};
    y_inverse->execute(exec::Exec{}, wave);
  }
  void to_points(const exec::Team& team, int rows, Complex<Real>* waves, Real* points,
                 Complex<Real>* x_lines) const {
    for (int f = 0; f < In; ++f) {
      Complex<Real>* wave = waves + f * shape.plane_size();
      for (int r = 0; r < rows; ++r)
        for (int x = shape.columns; x <= shape.nx / 2; ++x) wave[r * shape.row_stride + x] = {};
      x_inverse->inverse(team, rows, wave, points + f * block_size(shape), x_lines);
    }
  }
  /// in: one row of every field.
  void point_work(const exec::Team& team, int z, int y, Real* in, Real* peak) const {
    const int stride = block_size(shape);
    Real* out = in + In * stride;
    const Point kernel = point;
    team.for_each(shape.nx, [=](int x) {
      Real value[In + 1], result[Out + 1];
      TW_UNROLL
      for (int f = 0; f < In; ++f) value[f] = in[f * stride + x];
      const Real size = kernel(z, y, x, value, result);
      TW_UNROLL
      for (int f = 0; f < Out; ++f) out[f * stride + x] = result[f];
      // A NaN once seen stays, so that it reaches the divergence watch.
      peak[x] = size > peak[x] ? size : (size == size ? peak[x] : size);
    });
  }
  void scatter(int field, int plane, Complex<Real>* wave) const {
    y_forward->execute(exec::Exec{}, wave);
    for (int t = 0; t < to_count; ++t)
      for (int row = to[t].row_begin; row < to[t].row_end; ++row) {
        Complex<Real>* values = to[t].at(field, row, plane);
        const Complex<Real>* from_row = wave + row_bin[row] * shape.row_stride;
        for (int x = 0; x < row_length[row]; ++x) values[x] = from_row[x];
      }
  }
  Real largest(const Real* peak) const {
    Real value = 0;
    for (int x = 0; x < shape.nx; ++x)
      value = peak[x] > value ? peak[x] : (peak[x] == peak[x] ? value : peak[x]);
    return value;
  }
};

}  // namespace fused
}  // namespace thalweg::fft::inline TW_HALF
