// SPDX-License-Identifier: Apache-2.0
// The sweep over z-lines of the pipeline for CPUs. A row of lines is the work of one task: lines to
// modes, the caller's work on modes, and back, while all of it is in cache. Lines lie side by side,
// columns fastest, as tiles have them: gathering is a copy, the library's vector code works across
// columns, and the caller's work is a vector loop.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "fft/bare_seconds.hpp"
#include "fft/caller_kernels.hpp"
#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {

/// How one thread's buffers are shaped. Lengths in numbers of Complex<Real>.
template <class Real>
struct LineBufferShape {
  explicit LineBufferShape(const Layout& layout)
      : nz(layout.nz), line(layout.line), depth(layout.depth), group(layout.group),
        first_row(layout.first_row()) {}

  int nz, line, depth, group, first_row;

  /// From one z to the next: whole cache lines, and an odd number of them, so that lines of a power
  /// of two do not share cache sets.
  static int stride_of(int length) {
    constexpr int cache_line = 64 / sizeof(Complex<Real>);
    return ((length + cache_line - 1) / cache_line | 1) * cache_line;
  }
  int field_size() const { return line * stride_of(group); }
  /// Bytes for so many fields.
  std::size_t bytes(int fields) const {
    return sizeof(Complex<Real>) * static_cast<std::size_t>(fields * field_size());
  }
  static Lines lines_of(int line, int length) { return {line, length, stride_of(length), 1}; }
};

/// The transforms of rows, by their length; null where no row is so long.
template <class Real>
class LinePlans {
 public:
  using Plan = std::optional<ComplexLines<Real>>;

  explicit LinePlans(const Layout& layout)
      : forward_(static_cast<std::size_t>(layout.group) + 1),
        inverse_(static_cast<std::size_t>(layout.group) + 1) {
    for (const int length : layout.row_length) {
      const auto n = static_cast<std::size_t>(length);
      if (length == 0 || forward_[n]) continue;
      const Lines lines = LineBufferShape<Real>::lines_of(layout.line, length);
      forward_[n].emplace(lines, Direction::forward);
      inverse_[n].emplace(lines, Direction::inverse);
    }
  }
  const Plan* forward() const { return forward_.data(); }
  const Plan* inverse() const { return inverse_.data(); }

 private:
  std::vector<Plan> forward_, inverse_;
};

/// Filter: pipeline.hpp.
template <class Real, int In, int Out, class Filter>
struct LineWork {
  LineBufferShape<Real> shape;
  Rows rows;
  const std::optional<ComplexLines<Real>>*forward, *inverse;  // by length
  const Tile<Real>* from;
  int from_count;
  const Tile<Real>* to;
  int to_count;
  int row_begin;  // global
  Filter filter;

  void operator()(const exec::Team& team) const {
    const int row = row_begin + team.tile(), length = rows.length[row];
    if (length == 0) return;
    Complex<Real>* lines = team.template scratch<Complex<Real>>();
    for (int f = 0; f < In; ++f) {
      gather(f, row, lines + f * shape.field_size());
      if (shape.line != shape.nz) extend(team, f, row, lines + f * shape.field_size());
      forward[length]->execute(exec::Exec{}, lines + f * shape.field_size());
    }
    const int stride = shape.stride_of(length), beyond = shape.line - shape.depth;
    const int half = (shape.depth + 1) / 2;  // modes of positive number, and zero
    for (int d = 0; d < shape.depth; ++d)
      work(team, row, d, lines + (d < half ? d : d + beyond) * stride);
    for (int f = 0; f < Out; ++f) {
      Complex<Real>* field = lines + f * shape.field_size();
      std::fill_n(field + half * stride, beyond * stride, Complex<Real>{});
      inverse[length]->execute(exec::Exec{}, field);
      scatter(f, row, field);
    }
  }

 private:
  void gather(int field, int row, Complex<Real>* lines) const {
    const int length = rows.length[row], stride = shape.stride_of(length);
    for (int t = 0; t < from_count; ++t) {
      if (!from[t].has_row(row)) continue;
      const Complex<Real>* values = from[t].at(field, row, from[t].plane_begin);
      for (int z = from[t].plane_begin; z < from[t].plane_end; ++z, values += length)
        std::copy_n(values, length, lines + z * stride);
    }
  }
  void extend(const exec::Team& team, int field, int row, Complex<Real>* lines) const {
    const int length = rows.length[row], stride = shape.stride_of(length);
    for (int z = shape.nz; z < shape.line; ++z) {
      const Reflection r = extended(extension_of(filter, field), z, shape.nz);
      const Complex<Real>* source = lines + r.from * stride;
      Complex<Real>* beyond = lines + z * stride;
      const Real sign = static_cast<Real>(r.sign);
      team.for_each(length, [=](int i) { beyond[i] = sign * source[i]; });
    }
  }
  /// The modes of one m_z; those beyond the ones that count are zero.
  void work(const exec::Team& team, int row, int d, Complex<Real>* lines) const {
    const int size = shape.field_size(), first = rows.column[row], kept = rows.kept_of(row, d);
    const int local_row = row - shape.first_row;
    const Filter kernel = filter;
    team.for_each(kept, [=](int i) {
      Complex<Real> in[In + 1], out[Out + 1];
      TW_UNROLL
      for (int f = 0; f < In; ++f) in[f] = lines[f * size + i];
      kernel(local_row, d, first + i, in, out);
      TW_UNROLL
      for (int f = 0; f < Out; ++f) lines[f * size + i] = out[f];
    });
    for (int f = 0; f < Out; ++f)
      for (int i = kept; i < rows.length[row]; ++i) lines[f * size + i] = {};
  }
  void scatter(int field, int row, const Complex<Real>* lines) const {
    const int length = rows.length[row], stride = shape.stride_of(length);
    for (int t = 0; t < to_count; ++t) {
      if (!to[t].has_row(row)) continue;
      Complex<Real>* values = to[t].at(field, row, to[t].plane_begin);
      for (int z = to[t].plane_begin; z < to[t].plane_end; ++z, values += length)
        std::copy_n(lines + z * stride, length, values);
    }
  }
};

/// The sweep of one pipeline: its transforms and tables.
template <class Real>
class LineSweep {
 public:
  using Tiles = std::vector<Tile<Real>>;

  /// The layout and tables must outlive this.
  LineSweep(const Layout& layout, const Tables& tables)
      : layout_(layout), rows_(tables.rows()), shape_(layout) {}
  /// To be called once, in plan_together().
  void plan() { plans_.emplace(layout_); }

  /// The rows [begin, end), in global numbers.
  template <int In, int Out, class Filter>
  void run(const exec::Exec& exec, int begin, int end, const Tiles& from, const Tiles& to,
           Filter filter) const {
    using Work = LineWork<Real, In, Out, Filter>;
    exec::parallel_tiles(exec, end - begin, shape_.bytes(std::max(In, Out)),
                         Work{.shape = shape_,
                              .rows = rows_,
                              .forward = plans_->forward(),
                              .inverse = plans_->inverse(),
                              .from = from.data(),
                              .from_count = static_cast<int>(from.size()),
                              .to = to.data(),
                              .to_count = static_cast<int>(to.size()),
                              .row_begin = begin,
                              .filter = filter});
  }

  /// Seconds of one field's transforms of this rank's rows on one thread, there or back, while all
  /// threads work. Collective.
  double bare_seconds(const exec::Exec& exec, const transport::Communicator& comm,
                      Direction direction) const {
    const auto* plans = direction == Direction::forward ? plans_->forward() : plans_->inverse();
    std::vector<int> count(static_cast<std::size_t>(layout_.group) + 1), mine = count;
    for (const int length : layout_.row_length) ++count[static_cast<std::size_t>(length)];
    for (int row = layout_.first_row(); row < layout_.first_row() + layout_.local_rows(); ++row)
      ++mine[static_cast<std::size_t>(layout_.row_length[static_cast<std::size_t>(row)])];
    double seconds = 0;
    for (std::size_t length = 1; length < count.size(); ++length)
      if (count[length] > 0)
        seconds +=
            mine[length] * bare::seconds_of_lines(exec, comm, shape_.field_size(), *plans[length]);
    return seconds;
  }

 private:
  const Layout& layout_;
  Rows rows_;
  LineBufferShape<Real> shape_;
  std::optional<LinePlans<Real>> plans_;
};

}  // namespace thalweg::fft::inline TW_HALF
