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
#include "fft/pass_exchanges.hpp"
#include "fft/wisdom.hpp"

namespace thalweg::fft::inline TW_HALF {

template <class Real, int In, int Out>
class FusedPipeline {
 public:
  /// Collective. The layout and workspace must outlive the pipeline; the workspace must have been
  /// made for at least In and Out fields. Phases get the times of the sweeps and the waits.
  FusedPipeline(const Layout& layout, const transport::Communicator& comm, const exec::Exec& exec,
                Workspace<Real>& workspace, TileExchangeOptions options, Phases& phases)
      : layout_(layout), exec_(exec), phases_(phases), shape_(layout),
        exchanges_(layout, comm, exec, workspace, options, phases) {
    plan_together(comm, [&] { plans_.emplace(shape_); });
    for (int row = 0; row < layout.modes.rows(); ++row) row_bin_.push_back(layout.row_bin(row));
    peaks_.resize(static_cast<std::size_t>(layout.local_planes()));
  }

  /// Modes to half-transformed rows; each chunk of rows leaves while the next is transformed.
  template <exec::Kernel Load>
  void inverse_lines(Load load) {
    exchanges_.await_rows();
    const auto timer = phases_.measure("inverse_lines");
    exchanges_.send_rows([&](int begin, int end, const Tiles& to) {
      exec::parallel_tiles(exec_, line_tasks(end - begin), line_bytes(In),
                           fused::LinesToTiles<Real, In, Load>{
                               shape_, to.data(), static_cast<int>(to.size()), begin,
                               tables().row_length(), tables().reach(), &plans_->z_inverse, load});
    });
  }

  /// Half-transformed rows to points, the pointwise work, and back. Returns the largest value that
  /// `point` returned on this rank, at least 0; NaN if any was NaN.
  template <exec::Kernel Point>
  Real planes(Point point) {
    exchanges_.await_planes();
    const auto timer = phases_.measure("planes");
    using Work = fused::PlaneWork<Real, In, Out, Point>;
    exchanges_.send_planes([&](int begin, int end, const Tiles& from, const Tiles& to) {
      exec::parallel_tiles(exec_, end - begin, Work::scratch_bytes(shape_),
                           plane_work(point, begin, from, to));
    });
    exchanges_.release_planes();
    Real peak = 0;
    for (const Real value : peaks_) peak = value > peak || value != value ? value : peak;
    return peak;
  }

  /// Half-transformed planes back to modes.
  template <exec::Kernel Store>
  void forward_lines(Store store) {
    exchanges_.await_modes();
    const auto timer = phases_.measure("forward_lines");
    const Tiles& from = exchanges_.forward()->received();
    exec::parallel_tiles(exec_, line_tasks(layout_.local_rows()), line_bytes(Out),
                         fused::TilesToLines<Real, Out, Store>{
                             shape_, from.data(), static_cast<int>(from.size()),
                             tables().row_length(), tables().reach(), &plans_->z_forward, store});
    exchanges_.release_modes();
  }

  /// The transforms of one sweep alone, measured now on data that stays in cache. Collective.
  BareTimes measure_bare_times(const transport::Communicator& comm) const;

  const TileExchange<Real>* inverse_exchange() const { return exchanges_.inverse(); }
  const TileExchange<Real>* forward_exchange() const { return exchanges_.forward(); }

  /// Bytes of one thread's buffers, for estimates.
  static std::size_t thread_bytes(const Layout& layout) {
    const fused::Shape<Real> shape(layout);
    struct NoPoint {};
    return fused::PlaneWork<Real, In, Out, NoPoint>::scratch_bytes(shape);
  }

 private:
  using Tiles = typename PassExchanges<Real, In, Out>::Tiles;

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
  const Tables& tables() const { return exchanges_.tables(); }
  template <class Point>
  fused::PlaneWork<Real, In, Out, Point> plane_work(Point point, int begin, const Tiles& from,
                                                    const Tiles& to) {
    return {.shape = shape_,
            .from = from.data(),
            .from_count = static_cast<int>(from.size()),
            .to = to.data(),
            .to_count = static_cast<int>(to.size()),
            .plane_begin = begin,
            .row_length = tables().row_length(),
            .row_bin = row_bin_.data(),
            .kept_y = layout_.modes.ky,
            .y_inverse = &plans_->y_inverse,
            .y_forward = &plans_->y_forward,
            .x_inverse = &plans_->x_inverse,
            .x_forward = &plans_->x_forward,
            .peaks = peaks_.data(),
            .point = point};
  }

  const Layout& layout_;
  const exec::Exec& exec_;
  Phases& phases_;
  fused::Shape<Real> shape_;
  PassExchanges<Real, In, Out> exchanges_;
  std::optional<Plans> plans_;
  std::vector<int> row_bin_;
  std::vector<Real> peaks_;
};

}  // namespace thalweg::fft::inline TW_HALF

#include "fft/fused_bare_times.hpp"
