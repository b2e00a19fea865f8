// SPDX-License-Identifier: Apache-2.0
// A row of z-lines as the work of one task, the lines side by side: columns fastest, as tiles have
// them. Gathering is a copy, the library's vector code works across columns, and the caller's work
// is a vector loop over columns, in the order in which modes that stay are stored.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "fft/bare_seconds.hpp"
#include "fft/line_task.hpp"
#include "fft/local_plan.hpp"

namespace thalweg::fft::inline TW_HALF {

/// How one thread's buffers are shaped for it. Lengths in numbers of Complex<Real>.
template <class Real>
struct SideBySideShape {
  explicit SideBySideShape(const Layout& layout)
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
class SideBySidePlans {
 public:
  using Plan = std::optional<ComplexLines<Real>>;

  explicit SideBySidePlans(const Layout& layout)
      : forward_(static_cast<std::size_t>(layout.group) + 1),
        inverse_(static_cast<std::size_t>(layout.group) + 1) {
    for (const int length : layout.row_length) {
      const auto n = static_cast<std::size_t>(length);
      if (length == 0 || forward_[n]) continue;
      const Lines lines = SideBySideShape<Real>::lines_of(layout.line, length);
      forward_[n].emplace(lines, Direction::forward);
      inverse_[n].emplace(lines, Direction::inverse);
    }
  }
  const Plan* forward() const { return forward_.data(); }
  const Plan* inverse() const { return inverse_.data(); }

  /// Seconds of the transforms of the layout's local rows, one field, on one thread, there or back,
  /// while all threads work. Collective.
  double bare_seconds(const exec::Exec& exec, const transport::Communicator& comm,
                      Direction direction, const Layout& layout) const {
    const Plan* plans = direction == Direction::forward ? forward() : inverse();
    std::vector<int> count(forward_.size()), mine = count;
    for (const int length : layout.row_length) ++count[static_cast<std::size_t>(length)];
    for (int row = layout.first_row(); row < layout.first_row() + layout.local_rows(); ++row)
      ++mine[static_cast<std::size_t>(layout.row_length[static_cast<std::size_t>(row)])];
    const int size = SideBySideShape<Real>(layout).field_size();
    double seconds = 0;
    for (std::size_t length = 1; length < count.size(); ++length)
      if (count[length] > 0)
        seconds += mine[length] * bare::seconds_of_lines(exec, comm, size, *plans[length]);
    return seconds;
  }

 private:
  std::vector<Plan> forward_, inverse_;
};

/// Filter: pipeline.hpp.
template <class Real, int In, int Out, class Filter>
struct SideBySideWork {
  SideBySideShape<Real> shape;
  const std::optional<ComplexLines<Real>>*forward, *inverse;  // by length
  LineTask<Real, Filter> task;

  void operator()(const exec::Team& team) const {
    const int row = task.row_begin + team.tile(), length = task.rows.length[row];
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
      if (shape.line != shape.nz) twist_back(team, row, field);
      scatter(f, row, field);
    }
  }

 private:
  void gather(int field, int row, Complex<Real>* lines) const {
    const int length = task.rows.length[row], stride = shape.stride_of(length);
    task.each_arrived(field, row, [&](const Complex<Real>* values, int begin, int planes) {
      for (int z = begin; z < begin + planes; ++z, values += length)
        copy_columns(values, length, lines + z * stride);
    });
  }
  void extend(const exec::Team& team, int field, int row, Complex<Real>* lines) const {
    const int length = task.rows.length[row], stride = shape.stride_of(length);
    for (int z = shape.nz; z < shape.line; ++z) {
      const Reflection r = reflected(extension_of(task.filter, field), z, shape.nz);
      const Complex<Real>* source = lines + r.from * stride;
      Complex<Real>* beyond = lines + z * stride;
      const Complex<Real> factor = static_cast<Real>(r.sign) * task.twist[z];
      team.for_each(length, [=](int i) { beyond[i] = factor * source[i]; });
    }
    for (int z = 0; z < shape.nz; ++z) multiply(team, length, task.twist[z], lines + z * stride);
  }
  void twist_back(const exec::Team& team, int row, Complex<Real>* lines) const {
    const int length = task.rows.length[row], stride = shape.stride_of(length);
    for (int z = 0; z < shape.nz; ++z)
      multiply(team, length, conjugate(task.twist[z]), lines + z * stride);
  }
  static void multiply(const exec::Team& team, int count, Complex<Real> factor,
                       Complex<Real>* values) {
    team.for_each(count, [=](int i) { values[i] = factor * values[i]; });
  }
  /// The modes of one m_z; those beyond the ones that count are zero.
  void work(const exec::Team& team, int row, int d, Complex<Real>* lines) const {
    const Rows& rows = task.rows;
    const int size = shape.field_size(), first = rows.column[row], kept = rows.kept_of(row, d);
    const int local_row = row - shape.first_row;
    const Filter kernel = task.filter;
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
    const int length = task.rows.length[row], stride = shape.stride_of(length);
    task.each_leaving(field, row, [&](Complex<Real>* values, int begin, int planes) {
      for (int z = begin; z < begin + planes; ++z, values += length)
        copy_columns(lines + z * stride, length, values);
    });
  }
};

}  // namespace thalweg::fft::inline TW_HALF
