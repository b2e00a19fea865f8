// SPDX-License-Identifier: Apache-2.0
// The pipeline (pipeline.hpp, read that first) for CPUs: each sweep does all of its work on a row
// or plane while it is in cache (line_sweep.hpp, plane_sweep.hpp). Where ranks share planes,
// y-lines have sweeps of their own (column_sweep.hpp).
#pragma once

#include "base/phases.hpp"
#include "fft/bare_times.hpp"
#include "fft/column_sweep.hpp"
#include "fft/exchanges.hpp"
#include "fft/line_sweep.hpp"
#include "fft/plane_sweep.hpp"
#include "fft/wisdom.hpp"

namespace thalweg::fft::inline TW_HALF {

template <class Real>
class FusedPipeline {
 public:
  /// Collective. The layout must outlive the pipeline.
  FusedPipeline(const Layout& layout, const transport::Communicator& comm, const exec::Exec& exec,
                const Traffic& traffic, const TileExchangeOptions& options, Phases& phases)
      : layout_(layout), exec_(exec), phases_(&phases), exchanges_(layout, comm, traffic, options),
        shared_(LineExchanges<Real>::of(layout, comm, traffic, options)),
        lines_(layout, exchanges_.tables()),
        planes_(shared_ ? shared_->layout : layout, plane_exchanges().tables()) {
    if (shared_) columns_.emplace(layout, exchanges_.tables(), *shared_);
    plan_together(comm, [&] {
      lines_.plan();
      planes_.plan();
      if (columns_) columns_->plan();
    });
  }

  /// Where sweeps and waits are measured from now on.
  void measure_in(Phases& phases) { phases_ = &phases; }

  template <int In, int Out, exec::Kernel Spread, exec::Kernel Point>
  void planes(const char* phase, Spread spread, Point point, exec::View<Real, 1> largest = {}) {
    const auto part = [&](int begin, int end, const Tiles& from, const Tiles& to) {
      planes_.template run<In, Out>(exec_, begin, end, from, to, spread, point);
    };
    if (shared_)
      sweep_shared_planes<In, Out, Spread>(exec_, *phases_, phase, exchanges_, shared_->exchanges,
                                           *columns_, part);
    else
      exchanges_.template sweep<In, Out>(exec_, *phases_, phase, TileDirection::to_rows, part);
    if constexpr (has_peak<Real, Point>)
      if (largest.data) largest(0) = planes_.peak();
  }

  template <int In, int Out, exec::Kernel Filter>
  void modes(const char* phase, Filter filter) {
    const auto part = [&](int begin, int end, const Tiles& from, const Tiles& to) {
      lines_.template run<In, Out>(exec_, begin, end, from, to, filter);
    };
    exchanges_.template sweep<In, Out>(exec_, *phases_, phase, TileDirection::to_planes, part);
  }

  /// work(exec, kernel, rows): a loop of the kernel over all modes of this rank, by rows. What the
  /// kernel takes of arrays of modes it says as in streamed_rows.hpp.
  template <exec::Kernel Kernel, class Work>
  void on_modes(const Kernel& kernel, Work work) {
    work(exec_, kernel, layout_.local_rows());
  }

  /// The transforms alone, measured now on data that stays in cache. Collective.
  BareTimes measure_bare_times(const transport::Communicator& comm) const {
    const Layout& layout = shared_ ? shared_->layout : layout_;
    const double planes = comm.max(static_cast<double>(layout.local_planes())) / exec::threads();
    const auto lines = [&](Direction direction) {
      return comm.max(lines_.bare_seconds(exec_, comm, direction)) / exec::threads();
    };
    const auto plane = [&](Direction direction) {
      const double ys =
          columns_ ? comm.max(columns_->bare_seconds(exec_, comm, direction)) / exec::threads() : 0;
      return planes * planes_.bare_seconds(exec_, comm, direction) + ys;
    };
    return {.lines_forward = lines(Direction::forward),
            .lines_inverse = lines(Direction::inverse),
            .planes_forward = plane(Direction::forward),
            .planes_inverse = plane(Direction::inverse)};
  }

  const Exchanges<Real>& exchanges() const { return exchanges_; }
  /// The second ones, of ranks that share planes; null: of slabs.
  const Exchanges<Real>* line_exchanges() const { return shared_ ? &shared_->exchanges : nullptr; }

  /// Whether filters run along lines, not across columns: what they read is then best stored so.
  bool runs_along_lines() const { return lines_.runs_along_lines(); }

  /// Bytes of one thread's buffers, for estimates.
  static std::size_t thread_bytes(const Layout& layout, const Traffic& traffic) {
    const bool shares = layout.across > 1;
    const Layout lines = shares ? line_layout(layout, sizeof(Complex<Real>)) : Layout{};
    const PlaneBufferShape<Real> plane(shares ? lines : layout);
    const std::size_t transforms =
        std::max({LineSweep<Real>::transform_bytes(layout),
                  shares ? LineSweep<Real>::transform_bytes(lines)
                         : ColumnBlocks<Real>::bytes(PlanePlans<Real>::y_lines(plane))});
    return transforms + std::max({LineSweep<Real>::bytes(layout, traffic.most()),
                                  shares ? ColumnSweep<Real>::bytes(lines) : 0,
                                  plane.bytes(Traffic::most_of(traffic.to_planes),
                                              Traffic::most_of(traffic.to_rows))});
  }

 private:
  using Tiles = std::vector<Tile<Real>>;

  /// Those that the sweep over points takes part in.
  Exchanges<Real>& plane_exchanges() { return shared_ ? shared_->exchanges : exchanges_; }

  const Layout& layout_;
  const exec::Exec& exec_;
  Phases* phases_;
  Exchanges<Real> exchanges_;
  std::unique_ptr<LineExchanges<Real>> shared_;  // where ranks share planes
  std::optional<ColumnSweep<Real>> columns_;     // there
  LineSweep<Real> lines_;
  PlaneSweep<Real> planes_;
};

}  // namespace thalweg::fft::inline TW_HALF
