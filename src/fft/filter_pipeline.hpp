// SPDX-License-Identifier: Apache-2.0
// Points to modes and back again, with work on both sides and nothing stored in between: what
// pseudospectral methods do that keep their state at points. All modes count, Nyquist included.
//
//   planes<In, Out>(spread, point)   In fields at points, made of the fields that modes() sent;
//                                    the pointwise work; Out fields on their way to modes
//   modes<In, Out>(filter)           the In fields that planes() sent, as modes; the work on modes;
//                                    Out fields on their way to points
// In or Out may be 0: modes<1, 0> ends a transform to modes, modes<0, 1> begins one to points.
//
// The caller's work comes as kernels:
//   Spread  static int source(int field): which of the arrived fields it is made of
//           Complex<Real> operator()(int field, int y_bin, int column, Complex<Real> value) const
//   Point   row(int z, int y) const: the work on a row of points, an object with
//           void operator()(int x, const Real* in, Real* out) const
//   Filter  void operator()(int row, int z_bin, int column, const Complex<Real>* in,
//                           Complex<Real>* out) const
//           Extension extension(int field) const: of what arrives, where z is a radius
// z and row are local to this rank, everything else global; column is m_x. A row's y bin and first
// column: WholeLayout. Transforms are not normalised: Filter divides by the layout's scale.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/phases.hpp"
#include "fft/batched_filter_pipeline.hpp"
#include "fft/filter_exchanges.hpp"
#include "fft/filter_sweeps.hpp"
#include "fft/fused_bare_times.hpp"
#include "fft/wisdom.hpp"

namespace thalweg::fft::inline TW_HALF {

/// For CPUs.
template <class Real>
class FusedFilterPipeline {
 public:
  /// Collective. The layout must outlive the pipeline. At most `most` fields travel at once.
  FusedFilterPipeline(const WholeLayout& layout, const transport::Communicator& comm,
                      const exec::Exec& exec, int most, ExchangeOptions options, Phases& phases)
      : exec_(exec), phases_(phases), shape_(layout),
        exchanges_(layout.tiles, comm, most, options) {
    plan_together(comm, [&] { plans_.emplace(shape_); });
  }

  template <int In, int Out, class Spread, class Point>
  void planes(const char* phase, Spread spread, Point point) {
    Exchange<Real>* arrived =
        In > 0 ? exchanges_.arrive(exec_, phases_, Movement::to_planes) : nullptr;
    const auto timer = phases_.measure(phase);
    Exchange<Real>& leaving = exchanges_.leave(exec_, Movement::to_rows, Out);
    using Work = filter::PlaneWork<Real, In, Out, Spread, Point>;
    for (int c = 0; c < leaving.chunks(); ++c) {
      exec::parallel_tiles(
          exec_, leaving.chunk_end(c) - leaving.chunk_begin(c), Work::scratch_bytes(shape_),
          Work{shape_, tiles(arrived), count(arrived), leaving.sent(c).data(),
               static_cast<int>(leaving.sent(c).size()), leaving.chunk_begin(c), &plans_->y_inverse,
               &plans_->y_forward, &plans_->x_inverse, &plans_->x_forward, spread, point});
      if constexpr (Out > 0) leaving.start(exec_, c);
    }
  }

  template <int In, int Out, class Filter>
  void modes(const char* phase, Filter modes) {
    Exchange<Real>* arrived =
        In > 0 ? exchanges_.arrive(exec_, phases_, Movement::to_rows) : nullptr;
    const auto timer = phases_.measure(phase);
    Exchange<Real>& leaving = exchanges_.leave(exec_, Movement::to_planes, Out);
    using Work = filter::LineWork<Real, In, Out, Filter>;
    for (int c = 0; c < leaving.chunks(); ++c) {
      exec::parallel_tiles(exec_, leaving.chunk_end(c) - leaving.chunk_begin(c),
                           Work::scratch_bytes(shape_),
                           Work{shape_, tiles(arrived), count(arrived), leaving.sent(c).data(),
                                static_cast<int>(leaving.sent(c).size()), leaving.chunk_begin(c),
                                &plans_->z_forward, &plans_->z_inverse, modes});
      if constexpr (Out > 0) leaving.start(exec_, c);
    }
  }

  /// The transforms alone, measured now on data that stays in cache. Collective.
  FilterBareTimes measure_bare_times(const transport::Communicator& comm) const;

  const FilterExchanges<Real>& exchanges() const { return exchanges_; }

 private:
  struct Plans {
    explicit Plans(const filter::Shape<Real>& s)
        : z_inverse(z_lines(s), Direction::inverse), z_forward(z_lines(s), Direction::forward),
          y_inverse(y_lines(s), Direction::inverse), y_forward(y_lines(s), Direction::forward),
          x_inverse(x_line(s), Direction::inverse), x_forward(x_line(s), Direction::forward) {}
    static Lines z_lines(const filter::Shape<Real>& s) {
      return {s.depth, s.group, s.group_stride, 1};
    }
    static Lines y_lines(const filter::Shape<Real>& s) {
      return {s.ny, s.plane_columns, s.row_stride, 1};
    }
    static RealBatch x_line(const filter::Shape<Real>& s) {
      return {s.nx, 1, 1, s.row_stride, s.row_stride, s.real_row()};
    }
    ComplexLines<Real> z_inverse, z_forward, y_inverse, y_forward;
    RealTransform<Real> x_inverse, x_forward;
  };

  static const Tile<Real>* tiles(const Exchange<Real>* e) {
    return e ? e->received().data() : nullptr;
  }
  static int count(const Exchange<Real>* e) {
    return e ? static_cast<int>(e->received().size()) : 0;
  }

  const exec::Exec& exec_;
  Phases& phases_;
  filter::Shape<Real> shape_;
  FilterExchanges<Real> exchanges_;
  std::optional<Plans> plans_;
};

template <class Real>
FilterBareTimes
FusedFilterPipeline<Real>::measure_bare_times(const transport::Communicator& comm) const {
  struct InPlace {
    const ComplexLines<Real>* plan;
    void operator()(char* data) const {
      plan->execute(exec::Exec{}, reinterpret_cast<Complex<Real>*>(data));
    }
  };
  struct Row {
    const RealTransform<Real>*inverse, *forward;  // one of them
    std::size_t wave_bytes;
    void operator()(char* data) const {
      auto* wave = reinterpret_cast<Complex<Real>*>(data);
      auto* points = reinterpret_cast<Real*>(data + wave_bytes);
      if (inverse) inverse->inverse(exec::Exec{}, wave, points);
      if (forward) forward->forward(exec::Exec{}, points, wave);
    }
  };
  const auto seconds = [&](std::size_t numbers, auto once) {
    return fused::seconds_per_call(exec_, comm, numbers * sizeof(Complex<Real>), once);
  };
  const auto lines = static_cast<std::size_t>(shape_.lines_size()),
             plane = static_cast<std::size_t>(shape_.plane_size()),
             row = static_cast<std::size_t>(shape_.row_stride);
  const double rows = comm.max(exchanges_.local_rows()) / exec::threads();
  const double planes = comm.max(exchanges_.local_planes()) / exec::threads();
  const std::size_t wave_bytes = row * sizeof(Complex<Real>);
  const double y_inverse = shape_.ny > 1 ? seconds(plane, InPlace{&plans_->y_inverse}) : 0,
               y_forward = shape_.ny > 1 ? seconds(plane, InPlace{&plans_->y_forward}) : 0;
  return {.lines_forward = rows * seconds(lines, InPlace{&plans_->z_forward}),
          .lines_inverse = rows * seconds(lines, InPlace{&plans_->z_inverse}),
          .planes_forward =
              planes * (y_forward +
                        shape_.ny * seconds(3 * row, Row{nullptr, &plans_->x_forward, wave_bytes})),
          .planes_inverse =
              planes * (y_inverse + shape_.ny * seconds(3 * row, Row{&plans_->x_inverse, nullptr,
                                                                     wave_bytes}))};
}

/// The form that is fastest where this half runs.
template <class Real>
using FilterPipeline = std::conditional_t<exec::kernel_space == exec::Space::host,
                                          FusedFilterPipeline<Real>, BatchedFilterPipeline<Real>>;

}  // namespace thalweg::fft::inline TW_HALF
