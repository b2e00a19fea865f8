// SPDX-License-Identifier: Apache-2.0
// The two sweeps of the filter pipeline for CPUs (filter_pipeline.hpp, read that first), each as
// the body of one task: a row of z-lines or one plane, worked on while it is in cache.
#pragma once

#include <algorithm>

#include "fft/extension.hpp"
#include "fft/local_plan.hpp"
#include "fft/real_rows.hpp"
#include "fft/tiles.hpp"
#include "fft/whole_layout.hpp"

namespace thalweg::fft::inline TW_HALF {
namespace filter {

/// How one thread's buffers are shaped. Lengths in numbers of Complex<Real> or Real.
template <class Real>
struct Shape {
  explicit Shape(const WholeLayout& w)
      : nx(w.nx), ny(w.ny), nz(w.nz), depth(w.depth), columns(w.columns), group(w.group),
        groups(w.groups), group_stride((w.group + 7) / 8 * 8), row_stride((w.columns + 7) / 8 * 8),
        plane_columns((w.columns + vector - 1) / vector * vector), first_row(w.first_row()),
        first_plane(w.first_plane()) {}

  static constexpr int vector = lines_per_vector(sizeof(Complex<Real>));
  int nx, ny, nz, depth, columns, group, groups, group_stride, row_stride;
  int plane_columns;  // that y-lines are transformed of: beyond `columns` they are zero
  int first_row, first_plane;

  int lines_size() const { return depth * group_stride; }
  int plane_size() const { return ny * row_stride; }
  int real_row() const { return (nx + 15) / 16 * 16; }
  int columns_of(int row) const {
    const int left = columns - row % groups * group;
    return left < group ? left : group;
  }
};

/// A row of z-lines: In fields to modes, the caller's work, Out fields back.
template <class Real, int In, int Out, class Modes>
struct LineWork {
  static constexpr int fields = In > Out ? In : Out;

  Shape<Real> shape;
  const Tile<Real>* from;
  int from_count;
  const Tile<Real>* to;
  int to_count;
  int row_begin;  // global
  const ComplexLines<Real>*forward, *inverse;
  Modes modes;

  static std::size_t scratch_bytes(const Shape<Real>& shape) {
    return sizeof(Complex<Real>) * fields * static_cast<std::size_t>(shape.lines_size());
  }

  void operator()(const exec::Team& team) const {
    const int row = row_begin + team.tile();
    Complex<Real>* lines = team.template scratch<Complex<Real>>();
    for (int f = 0; f < In; ++f) {
      gather(f, row, lines + f * shape.lines_size());
      if (shape.depth != shape.nz) extend(team, f, lines + f * shape.lines_size());
      forward->execute(exec::Exec{}, lines + f * shape.lines_size());
    }
    for (int z = 0; z < shape.depth; ++z) work(team, row, z, lines + z * shape.group_stride);
    for (int f = 0; f < Out; ++f) {
      inverse->execute(exec::Exec{}, lines + f * shape.lines_size());
      scatter(f, row, lines + f * shape.lines_size());
    }
  }

 private:
  void gather(int field, int row, Complex<Real>* lines) const {
    for (int t = 0; t < from_count; ++t) {
      if (!from[t].has_row(row)) continue;
      const Complex<Real>* values = from[t].at(field, row, from[t].plane_begin);
      for (int z = from[t].plane_begin; z < from[t].plane_end; ++z, values += shape.group)
        std::copy_n(values, shape.group, lines + z * shape.group_stride);
    }
  }
  void extend(const exec::Team& team, int field, Complex<Real>* lines) const {
    for (int z = shape.nz; z < shape.depth; ++z) {
      const Reflection r = extended(modes.extension(field), z, shape.nz);
      const Complex<Real>* source = lines + r.from * shape.group_stride;
      Complex<Real>* beyond = lines + z * shape.group_stride;
      const Real sign = static_cast<Real>(r.sign);
      team.for_each(shape.group, [=](int i) { beyond[i] = sign * source[i]; });
    }
  }
  void work(const exec::Team& team, int row, int z, Complex<Real>* lines) const {
    const int size = shape.lines_size(), first = row % shape.groups * shape.group;
    const Modes kernel = modes;
    const int local_row = row - shape.first_row;
    team.for_each(shape.columns_of(row), [=](int i) {
      Complex<Real> in[In + 1], out[Out + 1];
      TW_UNROLL
      for (int f = 0; f < In; ++f) in[f] = lines[f * size + i];
      kernel(local_row, z, first + i, in, out);
      TW_UNROLL
      for (int f = 0; f < Out; ++f) lines[f * size + i] = out[f];
    });
  }
  void scatter(int field, int row, const Complex<Real>* lines) const {
    for (int t = 0; t < to_count; ++t) {
      if (!to[t].has_row(row)) continue;
      Complex<Real>* values = to[t].at(field, row, to[t].plane_begin);
      for (int z = to[t].plane_begin; z < to[t].plane_end; ++z, values += shape.group)
        std::copy_n(lines + z * shape.group_stride, shape.group, values);
    }
  }
};

/// One plane: In fields made of those that arrived, y-lines, then, some rows at a time, x-lines to
/// points, the pointwise work, and back.
template <class Real, int In, int Out, class Spread, class Point>
struct PlaneWork {
  static constexpr int fields = In > Out ? In : Out;

  Shape<Real> shape;
  const Tile<Real>* from;
  int from_count;
  const Tile<Real>* to;
  int to_count;
  int plane_begin;  // global
  const ComplexLines<Real>*y_inverse, *y_forward;
  const RealRows<Real>*x_inverse, *x_forward;
  Spread spread;
  Point point;

  static std::size_t scratch_bytes(const Shape<Real>& shape) {
    return sizeof(Complex<Real>) * (fields * static_cast<std::size_t>(shape.plane_size()) +
                                    static_cast<std::size_t>(x_scratch(shape))) +
           sizeof(Real) * (In + Out) * static_cast<std::size_t>(block_size(shape));
  }

  void operator()(const exec::Team& team) const {
    const int plane = plane_begin + team.tile();
    Complex<Real>* waves = team.template scratch<Complex<Real>>();
    Complex<Real>* x_lines = waves + fields * shape.plane_size();
    Real* rows = reinterpret_cast<Real*>(x_lines + x_scratch(shape));
    clear_beyond_columns(waves);
    for (int f = 0; f < In; ++f) {
      gather(team, f, plane, waves + f * shape.plane_size());
      if (shape.ny > 1) y_inverse->execute(exec::Exec{}, waves + f * shape.plane_size());
    }
    for (int y = 0; y < shape.ny; y += block)
      row_work(team, plane, y, waves + y * shape.row_stride, rows, x_lines);
    for (int f = 0; f < Out; ++f) {
      if (shape.ny > 1) y_forward->execute(exec::Exec{}, waves + f * shape.plane_size());
      scatter(f, plane, waves + f * shape.plane_size());
    }
  }

 private:
  static constexpr int block = RealRows<Real>::block;
  static int x_scratch(const Shape<Real>& shape) { return RealRows<Real>::scratch_size(shape.nx); }
  static int block_size(const Shape<Real>& shape) { return block * shape.real_row(); }

  /// What stands there from other work could be slow to compute with.
  void clear_beyond_columns(Complex<Real>* waves) const {
    for (int y = 0; y < fields * shape.ny; ++y)
      for (int x = shape.columns; x < shape.plane_columns; ++x)
        waves[y * shape.row_stride + x] = {};
  }
  void gather(const exec::Team& team, int field, int plane, Complex<Real>* wave) const {
    for (int t = 0; t < from_count; ++t) {
      if (plane < from[t].plane_begin || plane >= from[t].plane_end) continue;
      for (int row = from[t].row_begin; row < from[t].row_end; ++row) {
        const int y = row / shape.groups, first = row % shape.groups * shape.group;
        const Complex<Real>* values = from[t].at(Spread::source(field), row, plane);
        Complex<Real>* to_row = wave + y * shape.row_stride + first;
        const Spread kernel = spread;
        team.for_each(shape.columns_of(row),
                      [=](int i) { to_row[i] = kernel(field, y, first + i, values[i]); });
      }
    }
  }
  void row_work(const exec::Team& team, int plane, int y, Complex<Real>* wave, Real* points,
                Complex<Real>* x_lines) const {
    const int rows = shape.ny - y < block ? shape.ny - y : block;
    const int stride = block_size(shape), size = shape.plane_size();
    for (int f = 0; f < In; ++f)
      x_inverse->inverse(team, rows, wave + f * size, points + f * stride, x_lines);
    for (int r = 0; r < rows; ++r) point_work(team, plane, y + r, points + r * shape.real_row());
    for (int f = 0; f < Out; ++f)
      x_forward->forward(team, rows, points + (In + f) * stride, wave + f * size, x_lines);
  }
  /// points: one row of every field.
  void point_work(const exec::Team& team, int plane, int y, Real* points) const {
    const auto kernel = point.row(plane - shape.first_plane, y);
    const int stride = block_size(shape);
    Real* out = points + In * stride;
    team.for_each(shape.nx, [=](int x) {
      Real value[In + 1], result[Out + 1];
      TW_UNROLL
      for (int f = 0; f < In; ++f) value[f] = points[f * stride + x];
      kernel(x, value, result);
      TW_UNROLL
      for (int f = 0; f < Out; ++f) out[f * stride + x] = result[f];
    });
  }
  void scatter(int field, int plane, const Complex<Real>* wave) const {
    for (int t = 0; t < to_count; ++t) {
      if (plane < to[t].plane_begin || plane >= to[t].plane_end) continue;
      for (int row = to[t].row_begin; row < to[t].row_end; ++row) {
        const int y = row / shape.groups, first = row % shape.groups * shape.group;
        std::copy_n(wave + y * shape.row_stride + first, shape.columns_of(row),
                    to[t].at(field, row, plane));
      }
    }
  }
};

}  // namespace filter
}  // namespace thalweg::fft::inline TW_HALF
