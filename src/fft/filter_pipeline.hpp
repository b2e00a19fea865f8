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
                      const exec::Exec& exec, int most, TileExchangeOptions options, Phases& phases)
      : exec_(exec), phases_(phases), shape_(layout),
        exchanges_(layout.tiles, comm, most, options) {
    plan_together(comm, [&] { plans_.emplace(shape_); });
  }

  template <int In, int Out, class Spread, class Point>
  void planes(const char* phase, Spread spread, Point point) {
    TileExchange<Real>* arrived =
        In > 0 ? exchanges_.arrive(exec_, phases_, TileDirection::to_planes) : nullptr;
    const auto timer = phases_.measure(phase);
    TileExchange<Real>& leaving = exchanges_.leave(exec_, TileDirection::to_rows, Out);
    using Work = filter::PlaneWork<Real, In, Out, Spread, Point>;
    for (int c = 0; c < leaving.chunks(); ++c) {
      exec::parallel_tiles(
          exec_, leaving.chunk_end(c) - leaving.chunk_begin(c), Work::scratch_bytes(shape_),
          Work{shape_, tiles(arrived), count(arrived), leaving.sent(c).data(),
               static_cast<int>(leaving.sent(c).size()), leaving.chunk_begin(c), &plans_->y_inverse,
               &plans_->y_forward, &plans_->x_inverse, &plans_->x_forward, spread, point});
      if constexpr (Out > 0) leaving.start(exec_, c);
    }
    if (arrived) arrived->release();
  }

  template <int In, int Out, class Filter>
  void modes(const char* phase, Filter modes) {
    TileExchange<Real>* arrived =
        In > 0 ? exchanges_.arrive(exec_, phases_, TileDirection::to_rows) : nullptr;
    const auto timer = phases_.measure(phase);
    TileExchange<Real>& leaving = exchanges_.leave(exec_, TileDirection::to_planes, Out);
    using Work = filter::LineWork<Real, In, Out, Filter>;
    for (int c = 0; c < leaving.chunks(); ++c) {
      exec::parallel_tiles(exec_, leaving.chunk_end(c) - leaving.chunk_begin(c),
                           Work::scratch_bytes(shape_),
                           Work{shape_, tiles(arrived), count(arrived), leaving.sent(c).data(),
                                static_cast<int>(leaving.sent(c).size()), leaving.chunk_begin(c),
                                &plans_->z_forward, &plans_->z_inverse, modes});
      if constexpr (Out > 0) leaving.start(exec_, c);
    }
    if (arrived) arrived->release();
  }

  /// The transforms alone, measured now on data that stays in cache. Collective.
  FilterBareTimes measure_bare_times(const transport::Communicator& comm) const;

  const FilterExchanges<Real>& exchanges() const { return exchanges_; }

 private:
  struct Plans {
    explicit Plans(const filter::Shape<Real>& s)
        : z_inverse(z_lines(s), Direction::inverse), z_forward(z_lines(s), Direction::forward),
          y_inverse(y_lines(s), Direction::inverse), y_forward(y_lines(s), Direction::forward),
          x_inverse(s.nx, s.real_row(), s.row_stride, Direction::inverse),
          x_forward(s.nx, s.real_row(), s.row_stride, Direction::forward) {}
    static Lines z_lines(const filter::Shape<Real>& s) {
      return {s.depth, s.group, s.group_stride, 1};
    }
    static Lines y_lines(const filter::Shape<Real>& s) {
      return {s.ny, s.plane_columns, s.row_stride, 1};
    }
    ComplexLines<Real> z_inverse, z_forward, y_inverse, y_forward;
    RealRows<Real> x_inverse, x_forward;
  };

  static const Tile<Real>* tiles(const TileExchange<Real>* e) {
    return e ? e->received().data() : nullptr;
  }
  static int count(const TileExchange<Real>* e) {
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
  struct Rows {
    const RealRows<Real>*inverse, *forward;  // one of them
    int count, scratch, waves;               // complex numbers of either
    void operator()(char* data) const {
      auto* lines = reinterpret_cast<Complex<Real>*>(data);
      auto* wave = lines + scratch;
      auto* points = reinterpret_cast<Real*>(wave + waves);
      const exec::Team team(0, data);
      if (inverse) inverse->inverse(team, count, wave, points, lines);
      if (forward) forward->forward(team, count, points, wave, lines);
    }
  };
  const auto seconds = [&](std::size_t numbers, auto once) {
    return fused::seconds_per_call(exec_, comm, numbers * sizeof(Complex<Real>), once);
  };
  const auto lines = static_cast<std::size_t>(shape_.lines_size()),
             plane = static_cast<std::size_t>(shape_.plane_size());
  const double rows = comm.max(exchanges_.local_rows()) / exec::threads();
  const double planes = comm.max(exchanges_.local_planes()) / exec::threads();
  const int at_once = std::min(shape_.ny, RealRows<Real>::block),
            scratch = RealRows<Real>::scratch_size(shape_.nx), waves = at_once * shape_.row_stride;
  // Of a row; points take the place of half as many complex numbers.
  const auto row_seconds = [&](const RealRows<Real>* inverse, const RealRows<Real>* forward) {
    return seconds(static_cast<std::size_t>(scratch + waves + at_once * shape_.real_row()),
                   Rows{inverse, forward, at_once, scratch, waves}) /
           at_once;
  };
  const double y_inverse = shape_.ny > 1 ? seconds(plane, InPlace{&plans_->y_inverse}) : 0,
               y_forward = shape_.ny > 1 ? seconds(plane, InPlace{&plans_->y_forward}) : 0;
  return {.lines_forward = rows * seconds(lines, InPlace{&plans_->z_forward}),
          .lines_inverse = rows * seconds(lines, InPlace{&plans_->z_inverse}),
          .planes_forward =
              planes * (y_forward + shape_.ny * row_seconds(nullptr, &plans_->x_forward)),
          .planes_inverse =
              planes * (y_inverse + shape_.ny * row_seconds(&plans_->x_inverse, nullptr))};
}

/// The form that is fastest where this half runs.
template <class Real>
using FilterPipeline = std::conditional_t<exec::kernel_space == exec::Space::host,
                                          FusedFilterPipeline<Real>, BatchedFilterPipeline<Real>>;

}  // namespace thalweg::fft::inline TW_HALF
