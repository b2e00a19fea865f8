// SPDX-License-Identifier: Apache-2.0
// Planes that are single rows, as in two dimensions, in single precision: a task takes some
// neighbours, two of which make a line (row_pairs.hpp). Lines are joined as rows arrive and split
// as they leave, and the caller's work runs on them as they are, so nothing is copied in between.
#pragma once

#include "fft/plane_task.hpp"

namespace thalweg::fft::inline TW_HALF {

template <class Real, int In, int Out, class Spread, class Point>
struct SingleRowsWork {
  PlaneTask<Real, In, Out, Spread, Point> task;

  void operator()(const exec::Team& team) const {
    const auto& shape = task.shape;
    const int first = task.first_plane(team), planes = task.planes(first), line = shape.line();
    Complex<Real>* modes = team.template scratch<Complex<Real>>();
    Complex<Real>* points = modes + task.fields * field_size();
    Real* peak = reinterpret_cast<Real*>(points + task.fields * line);
    task.clear(peak);
    for (int f = 0; f < In; ++f) gather(f, first, planes, modes + f * field_size());
    for (int p = 0; 2 * p < planes; ++p) {
      Complex<Real>* pair = modes + p * line;
      const RowPlace a{first + 2 * p, 0}, b{first + 2 * p + 1, 0};
      const bool both = 2 * p + 1 < planes;
      for (int f = 0; f < In; ++f)
        task.plans->x_inverse.execute(pair + f * field_size(), points + f * line);
      if (both)
        task.work_on_pair(team, a, b, points, peak);
      else
        task.work_on_lone_row(team, a, points, peak);
      for (int f = 0; f < Out; ++f) {
        task.plans->x_forward.execute(points + f * line, pair + f * field_size());
        close_line(shape.nx, pair + f * field_size());
      }
    }
    for (int f = 0; f < Out; ++f) scatter(f, first, planes, modes + f * field_size());
    task.keep(peak, first);
  }

 private:
  static constexpr int most = 8;  // columns that are joined or split at once

  int field_size() const { return task.shape.pairs() * task.shape.line(); }

  /// Columns of a row of a tile: of the row itself from `begin` on, of the whole row from `first`.
  struct Part {
    int begin, first, count;
  };
  template <class Body>
  void each_part(int row, Body body) const {
    const int columns = task.rows.columns[row];
    for (int i = 0; i < columns; i += most)
      body(Part{i, task.rows.column[row] + i, std::min(most, columns - i)});
  }
  /// Whether a part is as most are: full, and of no mode that is its own mirror image.
  bool is_inner(const Part& part) const {
    return part.count == most && part.first > 0 && 2 * (part.first + most - 1) < task.shape.nx;
  }

  void gather(int field, int first, int planes, Complex<Real>* lines) const {
    task.each_arrived(first, [&](const Tile<Real>& tile, int row) {
      const Complex<Real>* values = tile.at(Spread::source(field), row, first);
      const int length = task.rows.length[row];
      each_part(row, [&](const Part& part) {
        if (is_inner(part))
          gather_inner(field, part, values + part.begin, length, planes, lines);
        else
          gather_any(field, part, values + part.begin, length, planes, lines);
      });
    });
    const int nx = task.shape.nx, filled = task.rows.filled[0];
    for (int p = 0; 2 * p < planes; ++p)
      for (int x = filled; x <= nx - filled; ++x) lines[p * task.shape.line() + x] = {};
  }
  void gather_inner(int field, const Part& part, const Complex<Real>* values, int length,
                    int planes, Complex<Real>* lines) const {
    const int line = task.shape.line(), pairs = planes / 2;
    Complex<Real>* up = lines + part.first;
    Complex<Real>* down = lines + task.shape.nx - part.first;
    Complex<Real> one[most], other[most];
    for (int p = 0; p < pairs; ++p, values += 2 * length, up += line, down += line)
      join_inner_modes(spread(field, part.first, most, values, one),
                       spread(field, part.first, most, values + length, other), most, up, down);
    if (planes % 2 != 0) gather_any(field, part, values, length, 1, lines + pairs * line);
  }
  void gather_any(int field, const Part& part, const Complex<Real>* values, int length, int planes,
                  Complex<Real>* lines) const {
    Complex<Real> one[most], other[most];
    for (int p = 0; 2 * p < planes; ++p, values += 2 * length) {
      std::fill_n(other, most, Complex<Real>{});
      const Complex<Real>* b = 2 * p + 1 < planes
                                   ? spread(field, part.first, part.count, values + length, other)
                                   : other;
      join_modes(spread(field, part.first, part.count, values, one), b, part.first, part.count,
                 task.shape.nx, lines + p * task.shape.line());
    }
  }
  [[gnu::always_inline]] const Complex<Real>* spread(int field, int column, int columns,
                                                     const Complex<Real>* values,
                                                     Complex<Real>* result) const {
    if constexpr (std::is_same_v<Spread, SpreadAsIs<Real>>) return values;
    for (int i = 0; i < columns; ++i) result[i] = task.spread(field, 0, column + i, values[i]);
    return result;
  }

  void scatter(int field, int first, int planes, const Complex<Real>* lines) const {
    task.each_leaving(first, [&](const Tile<Real>& tile, int row) {
      Complex<Real>* values = tile.at(field, row, first);
      const int length = task.rows.length[row];
      each_part(row, [&](const Part& part) {
        if (part.count == most)
          scatter_part(part, most, lines, planes, length, values + part.begin);
        else
          scatter_part(part, part.count, lines, planes, length, values + part.begin);
      });
    });
  }
  /// count: of the part; a constant where most parts are.
  [[gnu::always_inline]] void scatter_part(const Part& part, int count, const Complex<Real>* lines,
                                           int planes, int length, Complex<Real>* values) const {
    const int line = task.shape.line(), pairs = planes / 2;
    const Complex<Real>* up = lines + part.first;
    const Complex<Real>* down = lines + task.shape.nx - part.first;
    for (int p = 0; p < pairs; ++p, values += 2 * length, up += line, down += line)
      split_modes(up, down, count, values, values + length);
    Complex<Real> none[most];
    if (planes % 2 != 0) split_modes(up, down, count, values, none);
  }
};

}  // namespace thalweg::fft::inline TW_HALF
