// SPDX-License-Identifier: Apache-2.0
// The sweep over planes of the pipeline for CPUs. One plane is the work of one task: y-lines, then,
// some rows at a time, x-lines to points, the pointwise work, and back, while all of it is in
// cache. Where planes are single rows, as in two dimensions, a task takes some neighbours.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "fft/bare_seconds.hpp"
#include "fft/caller_kernels.hpp"
#include "fft/real_rows.hpp"
#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {

/// How one thread's buffers are shaped. Lengths in numbers of Complex<Real> or Real.
template <class Real>
struct PlaneBufferShape {
  explicit PlaneBufferShape(const Layout& layout)
      : nx(layout.nx), ny(layout.ny), columns(layout.columns), row_stride((nx / 2 + 8) / 8 * 8),
        plane_columns((columns + vector - 1) / vector * vector), first_plane(layout.first_plane()),
        planes_together(ny > 1 ? 1 : neighbours) {}

  static constexpr int vector = lines_per_vector(sizeof(Complex<Real>));
  static constexpr int neighbours = 8;  // planes of a row each, whose parts of a tile lie together
  int nx, ny, columns, row_stride;
  int plane_columns;  // that y-lines are transformed of: beyond `columns` they are zero
  int first_plane;
  int planes_together;  // of one task

  int plane_size() const { return ny * row_stride; }
  /// Of one field of a task.
  int waves_size() const { return planes_together * plane_size(); }
  int real_row() const { return (nx + 15) / 16 * 16; }
  int rows_size() const { return RealRows<Real>::block * real_row(); }
  int x_scratch() const { return RealRows<Real>::scratch_size(nx); }
  /// Bytes for so many fields, there and back.
  std::size_t bytes(int in, int out) const {
    return sizeof(Complex<Real>) *
               static_cast<std::size_t>(std::max(in, out) * waves_size() + x_scratch()) +
           sizeof(Real) * static_cast<std::size_t>((in + out) * rows_size() + real_row());
  }
};

/// The transforms of a plane.
template <class Real>
struct PlanePlans {
  explicit PlanePlans(const PlaneBufferShape<Real>& s)
      : y_inverse(y_lines(s), Direction::inverse), y_forward(y_lines(s), Direction::forward),
        x_inverse(s.nx, s.real_row(), s.row_stride, Direction::inverse),
        x_forward(s.nx, s.real_row(), s.row_stride, Direction::forward) {}
  static Lines y_lines(const PlaneBufferShape<Real>& s) {
    return {s.ny, s.plane_columns, s.row_stride, 1};
  }
  ComplexLines<Real> y_inverse, y_forward;
  RealRows<Real> x_inverse, x_forward;
};

/// Spread and Point: pipeline.hpp.
template <class Real, int In, int Out, class Spread, class Point>
struct PlaneWork {
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

  void operator()(const exec::Team& team) const {
    const int first = plane_begin + team.tile() * shape.planes_together;
    const int planes = std::min(shape.planes_together, plane_end - first);
    Complex<Real>* waves = team.template scratch<Complex<Real>>();
    Complex<Real>* x_lines = waves + fields * shape.waves_size();
    Real* points = reinterpret_cast<Real*>(x_lines + shape.x_scratch());
    Real* peak = points + (In + Out) * shape.rows_size();
    clear_beyond_columns(waves);
    for (int f = 0; f < In; ++f) gather(team, f, first, planes, waves + f * shape.waves_size());
    for (int x = 0; x < shape.nx; ++x) peak[x] = 0;
    const int task_rows = planes * shape.ny;
    for (int row = 0; row < task_rows; row += block)
      row_work(team, {first, row, std::min(block, task_rows - row)}, waves + row * shape.row_stride,
               points, peak, x_lines);
    for (int f = 0; f < Out; ++f) scatter(f, first, planes, waves + f * shape.waves_size());
    if constexpr (has_peak<Real, Point>) {
      std::fill_n(peaks + first - shape.first_plane, planes, Real(0));
      peaks[first - shape.first_plane] = largest(peak);
    }
  }

 private:
  static constexpr int block = RealRows<Real>::block;

  /// Rows of a task: the rows of its planes follow each other.
  struct RowRange {
    int first_plane, begin, count;
  };

  /// Of what y-lines are transformed, the x-lines do not write this, and what stands there from
  /// other work could be slow to compute with.
  void clear_beyond_columns(Complex<Real>* waves) const {
    for (int row = 0; row < fields * shape.planes_together * shape.ny; ++row)
      for (int x = shape.nx / 2 + 1; x < shape.plane_columns; ++x)
        waves[row * shape.row_stride + x] = {};
  }
  /// Planes from `first` on: their parts of a row of a tile follow each other.
  void gather(const exec::Team& team, int field, int first, int planes, Complex<Real>* wave) const {
    for (const Tile<Real>* tile = from; tile != from + from_count; ++tile)
      each_part(*tile, first, planes, [&](int row, int plane) {
        const int y = rows.bin[row], column = rows.column[row];
        const Complex<Real>* values = tile->at(Spread::source(field), row, plane);
        Complex<Real>* to_row =
            wave + (plane - first) * shape.plane_size() + y * shape.row_stride + column;
        const Spread kernel = spread;
        team.for_each(rows.columns[row],
                      [=](int i) { to_row[i] = kernel(field, y, column + i, values[i]); });
      });
    for (int p = 0; p < planes; ++p) {
      Complex<Real>* plane = wave + p * shape.plane_size();
      for (int y = 0; y < shape.ny; ++y)
        for (int x = rows.filled[y]; x < shape.plane_columns; ++x)
          plane[y * shape.row_stride + x] = {};
      if (shape.ny > 1) plans->y_inverse.execute(exec::Exec{}, plane);
    }
  }
  void row_work(const exec::Team& team, const RowRange& range, Complex<Real>* wave, Real* points,
                Real* peak, Complex<Real>* x_lines) const {
    const int stride = shape.rows_size(), size = shape.waves_size();
    for (int f = 0; f < In; ++f) {
      for (int r = 0; r < range.count; ++r)
        for (int x = shape.columns; x <= shape.nx / 2; ++x)
          wave[f * size + r * shape.row_stride + x] = {};
      plans->x_inverse.inverse(team, range.count, wave + f * size, points + f * stride, x_lines);
    }
    for (int r = 0; r < range.count; ++r) {
      const int row = range.begin + r;
      point_work(team, range.first_plane + row / shape.ny, row % shape.ny,
                 points + r * shape.real_row(), peak);
    }
    for (int f = 0; f < Out; ++f)
      plans->x_forward.forward(team, range.count, points + (In + f) * stride, wave + f * size,
                               x_lines);
  }
  /// points: one row of every field.
  void point_work(const exec::Team& team, int plane, int y, Real* points, Real* peak) const {
    const auto kernel = point.row(plane - shape.first_plane, y);
    const int stride = shape.rows_size();
    Real* out = points + In * stride;
    team.for_each(shape.nx, [=](int x) {
      Real value[In + 1], result[Out + 1];
      TW_UNROLL
      for (int f = 0; f < In; ++f) value[f] = points[f * stride + x];
      if constexpr (has_peak<Real, Point>) {
        const Real size = kernel(x, value, result);
        // A NaN once seen stays, so that it reaches the divergence watch.
        peak[x] = size > peak[x] ? size : (size == size ? peak[x] : size);
      } else {
        kernel(x, value, result);
      }
      TW_UNROLL
      for (int f = 0; f < Out; ++f) out[f * stride + x] = result[f];
    });
  }
  void scatter(int field, int first, int planes, Complex<Real>* wave) const {
    if (shape.ny > 1)
      for (int p = 0; p < planes; ++p)
        plans->y_forward.execute(exec::Exec{}, wave + p * shape.plane_size());
    for (const Tile<Real>* tile = to; tile != to + to_count; ++tile)
      each_part(*tile, first, planes, [&](int row, int plane) {
        const Complex<Real>* from_row = wave + (plane - first) * shape.plane_size() +
                                        rows.bin[row] * shape.row_stride + rows.column[row];
        copy_columns(from_row, rows.columns[row], tile->at(field, row, plane));
      });
  }
  /// body(row, plane) for what a tile has of `planes` planes from `first` on.
  template <class Body>
  void each_part(const Tile<Real>& tile, int first, int planes, Body body) const {
    const int begin = std::max(first, tile.plane_begin);
    const int end = std::min(first + planes, tile.plane_end);
    for (int row = tile.row_begin; row < tile.row_end; ++row)
      for (int plane = begin; plane < end; ++plane) body(row, plane);
  }
  Real largest(const Real* peak) const {
    Real value = 0;
    for (int x = 0; x < shape.nx; ++x)
      value = peak[x] > value ? peak[x] : (peak[x] == peak[x] ? value : peak[x]);
    return value;
  }
};

/// The sweep of one pipeline: its transforms and tables.
template <class Real>
class PlaneSweep {
 public:
  using Tiles = std::vector<Tile<Real>>;

  /// The tables must outlive this.
  PlaneSweep(const Layout& layout, const Tables& tables)
      : shape_(layout), rows_(tables.rows()),
        peaks_(static_cast<std::size_t>(layout.local_planes())) {}
  /// To be called once, in plan_together().
  void plan() { plans_.emplace(shape_); }

  /// The planes [begin, end), in global numbers.
  template <int In, int Out, class Spread, class Point>
  void run(const exec::Exec& exec, int begin, int end, const Tiles& from, const Tiles& to,
           Spread spread, Point point) {
    using Work = PlaneWork<Real, In, Out, Spread, Point>;
    const int together = shape_.planes_together;
    exec::parallel_tiles(exec, (end - begin + together - 1) / together, shape_.bytes(In, Out),
                         Work{.shape = shape_,
                              .rows = rows_,
                              .plans = &*plans_,
                              .from = from.data(),
                              .from_count = static_cast<int>(from.size()),
                              .to = to.data(),
                              .to_count = static_cast<int>(to.size()),
                              .plane_begin = begin,
                              .plane_end = end,
                              .peaks = peaks_.data(),
                              .spread = spread,
                              .point = point});
  }
  /// The largest value that Point gave on this rank in the last run over all planes, at least 0;
  /// NaN if any was NaN.
  Real peak() const {
    Real peak = 0;
    for (const Real value : peaks_) peak = value > peak || value != value ? value : peak;
    return peak;
  }

  /// Seconds of one field's transforms of a plane, there or back. Collective.
  double bare_seconds(const exec::Exec& exec, const transport::Communicator& comm,
                      Direction direction) const;

 private:
  PlaneBufferShape<Real> shape_;
  Rows rows_;
  std::optional<PlanePlans<Real>> plans_;
  std::vector<Real> peaks_;
};

template <class Real>
double PlaneSweep<Real>::bare_seconds(const exec::Exec& exec, const transport::Communicator& comm,
                                      Direction direction) const {
  struct XLines {
    const RealRows<Real>* plan;
    Direction direction;
    int count, scratch, waves;  // complex numbers of either
    void operator()(char* data) const {
      auto* lines = reinterpret_cast<Complex<Real>*>(data);
      auto* wave = lines + scratch;
      auto* points = reinterpret_cast<Real*>(wave + waves);
      const exec::Team team(0, data);
      if (direction == Direction::inverse)
        plan->inverse(team, count, wave, points, lines);
      else
        plan->forward(team, count, points, wave, lines);
    }
  };
  const bool inverse = direction == Direction::inverse;
  const int rows = std::min(shape_.ny * shape_.planes_together, RealRows<Real>::block);
  const int waves = rows * shape_.row_stride;
  const XLines x_lines{inverse ? &plans_->x_inverse : &plans_->x_forward, direction, rows,
                       shape_.x_scratch(), waves};
  // Points take the place of half as many complex numbers.
  const int numbers = shape_.x_scratch() + waves + rows * shape_.real_row();
  const double rows_alone = bare::seconds<Complex<Real>>(exec, comm, numbers, x_lines);
  const double y_alone =
      shape_.ny > 1 ? bare::seconds_of_lines(exec, comm, shape_.plane_size(),
                                             inverse ? plans_->y_inverse : plans_->y_forward)
                    : 0;
  return y_alone + shape_.ny * rows_alone / rows;
}

}  // namespace thalweg::fft::inline TW_HALF
