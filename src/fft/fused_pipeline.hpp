// SPDX-License-Identifier: Apache-2.0
// A pass from modes to points and back for CPUs, with the pointwise work done while the data is in
// cache (fused_sweeps.hpp). Only kept modes are touched (docs/design/pruned-transform.md).
//
// The caller's work comes as three kernels:
//   Load   void operator()(int row, int column, int depth, Complex<Real>* out) const   modes -> In
//   Point  Real operator()(int z, int y, int x, const Real* in, Real* out) const    points In ->
//   Out Store  void operator()(int row, int column, int depth, const Complex<Real>* in) const  Out
//   -> modes
// row and z are local to this rank, y and x global; column is m_x; depth indexes 0..kz, -kz..-1.
// Only kept modes are visited. Point returns a value whose maximum planes() returns.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/phases.hpp"
#include "fft/bare_times.hpp"
#include "fft/fused_sweeps.hpp"
#include "fft/wisdom.hpp"
#include "fft/workspace.hpp"

namespace thalweg::fft::inline TW_HALF {

template <class Real, int In, int Out>
class FusedPipeline {
 public:
  /// Collective. The layout and workspace must outlive the pipeline; the workspace must have been
  /// made for at least In and Out fields. Phases get the times of the sweeps and the waits.
  FusedPipeline(const Layout& layout, const transport::Communicator& comm, const exec::Exec& exec,
                Workspace<Real>& workspace, ExchangeOptions options, Phases& phases)
      : layout_(layout), exec_(exec), phases_(phases), shape_(layout), tables_(layout) {
    plan_together(comm, [&] { plans_.emplace(shape_); });
    for (int row = 0; row < layout.modes.rows(); ++row) row_bin_.push_back(layout.row_bin(row));
    peaks_.resize(static_cast<std::size_t>(layout.local_planes()));
    if (In > 0)
      inverse_.emplace(layout, comm, tables_, Movement::to_planes, In, options, workspace.home(),
                       workspace.inverse());
    if (Out > 0)
      forward_.emplace(layout, comm, tables_, Movement::to_rows, Out, options, workspace.home(),
                       workspace.forward());
  }

  /// Modes to half-transformed rows; each chunk of rows leaves while the next is transformed.
  template <exec::Kernel Load>
  void inverse_lines(Load load) {
    reclaim(inverse_, "exchange_to_planes");
    const auto timer = phases_.measure("inverse_lines");
    for (int c = 0; c < inverse_->chunks(); ++c) {
      const auto& tiles = inverse_->sent(c);
      exec::parallel_tiles(
          exec_, line_tasks(inverse_->chunk_end(c) - inverse_->chunk_begin(c)), line_bytes(In),
          fused::LinesToTiles<Real, In, Load>{shape_, tiles.data(), static_cast<int>(tiles.size()),
                                              inverse_->chunk_begin(c), tables_.row_length(),
                                              tables_.reach(), &plans_->z_inverse, load});
      inverse_->start(exec_, c);
    }
  }

  /// Half-transformed rows to points, the pointwise work, and back. Returns the largest value that
  /// `point` returned on this rank, at least 0; NaN if any was NaN.
  template <exec::Kernel Point>
  Real planes(Point point) {
    finish(inverse_, "exchange_to_planes");
    reclaim(forward_, "exchange_to_rows");
    const auto timer = phases_.measure("planes");
    const int chunks = Out > 0 ? forward_->chunks() : 1;
    for (int c = 0; c < chunks; ++c) {
      const int begin = Out > 0 ? forward_->chunk_begin(c) : layout_.first_plane();
      const int end = Out > 0 ? forward_->chunk_end(c) : begin + layout_.local_planes();
      exec::parallel_tiles(exec_, end - begin,
                           fused::PlaneWork<Real, In, Out, Point>::scratch_bytes(shape_),
                           plane_work(point, begin, c));
      if constexpr (Out > 0) forward_->start(exec_, c);
    }
    if (inverse_) inverse_->release();
    Real peak = 0;
    for (const Real value : peaks_) peak = value > peak || value != value ? value : peak;
    return peak;
  }

  /// Half-transformed planes back to modes.
  template <exec::Kernel Store>
  void forward_lines(Store store) {
    finish(forward_, "exchange_to_rows");
    const auto timer = phases_.measure("forward_lines");
    const auto& tiles = forward_->received();
    exec::parallel_tiles(exec_, line_tasks(layout_.local_rows()), line_bytes(Out),
                         fused::TilesToLines<Real, Out, Store>{
                             shape_, tiles.data(), static_cast<int>(tiles.size()),
                             tables_.row_length(), tables_.reach(), &plans_->z_forward, store});
    forward_->release();
  }

  /// The transforms of one sweep alone, measured now on data that stays in cache. Collective.
  BareTimes measure_bare_times(const transport::Communicator& comm) const;

  const Exchange<Real>* inverse_exchange() const { return inverse_ ? &*inverse_ : nullptr; }
  const Exchange<Real>* forward_exchange() const { return forward_ ? &*forward_ : nullptr; }

  /// Bytes of one thread's buffers, for estimates.
  static std::size_t thread_bytes(const Layout& layout) {
    const fused::Shape<Real> shape(layout);
    struct NoPoint {};
    return fused::PlaneWork<Real, In, Out, NoPoint>::scratch_bytes(shape);
  }

 private:
  struct Plans {
    explicit Plans(const fused::Shape<Real>& s)
        : z_inverse(z_lines(s, In), Direction::inverse),
          z_forward(z_lines(s, Out), Direction::forward), y_inverse(y_lines(s), Direction::inverse),
          y_forward(y_lines(s), Direction::forward),
          x_inverse(s.nx, s.real_row(), s.row_stride, Direction::inverse),
          x_forward(s.nx, s.real_row(), s.row_stride, Direction::forward) {}
    // A batch of one where a direction is not used: cheaper than optional plans everywhere.
    static Lines z_lines(const fused::Shape<Real>& s, int fields) {
      return {s.nz, std::max(1, fields * s.block), 1, s.line_stride};
    }
    static Lines y_lines(const fused::Shape<Real>& s) {
      return {s.ny, s.plane_columns, s.row_stride, 1};
    }
    ComplexLines<Real> z_inverse, z_forward, y_inverse, y_forward;
    RealRows<Real> x_inverse, x_forward;
  };

  int line_tasks(int rows) const { return rows * (shape_.columns_padded / shape_.block); }
  std::size_t line_bytes(int fields) const {
    return sizeof(Complex<Real>) * static_cast<std::size_t>(shape_.lines_size(fields));
  }
  void finish(std::optional<Exchange<Real>>& exchange, const char* phase) {
    if (!exchange || layout_.ranks == 1) return;
    const auto timer = phases_.measure(phase);
    exchange->finish(exec_);
  }
  void reclaim(std::optional<Exchange<Real>>& exchange, const char* phase) {
    if (!exchange || layout_.ranks == 1) return;
    const auto timer = phases_.measure(phase);
    exchange->reclaim();
  }
  template <class Point>
  fused::PlaneWork<Real, In, Out, Point> plane_work(Point point, int begin, int chunk) {
    fused::PlaneWork<Real, In, Out, Point> work{.shape = shape_,
                                                .from = nullptr,
                                                .from_count = 0,
                                                .to = nullptr,
                                                .to_count = 0,
                                                .plane_begin = begin,
                                                .row_length = tables_.row_length(),
                                                .row_bin = row_bin_.data(),
                                                .kept_y = layout_.modes.ky,
                                                .y_inverse = &plans_->y_inverse,
                                                .y_forward = &plans_->y_forward,
                                                .x_inverse = &plans_->x_inverse,
                                                .x_forward = &plans_->x_forward,
                                                .peaks = peaks_.data(),
                                                .point = point};
    if constexpr (In > 0) {
      work.from = inverse_->received().data();
      work.from_count = static_cast<int>(inverse_->received().size());
    }
    if constexpr (Out > 0) {
      work.to = forward_->sent(chunk).data();
      work.to_count = static_cast<int>(forward_->sent(chunk).size());
    }
    return work;
  }

  const Layout& layout_;
  const exec::Exec& exec_;
  Phases& phases_;
  fused::Shape<Real> shape_;
  Tables tables_;
  std::optional<Plans> plans_;
  std::vector<int> row_bin_;
  std::vector<Real> peaks_;
  std::optional<Exchange<Real>> inverse_, forward_;
};

}  // namespace thalweg::fft::inline TW_HALF

#include "fft/fused_bare_times.hpp"
