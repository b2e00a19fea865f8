// SPDX-License-Identifier: Apache-2.0
// The sweep over z-lines of the pipeline for CPUs. A row of lines is the work of one task: lines to
// modes, the caller's work on modes, and back, while all of it is in cache. Lines lie side by side
// (side_by_side.hpp) or, where that is faster, one after the other (one_by_one.hpp).
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "fft/bare_seconds.hpp"
#include "fft/one_by_one.hpp"
#include "fft/side_by_side.hpp"

namespace thalweg::fft::inline TW_HALF {

/// The sweep of one pipeline: its transforms and tables.
template <class Real>
class LineSweep {
 public:
  using Tiles = std::vector<Tile<Real>>;

  /// The layout and tables must outlive this.
  LineSweep(const Layout& layout, const Tables& tables)
      : layout_(layout), rows_(tables.rows()), side_by_side_(layout), one_by_one_(layout) {
    if (layout.is_radial()) twist_ = radial_twist<Real>(layout.nz);
  }
  /// To be called once, in plan_together().
  void plan() {
    if (OneByOneShape<Real>::suits(layout_))
      one_by_one_plans_.emplace(one_by_one_);
    else
      side_by_side_plans_.emplace(layout_);
  }

  /// The rows [begin, end), in global numbers.
  template <int In, int Out, class Filter>
  void run(const exec::Exec& exec, int begin, int end, const Tiles& from, const Tiles& to,
           Filter filter) const {
    const LineTask<Real, Filter> task{.rows = rows_,
                                      .from = from.data(),
                                      .from_count = static_cast<int>(from.size()),
                                      .to = to.data(),
                                      .to_count = static_cast<int>(to.size()),
                                      .row_begin = begin,
                                      .twist = twist_.data(),
                                      .filter = filter};
    const int fields = std::max(In, Out);
    if constexpr (ColumnBlocks<Real>::possible)
      if (one_by_one_plans_)
        return exec::parallel_tiles(
            exec, end - begin, one_by_one_.bytes(fields),
            OneByOneWork<Real, In, Out, Filter>{one_by_one_, &*one_by_one_plans_, task});
    exec::parallel_tiles(
        exec, end - begin, side_by_side_.bytes(fields),
        SideBySideWork<Real, In, Out, Filter>{side_by_side_, side_by_side_plans_->forward(),
                                              side_by_side_plans_->inverse(), task});
  }

  bool runs_along_lines() const { return one_by_one_plans_.has_value(); }

  /// Bytes of one thread's buffers for so many fields, for estimates.
  static std::size_t bytes(const Layout& layout, int fields) {
    return OneByOneShape<Real>::suits(layout) ? OneByOneShape<Real>(layout).bytes(fields)
                                              : SideBySideShape<Real>(layout).bytes(fields);
  }

  /// Bytes that its transforms take besides, for estimates.
  static std::size_t transform_bytes(const Layout& layout) {
    std::size_t most = 0;
    if (!OneByOneShape<Real>::suits(layout))
      for (const int length : layout.row_length)
        most = std::max(
            most, ColumnBlocks<Real>::bytes(SideBySideShape<Real>::lines_of(layout.line, length)));
    return most;
  }

  /// Seconds of one field's transforms of this rank's rows on one thread, there or back, while all
  /// threads work. Collective.
  double bare_seconds(const exec::Exec& exec, const transport::Communicator& comm,
                      Direction direction) const {
    if (one_by_one_plans_)
      return layout_.local_rows() * bare::seconds_of_lines(exec, comm, one_by_one_.field_size(),
                                                           direction == Direction::forward
                                                               ? one_by_one_plans_->forward
                                                               : one_by_one_plans_->inverse);
    return side_by_side_plans_->bare_seconds(exec, comm, direction, layout_);
  }

 private:
  const Layout& layout_;
  Rows rows_;
  SideBySideShape<Real> side_by_side_;
  OneByOneShape<Real> one_by_one_;
  std::vector<Complex<Real>> twist_;
  std::optional<SideBySidePlans<Real>> side_by_side_plans_;
  std::optional<OneByOnePlans<Real>> one_by_one_plans_;  // in place of them
};

}  // namespace thalweg::fft::inline TW_HALF
