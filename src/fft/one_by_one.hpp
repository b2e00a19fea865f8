// SPDX-License-Identifier: Apache-2.0
// A row of z-lines as the work of one task, the lines one after the other. The library takes less
// time for such lines than for lines side by side, half of it where they are longer than its
// largest codelet (column_blocks.hpp). Tiles are turned as they are gathered, so turning costs no
// pass of its own, and the caller's work is a vector loop along a line, not across a few columns.
// For layouts in which all modes count: modes that stay are stored with columns fastest, and
// filters would read them number by number.
#pragma once

#include <algorithm>

#include "fft/column_blocks.hpp"
#include "fft/line_task.hpp"

namespace thalweg::fft::inline TW_HALF {

/// How one thread's buffers are shaped for it. Lengths in numbers of Complex<Real>.
template <class Real>
struct OneByOneShape {
  explicit OneByOneShape(const Layout& layout)
      : nz(layout.nz), line(layout.line), group(layout.group), distance(layout.line + padding),
        first_row(layout.first_row()) {}

  /// Whether the lines of this layout gain by it.
  static bool suits(const Layout& layout) {
    return layout.depth == layout.line && !layout.leaves_modes_out() &&
           ColumnBlocks<Real>::possible && layout.group % 4 == 0 && layout.line >= shortest;
  }

  static constexpr int shortest = 64;
  /// So that lines of a power of two do not share cache sets.
  static constexpr int padding = 8;
  int nz, line, group;
  int distance;  // from one line to the next
  int first_row;

  int field_size() const { return group * distance; }
  Lines lines() const { return {line, group, 1, distance}; }
  /// Bytes for so many fields, and one that is on its way.
  std::size_t bytes(int fields) const {
    return sizeof(Complex<Real>) * static_cast<std::size_t>((fields + 1) * field_size());
  }
};

/// The transforms of a row: all have as many columns, padding included.
template <class Real>
struct OneByOnePlans {
  explicit OneByOnePlans(const OneByOneShape<Real>& shape)
      : forward(shape.lines(), Direction::forward), inverse(shape.lines(), Direction::inverse) {}
  OutOfPlaceLines<Real> forward, inverse;
};

/// Filter: pipeline.hpp.
template <class Real, int In, int Out, class Filter>
struct OneByOneWork {
  static constexpr int fields = In > Out ? In : Out;

  OneByOneShape<Real> shape;
  const OneByOnePlans<Real>* plans;
  LineTask<Real, Filter> task;

  void operator()(const exec::Team& team) const {
    const int row = task.row_begin + team.tile(), size = shape.field_size();
    Complex<Real>* modes = team.template scratch<Complex<Real>>();
    Complex<Real>* lines = modes + fields * size;  // of one field
    for (int f = 0; f < In; ++f) {
      gather(f, row, lines);
      if (shape.line != shape.nz) extend(team, f, lines);
      plans->forward.execute(lines, modes + f * size);
    }
    for (int i = 0; i < shape.group; ++i) work(team, row, i, modes + i * shape.distance);
    for (int f = 0; f < Out; ++f) {
      plans->inverse.execute(modes + f * size, lines);
      if (shape.line != shape.nz) twist_back(team, lines);
      scatter(f, row, lines);
    }
  }

 private:
  void gather(int field, int row, Complex<Real>* lines) const {
    task.each_arrived(field, row, [&](const Complex<Real>* values, int begin, int planes) {
      transpose<TransposeOrder::reads>(values, planes, shape.group, shape.group, lines + begin,
                                       shape.distance);
    });
  }
  void extend(const exec::Team& team, int field, Complex<Real>* lines) const {
    const Extension extension = extension_of(task.filter, field);
    const Complex<Real>* twist = task.twist;
    const int n = shape.nz;
    for (int i = 0; i < shape.group; ++i) {
      Complex<Real>* line = lines + i * shape.distance;
      team.for_each(n, [=](int k) {
        const Reflection r = reflected(extension, n + k, n);
        line[n + k] = static_cast<Real>(r.sign) * (twist[n + k] * line[r.from]);
      });
      team.for_each(n, [=](int k) { line[k] = twist[k] * line[k]; });
    }
  }
  void twist_back(const exec::Team& team, Complex<Real>* lines) const {
    const Complex<Real>* twist = task.twist;
    for (int i = 0; i < shape.group; ++i) {
      Complex<Real>* line = lines + i * shape.distance;
      team.for_each(shape.nz, [=](int k) { line[k] = conjugate(twist[k]) * line[k]; });
    }
  }
  /// The modes of one column; those of the padding are zero.
  void work(const exec::Team& team, int row, int i, Complex<Real>* line) const {
    const int size = shape.field_size(), column = task.rows.column[row] + i;
    if (i >= task.rows.columns[row]) {
      for (int f = 0; f < Out; ++f) std::fill_n(line + f * size, shape.line, Complex<Real>{});
      return;
    }
    const int local_row = row - shape.first_row;
    const Filter kernel = task.filter;
    team.for_each(shape.line, [=](int z) {
      Complex<Real> in[In + 1], out[Out + 1];
      TW_UNROLL
      for (int f = 0; f < In; ++f) in[f] = line[f * size + z];
      kernel(local_row, z, column, in, out);
      TW_UNROLL
      for (int f = 0; f < Out; ++f) line[f * size + z] = out[f];
    });
  }
  void scatter(int field, int row, const Complex<Real>* lines) const {
    task.each_leaving(field, row, [&](Complex<Real>* values, int begin, int planes) {
      transpose<TransposeOrder::writes>(lines + begin, shape.group, planes, shape.distance, values,
                                        shape.group);
    });
  }
};

}  // namespace thalweg::fft::inline TW_HALF
