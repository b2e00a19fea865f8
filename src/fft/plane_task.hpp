// SPDX-License-Identifier: Apache-2.0
// What the sweep over planes gives each of its tasks: the shape of buffers, transforms, the tiles
// where planes come from and go to, and the caller's work at points.
#pragma once

#include <algorithm>
#include <type_traits>

#include "fft/caller_kernels.hpp"
#include "fft/row_pairs.hpp"
#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {

/// How one thread's buffers are shaped. Lengths in numbers of Complex<Real> or Real.
template <class Real>
struct PlaneBufferShape {
  explicit PlaneBufferShape(const Layout& layout)
      : nx(layout.nx), ny(layout.ny), columns(layout.columns), row_stride((nx / 2 + 8) / 8 * 8),
        plane_columns((columns + vector - 1) / vector * vector), first_plane(layout.first_plane()),
        ys(layout.stack > 0 ? layout.local_planes() / layout.stack : 0),
        planes_together(ny > 1 ? 1 : neighbours) {}

  static constexpr int vector = lines_per_vector(sizeof(Complex<Real>));
  static constexpr bool in_pairs = RowPairs<Real>::possible;
  static constexpr int neighbours = 16;  // planes of a row each, whose parts of a tile lie together
  int nx, ny, columns, row_stride;
  int plane_columns;  // that y-lines are transformed of: beyond `columns` they are zero
  int first_plane;
  int ys;               // of a layout of lines, that each plane of z has here; else 0
  int planes_together;  // of one task

  int plane_size() const { return ny * row_stride; }
  /// Of one field of a task.
  int waves_size() const { return planes_together * plane_size(); }
  int real_row() const { return (nx + 15) / 16 * 16; }
  int line() const { return RowPairs<Real>::line_size(nx); }
  /// Whether tasks are single rows in pairs (single_rows.hpp).
  bool is_single_rows() const { return in_pairs && ny == 1; }
  /// Lines of a field that single rows of a task make.
  int pairs() const { return planes_together / 2; }
  /// Bytes for so many fields, there and back.
  std::size_t bytes(int in, int out) const {
    const int fields = std::max(in, out);
    const auto complex = [](int n) { return sizeof(Complex<Real>) * static_cast<std::size_t>(n); };
    const auto real = [](int n) { return sizeof(Real) * static_cast<std::size_t>(n); };
    if (is_single_rows()) return complex(fields * (pairs() + 1) * line()) + real(real_row());
    const std::size_t waves = complex(fields * waves_size());
    return in_pairs
               ? waves + complex(2 * line() + row_stride) + real((2 * (in + out) + 1) * real_row())
               : waves + real((in + out + 1) * real_row());
  }
};

/// The transforms of a plane.
template <class Real>
struct PlanePlans {
  /// Between rows of points and of modes.
  using XLines = std::conditional_t<RowPairs<Real>::possible, RowPairs<Real>, RealTransform<Real>>;

  explicit PlanePlans(const PlaneBufferShape<Real>& s)
      : y_inverse(y_lines(s), Direction::inverse), y_forward(y_lines(s), Direction::forward),
        x_inverse(x_lines(s, Direction::inverse)), x_forward(x_lines(s, Direction::forward)) {}
  static Lines y_lines(const PlaneBufferShape<Real>& s) {
    return {s.ny, s.plane_columns, s.row_stride, 1};
  }
  static XLines x_lines(const PlaneBufferShape<Real>& s, Direction direction) {
    if constexpr (RowPairs<Real>::possible)
      return XLines(s.nx, direction);
    else
      return XLines({s.nx, 1, 1, s.row_stride, s.row_stride, s.real_row()}, direction);
  }
  ComplexLines<Real> y_inverse, y_forward;
  XLines x_inverse, x_forward;
};

/// Where a row of points lies: its plane, in global numbers, and its y.
struct RowPlace {
  int plane, y;
};

/// Spread and Point: pipeline.hpp.
template <class Real, int In, int Out, class Spread, class Point>
struct PlaneTask {
  static constexpr int fields = In > Out ? In : Out;

  PlaneBufferShape<Real> shape;
  Rows rows;
  const PlanePlans<Real>* plans;
  const Tile<Real>* from;
  int from_count;
  const Tile<Real>* to;
  int to_count;
  int plane_begin, plane_end;  // global
  Real* peaks;                 // per local plane
  Spread spread;
  Point point;

  int first_plane(const exec::Team& team) const {
    return plane_begin + team.tile() * shape.planes_together;
  }
  /// Planes of the task that begins with `first`.
  int planes(int first) const { return std::min(shape.planes_together, plane_end - first); }

  /// The caller's work on a row.
  auto point_row(RowPlace at) const {
    const int plane = at.plane - shape.first_plane;
    return shape.ys > 0 ? point.row(plane / shape.ys, plane % shape.ys) : point.row(plane, at.y);
  }

  /// points: rows of points of In fields, then of Out fields, `stride` apart.
  void work_on_row(const exec::Team& team, RowPlace at, Real* points, int stride,
                   Real* peak) const {
    const auto kernel = point_row(at);
    Real* out = points + In * stride;
    team.for_each(shape.nx, [=](int x) {
      Real value[In + 1], result[Out + 1];
      TW_UNROLL
      for (int f = 0; f < In; ++f) value[f] = points[f * stride + x];
      apply(kernel, x, value, result, peak);
      TW_UNROLL
      for (int f = 0; f < Out; ++f) out[f * stride + x] = result[f];
    });
  }
  /// lines: of each field the points of two rows, In before and Out after. For data in cache:
  /// memory would have twice as many rows to follow.
  void work_on_pair(const exec::Team& team, RowPlace a, RowPlace b, Complex<Real>* lines,
                    Real* peak) const {
    const auto first = point_row(a);
    const auto second = point_row(b);
    const int stride = shape.line();
    team.for_each(shape.nx, [=](int x) {
      Real value[In + 1], result[Out + 1], value_b[In + 1], result_b[Out + 1];
      TW_UNROLL
      for (int f = 0; f < In; ++f) {
        value[f] = lines[f * stride + x].re;
        value_b[f] = lines[f * stride + x].im;
      }
      apply(first, x, value, result, peak);
      apply(second, x, value_b, result_b, peak);
      TW_UNROLL
      for (int f = 0; f < Out; ++f) lines[f * stride + x] = {result[f], result_b[f]};
    });
  }
  /// The same of one row without another.
  void work_on_lone_row(const exec::Team& team, RowPlace at, Complex<Real>* lines,
                        Real* peak) const {
    const auto kernel = point_row(at);
    const int stride = shape.line();
    team.for_each(shape.nx, [=](int x) {
      Real value[In + 1], result[Out + 1];
      TW_UNROLL
      for (int f = 0; f < In; ++f) value[f] = lines[f * stride + x].re;
      apply(kernel, x, value, result, peak);
      TW_UNROLL
      for (int f = 0; f < Out; ++f) lines[f * stride + x] = {result[f], 0};
    });
  }

  void clear(Real* peak) const {
    if constexpr (has_peak<Real, Point>) std::fill_n(peak, shape.nx, Real(0));
  }
  /// What the planes from `first` on had.
  void keep(const Real* peak, int first) const {
    if constexpr (has_peak<Real, Point>) {
      std::fill_n(peaks + first - shape.first_plane, planes(first), Real(0));
      peaks[first - shape.first_plane] = largest(peak);
    }
  }

  /// body(tile, row) for the rows of tiles that have the planes from `first` on.
  template <class Body>
  void each_arrived(int first, Body body) const {
    each(from, from_count, first, body);
  }
  template <class Body>
  void each_leaving(int first, Body body) const {
    each(to, to_count, first, body);
  }

 private:
  template <class Row>
  TW_HD static void apply(const Row& kernel, int x, const Real* value, Real* result, Real* peak) {
    if constexpr (has_peak<Real, Point>) {
      const Real size = kernel(x, value, result);
      // A NaN once seen stays, so that it reaches the divergence watch.
      peak[x] = size > peak[x] ? size : (size == size ? peak[x] : size);
    } else {
      kernel(x, value, result);
    }
  }
  Real largest(const Real* peak) const {
    Real value = 0;
    for (int x = 0; x < shape.nx; ++x)
      value = peak[x] > value ? peak[x] : (peak[x] == peak[x] ? value : peak[x]);
    return value;
  }
  template <class Body>
  static void each(const Tile<Real>* tiles, int count, int plane, Body body) {
    for (const Tile<Real>* tile = tiles; tile != tiles + count; ++tile)
      if (tile->has_plane(plane))
        for (int row = tile->row_begin; row < tile->row_end; ++row) body(*tile, row);
  }
};

}  // namespace thalweg::fft::inline TW_HALF
