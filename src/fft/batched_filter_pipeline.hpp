// SPDX-License-Identifier: Apache-2.0
// The filter pipeline (filter_pipeline.hpp, read that first) for devices: the same kernels of the
// caller, the same tiles, but each stage runs over a batch of rows or planes that is large enough
// to fill the device. Written with the execution layer only, so it also runs on the host, where
// tests hold the fused form against it.
#pragma once

#include <optional>

#include "base/phases.hpp"
#include "fft/bare_times.hpp"
#include "fft/batched_filter_kernels.hpp"
#include "fft/batches.hpp"
#include "fft/filter_exchanges.hpp"
#include "fft/local_plan.hpp"
#include "fft/whole_layout.hpp"
#include "fft/wisdom.hpp"

namespace thalweg::fft::inline TW_HALF {

template <class Real>
class BatchedFilterPipeline {
 public:
  /// As FusedFilterPipeline.
  BatchedFilterPipeline(const WholeLayout& layout, const transport::Communicator& comm,
                        const exec::Exec& exec, int most, TileExchangeOptions options,
                        Phases& phases)
      : layout_(layout), exec_(exec), phases_(phases), shape_(layout),
        exchanges_(layout.tiles, comm, most, options) {
    waves_ = exec::Array<Complex<Real>, 2>({shape_.buffer_rows(layout, most), layout.depth});
    points_ = exec::Array<Real, 4>({most, shape_.planes, layout.ny, layout.nx});
    plan_together(comm, [&] { plans_.emplace(layout, shape_); });
  }

  template <int In, int Out, class Spread, class Point>
  void planes(const char* phase, Spread spread, Point point) {
    TileExchange<Real>* arrived =
        In > 0 ? exchanges_.arrive(exec_, phases_, TileDirection::to_planes) : nullptr;
    const auto timer = phases_.measure(phase);
    TileExchange<Real>& leaving = exchanges_.leave(exec_, TileDirection::to_rows, Out);
    for (int c = 0; c < leaving.chunks(); ++c) {
      const int end = leaving.chunk_end(c);
      for (int plane = leaving.chunk_begin(c); plane < end; plane += shape_.planes)
        plane_batch<In, Out>(arrived, leaving.sent(c), plane, std::min(shape_.planes, end - plane),
                             spread, point);
      if constexpr (Out > 0) leaving.start(exec_, c);
    }
    exec_.wait();
    if (arrived) arrived->release();
  }

  template <int In, int Out, class Filter>
  void modes(const char* phase, Filter modes) {
    TileExchange<Real>* arrived =
        In > 0 ? exchanges_.arrive(exec_, phases_, TileDirection::to_rows) : nullptr;
    const auto timer = phases_.measure(phase);
    TileExchange<Real>& leaving = exchanges_.leave(exec_, TileDirection::to_planes, Out);
    for (int c = 0; c < leaving.chunks(); ++c) {
      const int end = leaving.chunk_end(c);
      for (int row = leaving.chunk_begin(c); row < end; row += shape_.rows) {
        const int rows = std::min(shape_.rows, end - row);
        if constexpr (In > 0)
          batched::move_lines<In, TileDirection::to_rows>(exec_, lines(), arrived->received(), row,
                                                          row + rows);
        if (layout_.depth != layout_.nz)
          exec::parallel_for(exec_, {{0, 0, layout_.nz}, {rows, layout_.group, layout_.depth}},
                             batched::ExtendLines<Real, In, Filter>{lines(), layout_.nz, modes});
        for (int f = 0; f < In; ++f) plans_->z_forward.execute(exec_, line_field(f));
        exec::parallel_for(exec_, {{0, 0, 0}, {rows, layout_.group, layout_.depth}},
                           batched::FilterLines<Real, In, Out, Filter>{
                               lines(), row, layout_.first_row(), layout_.groups, layout_.group,
                               layout_.columns, modes});
        for (int f = 0; f < Out; ++f) plans_->z_inverse.execute(exec_, line_field(f));
        batched::move_lines<Out, TileDirection::to_planes>(exec_, lines(), leaving.sent(c), row,
                                                           row + rows);
      }
      if constexpr (Out > 0) leaving.start(exec_, c);
    }
    exec_.wait();
    if (arrived) arrived->release();
  }

  /// As FusedFilterPipeline: a batch's transforms, with nothing in between.
  FilterBareTimes measure_bare_times(const transport::Communicator& comm) {
    const auto seconds = [&](double batches, auto once) {
      return batches * batched::seconds_of(exec_, comm, once);
    };
    const double rows = comm.max(exchanges_.local_rows()) / shape_.rows;
    const double planes = comm.max(exchanges_.local_planes()) / shape_.planes;
    return {
        .lines_forward = seconds(rows, [&] { plans_->z_forward.execute(exec_, line_field(0)); }),
        .lines_inverse = seconds(rows, [&] { plans_->z_inverse.execute(exec_, line_field(0)); }),
        .planes_forward = seconds(
            planes, [&] { plans_->xy_forward.forward(exec_, point_field(0), line_field(0)); }),
        .planes_inverse = seconds(
            planes, [&] { plans_->xy_inverse.inverse(exec_, line_field(0), point_field(0)); })};
  }

  const FilterExchanges<Real>& exchanges() const { return exchanges_; }

 private:
  /// Batches of an eighth of the rows and planes, as in BatchedPipeline, and of a multiple of 16,
  /// so that each field of a buffer is aligned.
  struct Shape {
    explicit Shape(const WholeLayout& layout)
        : rows(round_up(layout.local_rows())), planes(round_up(layout.local_planes())) {}
    static int round_up(int n) { return ((n + 7) / 8 + 15) / 16 * 16; }
    int rows, planes;

    /// Lines of `depth` numbers that hold a batch of lines or of planes of n fields.
    int buffer_rows(const WholeLayout& w, int n) const {
      const std::int64_t plane = static_cast<std::int64_t>(planes) * w.ny * w.columns;
      return n * std::max(rows * w.group, static_cast<int>((plane + w.depth - 1) / w.depth));
    }
  };
  struct Plans {
    Plans(const WholeLayout& w, const Shape& s)
        : z_inverse({w.depth, s.rows * w.group, 1, w.depth}, Direction::inverse),
          z_forward({w.depth, s.rows * w.group, 1, w.depth}, Direction::forward),
          xy_inverse(plane(w, s), Direction::inverse), xy_forward(plane(w, s), Direction::forward) {
    }
    static RealBatch plane(const WholeLayout& w, const Shape& s) {
      return {w.nx, w.ny, s.planes, w.columns, w.ny * w.columns, w.ny * w.nx};
    }
    ComplexLines<Real> z_inverse, z_forward;
    RealTransform<Real> xy_inverse, xy_forward;
  };

  batched::LineBuffer<Real> lines() {
    return {waves_.view().data, shape_.rows, layout_.group, layout_.depth};
  }
  Complex<Real>* line_field(int f) { return &lines()(f, 0, 0, 0); }
  batched::PlaneBuffer<Real> waves() {
    return {waves_.view().data, shape_.planes, layout_.ny, layout_.columns};
  }
  std::int64_t field_size() const {
    return static_cast<std::int64_t>(shape_.planes) * layout_.ny * layout_.nx;
  }

  template <int In, int Out, class Spread, class Point>
  void plane_batch(const TileExchange<Real>* arrived, const std::vector<Tile<Real>>& leaving,
                   int begin, int count, Spread spread, Point point) {
    if constexpr (In > 0) {
      for (const Tile<Real>& tile : arrived->received())
        exec::parallel_for(exec_, batched::planes_of(tile, begin, begin + count, layout_.group),
                           batched::SpreadTile<Real, In, Spread>{
                               waves(), tile, begin, layout_.groups, layout_.group, spread});
      for (int f = 0; f < In; ++f)
        plans_->xy_inverse.inverse(exec_, &waves()(f, 0, 0, 0), point_field(f));
    }
    exec::parallel_for(exec_, {{0, 0, 0}, {count, layout_.ny, layout_.nx}},
                       batched::PointsInPlace<Real, In, Out, Point>{
                           points_.view().data, field_size(), layout_.ny, layout_.nx,
                           begin - layout_.first_plane(), point});
    if constexpr (Out > 0) {
      for (int f = 0; f < Out; ++f)
        plans_->xy_forward.forward(exec_, point_field(f), &waves()(f, 0, 0, 0));
      for (const Tile<Real>& tile : leaving)
        exec::parallel_for(
            exec_, batched::planes_of(tile, begin, begin + count, layout_.group),
            batched::CollectTile<Real, Out>{waves(), tile, begin, layout_.groups, layout_.group});
    }
  }
  Real* point_field(int f) { return points_.view().data + f * field_size(); }

  const WholeLayout& layout_;
  const exec::Exec& exec_;
  Phases& phases_;
  Shape shape_;
  FilterExchanges<Real> exchanges_;
  std::optional<Plans> plans_;
  exec::Array<Complex<Real>, 2> waves_;
  exec::Array<Real, 4> points_;
};

}  // namespace thalweg::fft::inline TW_HALF
