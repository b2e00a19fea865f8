// SPDX-License-Identifier: Apache-2.0
// The sweep over planes of the pipeline for CPUs. One plane is the work of one task: y-lines, then,
// a row or a pair of rows at a time, x-lines to points, the pointwise work, and back, while all of
// it is in cache. Planes that are single rows: single_rows.hpp.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "fft/bare_seconds.hpp"
#include "fft/single_rows.hpp"

namespace thalweg::fft::inline TW_HALF {

template <class Real, int In, int Out, class Spread, class Point>
struct PlaneWork {
  PlaneTask<Real, In, Out, Spread, Point> task;

  void operator()(const exec::Team& team) const {
    const int first = task.first_plane(team), planes = task.planes(first);
    const int size = task.shape.waves_size(), task_rows = planes * task.shape.ny;
    const Buffers buffers = buffers_of(team);
    clear_beyond_columns(buffers.waves);
    task.clear(buffers.peak);
    for (int f = 0; f < In; ++f) gather(team, f, first, planes, buffers.waves + f * size);
    for (int row = 0; row < task_rows; row += at_once) {
      const Place place{first, row, buffers.waves + row * task.shape.row_stride};
      if constexpr (in_pairs)
        pair_work(team, place, row + 1 < task_rows, buffers);
      else
        row_work(team, place, buffers);
    }
    for (int f = 0; f < Out; ++f) scatter(f, first, planes, buffers.waves + f * size);
    task.keep(buffers.peak, first);
  }

 private:
  static constexpr bool in_pairs = PlaneBufferShape<Real>::in_pairs;
  static constexpr int at_once = in_pairs ? 2 : 1;  // rows

  /// A thread's buffers (PlaneBufferShape::bytes).
  struct Buffers {
    Complex<Real>* waves;   // a plane of each field
    Complex<Real>* modes;   // of a pair of rows
    Complex<Real>* points;  // of it
    Complex<Real>* spare;   // a row of modes, for one without another
    Real* rows;             // of points
    Real* peak;
  };
  Buffers buffers_of(const exec::Team& team) const {
    const auto& shape = task.shape;
    Buffers b{};
    b.waves = team.template scratch<Complex<Real>>();
    Complex<Real>* after = b.waves + task.fields * shape.waves_size();
    if constexpr (in_pairs) {
      b.modes = after;
      b.points = b.modes + shape.line();
      b.spare = b.points + shape.line();
      after = b.spare + shape.row_stride;
    }
    b.rows = reinterpret_cast<Real*>(after);
    b.peak = b.rows + at_once * (In + Out) * shape.real_row();
    return b;
  }

  /// A row of a task, whose planes follow each other, and its modes of the first field.
  struct Place {
    int first_plane, row;
    Complex<Real>* waves;
  };
  RowPlace place_of(const Place& p, int further) const {
    const int row = p.row + further;
    return {p.first_plane + row / task.shape.ny, row % task.shape.ny};
  }

  /// Of what y-lines are transformed, the x-lines do not write this, and what stands there from
  /// other work could be slow to compute with.
  void clear_beyond_columns(Complex<Real>* waves) const {
    const auto& shape = task.shape;
    for (int row = 0; row < task.fields * shape.planes_together * shape.ny; ++row)
      for (int x = shape.nx / 2 + 1; x < shape.plane_columns; ++x)
        waves[row * shape.row_stride + x] = {};
  }
  void gather(const exec::Team& team, int field, int first, int planes, Complex<Real>* wave) const {
    const auto& shape = task.shape;
    const Rows& rows = task.rows;
    task.each_arrived(first, [&](const Tile<Real>& tile, int row) {
      const int y = rows.bin[row], column = rows.column[row];
      for (int p = 0; p < planes; ++p) {
        const Complex<Real>* values = tile.at(Spread::source(field), row, first + p);
        Complex<Real>* to_row = wave + p * shape.plane_size() + y * shape.row_stride + column;
        const Spread kernel = task.spread;
        team.for_each(rows.columns[row],
                      [=](int i) { to_row[i] = kernel(field, y, column + i, values[i]); });
      }
    });
    for (int p = 0; p < planes; ++p) {
      Complex<Real>* plane = wave + p * shape.plane_size();
      for (int y = 0; y < shape.ny; ++y)
        for (int x = rows.filled[y]; x < shape.plane_columns; ++x)
          plane[y * shape.row_stride + x] = {};
      if (shape.ny > 1) task.plans->y_inverse.execute(exec::Exec{}, plane);
    }
  }
  /// Modes that are not kept, of which y-lines need not be transformed.
  void clear_removed(Complex<Real>* row) const {
    std::fill(row + task.shape.columns, row + task.shape.nx / 2 + 1, Complex<Real>{});
  }
  void row_work(const exec::Team& team, const Place& place, const Buffers& b) const {
    const int stride = task.shape.real_row(), size = task.shape.waves_size();
    for (int f = 0; f < In; ++f) {
      clear_removed(place.waves + f * size);
      task.plans->x_inverse.inverse(exec::Exec{}, place.waves + f * size, b.rows + f * stride);
    }
    task.work_on_row(team, place_of(place, 0), b.rows, stride, b.peak);
    for (int f = 0; f < Out; ++f)
      task.plans->x_forward.forward(exec::Exec{}, b.rows + (In + f) * stride,
                                    place.waves + f * size);
  }
  /// both: whether there is a second row.
  void pair_work(const exec::Team& team, const Place& place, bool both, const Buffers& b) const {
    const int nx = task.shape.nx, modes = nx / 2 + 1, row = task.shape.real_row();
    if (!both) std::fill_n(b.spare, modes, Complex<Real>{});
    for (int f = 0; f < In; ++f) {
      Complex<Real>* first = place.waves + f * task.shape.waves_size();
      Complex<Real>* second = both ? first + task.shape.row_stride : b.spare;
      clear_removed(first);
      if (both) clear_removed(second);
      join_modes(first, second, 0, modes, nx, b.modes);
      task.plans->x_inverse.execute(b.modes, b.points);
      split_points(team, b.points, nx, b.rows + 2 * f * row, b.rows + (2 * f + 1) * row);
    }
    for (int r = 0; r < (both ? 2 : 1); ++r)
      task.work_on_row(team, place_of(place, r), b.rows + r * row, 2 * row, b.peak);
    for (int f = 0; f < Out; ++f) {
      Complex<Real>* first = place.waves + f * task.shape.waves_size();
      const Real* points = b.rows + 2 * (In + f) * row;
      join_points(team, points, points + row, nx, b.points);
      task.plans->x_forward.execute(b.points, b.modes);
      close_line(nx, b.modes);
      split_modes(b.modes, b.modes + nx, modes, first,
                  both ? first + task.shape.row_stride : b.spare);
    }
  }
  void scatter(int field, int first, int planes, Complex<Real>* wave) const {
    const auto& shape = task.shape;
    if (shape.ny > 1)
      for (int p = 0; p < planes; ++p)
        task.plans->y_forward.execute(exec::Exec{}, wave + p * shape.plane_size());
    task.each_leaving(first, [&](const Tile<Real>& tile, int row) {
      const Rows& rows = task.rows;
      for (int p = 0; p < planes; ++p)
        copy_columns(wave + p * shape.plane_size() + rows.bin[row] * shape.row_stride +
                         rows.column[row],
                     rows.columns[row], tile.at(field, row, first + p));
    });
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
    const PlaneTask<Real, In, Out, Spread, Point> task{.shape = shape_,
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
                                                       .point = point};
    const int together = shape_.planes_together, tasks = (end - begin + together - 1) / together;
    const std::size_t scratch = shape_.bytes(In, Out);
    if constexpr (PlaneBufferShape<Real>::in_pairs)
      if (shape_.is_single_rows())
        return exec::parallel_tiles(exec, tasks, scratch,
                                    SingleRowsWork<Real, In, Out, Spread, Point>{task});
    exec::parallel_tiles(exec, tasks, scratch, PlaneWork<Real, In, Out, Spread, Point>{task});
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
  using XLines = typename PlanePlans<Real>::XLines;
  /// A row of points there or back, for floors.
  struct OneRow {
    const XLines* plan;
    Direction direction;
    int row_stride;
    void operator()(char* data) const {
      auto* waves = reinterpret_cast<Complex<Real>*>(data);
      auto* points = reinterpret_cast<Real*>(waves + row_stride);
      if (direction == Direction::inverse)
        plan->inverse(exec::Exec{}, waves, points);
      else
        plan->forward(exec::Exec{}, points, waves);
    }
  };
  /// A pair of them, with what joins or splits it.
  struct PairOfRows {
    const XLines* plan;
    Direction direction;
    int nx;
    int line() const { return XLines::line_size(nx); }
    int numbers() const { return 4 * line(); }
    void operator()(char* data) const {
      auto* from = reinterpret_cast<Complex<Real>*>(data);
      Complex<Real>*to = from + line(), *a = to + line(), *b = a + line();
      if (direction == Direction::inverse) join_modes(a, b, 0, nx / 2 + 1, nx, from);
      plan->execute(from, to);
      if (direction == Direction::inverse) return;
      close_line(nx, to);
      split_modes(to, to + nx, nx / 2 + 1, a, b);
    }
  };

  PlaneBufferShape<Real> shape_;
  Rows rows_;
  std::optional<PlanePlans<Real>> plans_;
  std::vector<Real> peaks_;
};

template <class Real>
double PlaneSweep<Real>::bare_seconds(const exec::Exec& exec, const transport::Communicator& comm,
                                      Direction direction) const {
  const bool inverse = direction == Direction::inverse;
  const auto& x_plan = inverse ? plans_->x_inverse : plans_->x_forward;
  const double y_alone =
      shape_.ny > 1 ? bare::seconds_of_lines(exec, comm, shape_.plane_size(),
                                             inverse ? plans_->y_inverse : plans_->y_forward)
                    : 0;
  if constexpr (PlaneBufferShape<Real>::in_pairs) {
    const PairOfRows once{&x_plan, direction, shape_.nx};
    return y_alone + shape_.ny * bare::seconds<Complex<Real>>(exec, comm, once.numbers(), once) / 2;
  } else {
    // Points take the place of half as many complex numbers.
    const OneRow once{&x_plan, direction, shape_.row_stride};
    const int numbers = shape_.row_stride + shape_.real_row();
    return y_alone + shape_.ny * bare::seconds<Complex<Real>>(exec, comm, numbers, once);
  }
}

}  // namespace thalweg::fft::inline TW_HALF
