// SPDX-License-Identifier: Apache-2.0
// The pipeline (pipeline.hpp, read that first) for devices: the same kernels of the caller, the
// same tiles, but each stage runs over a batch of rows or planes that is large enough to fill the
// device, with the transforms of a field of a batch as one library call. Written with the execution
// layer only, so it also runs on the host, where tests hold the fused form against it.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "base/phases.hpp"
#include "exec/upload.hpp"
#include "fft/bare_times.hpp"
#include "fft/batched_columns.hpp"
#include "fft/batched_kernels.hpp"
#include "fft/batches.hpp"
#include "fft/exchanges.hpp"
#include "fft/local_plan.hpp"
#include "fft/most_work.hpp"
#include "fft/wisdom.hpp"

namespace thalweg::fft::inline TW_HALF {

/// What a pipeline on a device takes, from its layout alone [bytes].
struct PipelineMemory {
  double fields = 0;   // what lies at home, messages, tables
  double batches = 0;  // the buffers of a batch
  double work = 0;     // most that its transforms need; all pipelines of an exec share it
  double staging = 0;  // pinned memory of the host that its messages may go through
};

template <class Real>
class BatchedPipeline {
 public:
  /// As FusedPipeline.
  BatchedPipeline(const Layout& layout, const transport::Communicator& comm, const exec::Exec& exec,
                  const Traffic& traffic, const TileExchangeOptions& options, Phases& phases)
      : layout_(layout), exec_(exec), phases_(&phases), exchanges_(layout, comm, traffic, options),
        shared_(LineExchanges<Real>::of(layout, comm, traffic, options)),
        planes_(shared_ ? shared_->layout : layout), shape_(layout, planes_) {
    waves_ = exec::Array<Complex<Real>, 1>({shape_.buffer_size(layout, planes_, traffic.most())});
    points_ = exec::Array<Real, 4>({traffic.most(), shape_.planes, planes_.ny, planes_.nx});
    peaks_ = exec::Array<Real, 1>({planes_.local_planes()});
    if (layout.is_radial()) twist_ = exec::uploaded(radial_twist<Real>(layout.nz));
    plan_together(comm, [&] {
      plans_.emplace(layout, planes_, shape_);
      if (shared_)
        columns_.emplace(layout, exchanges_.tables(), *shared_, waves_.view().data, plans_->work);
      // Now rather than in the first step, where there may be too little memory.
      const exec::TemporaryArray<std::byte> work(exec,
                                                 static_cast<std::int64_t>(plans_->work->bytes));
    });
  }

  void measure_in(Phases& phases) { phases_ = &phases; }

  template <int In, int Out, exec::Kernel Spread, exec::Kernel Point>
  void planes(const char* phase, Spread spread, Point point, exec::View<Real, 1> largest = {}) {
    int batch = 0;
    const auto part = [&](int begin, int end, const Tiles& from, const Tiles& to) {
      for (int plane = begin; plane < end; plane += shape_.planes)
        plane_batch<In, Out>(from, to, plane, std::min(shape_.planes, end - plane), spread, point,
                             peak_of(batch++));
    };
    if (shared_)
      sweep_shared_planes<In, Out, Spread>(exec_, *phases_, phase, exchanges_, shared_->exchanges,
                                           *columns_, part);
    else
      exchanges_.template sweep<In, Out>(exec_, *phases_, phase, TileDirection::to_rows, part);
    if constexpr (has_peak<Real, Point>)
      if (largest.data)
        exec::parallel_max(exec_, batch, batched::PeakOfBatch<Real>{peaks_.view()}, largest);
  }

  template <int In, int Out, exec::Kernel Filter>
  void modes(const char* phase, Filter filter) {
    const auto part = [&](int begin, int end, const Tiles& from, const Tiles& to) {
      for (int row = begin; row < end; row += shape_.rows)
        row_batch<In, Out>(from, to, row, std::min(shape_.rows, end - row), filter);
    };
    exchanges_.template sweep<In, Out>(exec_, *phases_, phase, TileDirection::to_planes, part);
  }

  /// As FusedPipeline: a batch's transforms, with nothing in between.
  BareTimes measure_bare_times(const transport::Communicator& comm) {
    const auto seconds = [&](double batches, auto once) {
      return batches * batched::seconds_of(exec_, comm, once);
    };
    const auto ys = [&](Direction direction) {
      const auto of_all = [&](auto once) { return batched::seconds_of(exec_, comm, once); };
      return columns_ ? comm.max(columns_->bare_seconds(exec_, direction, of_all)) : 0;
    };
    const double rows = comm.max(static_cast<double>(layout_.local_rows())) / shape_.rows;
    const double planes = comm.max(static_cast<double>(planes_.local_planes()) / shape_.planes);
    return {
        .lines_forward = seconds(rows, [&] { plans_->z_forward.execute(exec_, line_field(0)); }),
        .lines_inverse = seconds(rows, [&] { plans_->z_inverse.execute(exec_, line_field(0)); }),
        .planes_forward =
            ys(Direction::forward) +
            seconds(planes,
                    [&] { plans_->xy_forward.forward(exec_, point_field(0), line_field(0)); }),
        .planes_inverse = ys(Direction::inverse) + seconds(planes, [&] {
                            plans_->xy_inverse.inverse(exec_, line_field(0), point_field(0));
                          })};
  }

  const Exchanges<Real>& exchanges() const { return exchanges_; }
  /// As FusedPipeline.
  const Exchanges<Real>* line_exchanges() const { return shared_ ? &shared_->exchanges : nullptr; }

  /// As FusedPipeline: here they always run across columns.
  static bool runs_along_lines() { return false; }

  /// What one takes on a device.
  static PipelineMemory memory(const Layout& layout, const Traffic& traffic,
                               bool single_messages = false) {
    const bool shares = layout.across > 1;
    const Layout planes = shares ? line_layout(layout, sizeof(Complex<Real>)) : layout;
    const BatchShape shape(layout, planes);
    const TrafficSizes sizes(layout, traffic, {});
    const auto bytes = [](double count, std::size_t size) {
      return count * static_cast<double>(size);
    };
    const auto complex = [&](std::int64_t count) {
      return bytes(static_cast<double>(count), sizeof(Complex<Real>));
    };
    const auto staged = [&](const TrafficSizes& s) {
      return bytes(static_cast<double>(s.staged_send() + s.staged_receive()),
                   static_cast<std::size_t>(message_bytes(sizeof(Complex<Real>), single_messages)));
    };
    const auto exchanged = [&](const TrafficSizes& s) {
      return s.bytes(sizeof(Complex<Real>), single_messages);
    };
    PipelineMemory memory{
        .fields = exchanged(sizes) + Tables::bytes(layout) +
                  (layout.is_radial() ? complex(layout.line) : 0),
        .batches = complex(shape.buffer_size(layout, planes, traffic.most())) +
                   bytes(traffic.most() * static_cast<double>(shape.plane_points(planes)) +
                             planes.local_planes(),
                         sizeof(Real)),
        .work =
            complex(1) *
            std::max({most_work({layout.line}, shape.rows * layout.group),
                      most_work({planes.ny, planes.nx}, shape.planes),
                      shares ? most_work({layout.ny}, BatchedColumns<Real>::batch(layout)) : 0}),
        .staging = layout.ranks > 1 ? staged(sizes) : 0};
    if (!shares) return memory;
    const TrafficSizes lines(planes, line_traffic(traffic), {});
    memory.fields += exchanged(lines) + Tables::bytes(planes);
    memory.staging += staged(lines);
    return memory;
  }

 private:
  using Tiles = std::vector<Tile<Real>>;

  /// Batches of an eighth of the rows and planes: buffers stay small beside the fields, and a batch
  /// of 256^3 still holds two million points. And of a multiple of 16, so that each field of a
  /// buffer is aligned.
  struct BatchShape {
    /// planes: of points, in a layout of lines where ranks share planes.
    BatchShape(const Layout& layout, const Layout& points)
        : rows(round_up(layout.local_rows())), planes(round_up(points.local_planes())) {}
    static int round_up(int n) { return ((n + 7) / 8 + 15) / 16 * 16; }
    int rows, planes;

    std::int64_t plane_points(const Layout& l) const {
      return static_cast<std::int64_t>(planes) * l.ny * l.nx;
    }
    /// Complex numbers that hold a batch of lines or of planes of n fields.
    std::int64_t buffer_size(const Layout& l, const Layout& points, int n) const {
      return n * std::max({static_cast<std::int64_t>(rows) * l.group * l.line,
                           static_cast<std::int64_t>(planes) * points.ny * (l.nx / 2 + 1),
                           l.across > 1 ? BatchedColumns<Real>::field_size(l) : 0});
    }
  };
  struct Plans {
    Plans(const Layout& l, const Layout& points, const BatchShape& s)
        : z_inverse(lines(l, s), Direction::inverse, work),
          z_forward(lines(l, s), Direction::forward, work),
          xy_inverse(plane(points, s), Direction::inverse, work),
          xy_forward(plane(points, s), Direction::forward, work) {}
    static Lines lines(const Layout& l, const BatchShape& s) {
      return {l.line, s.rows * l.group, s.rows * l.group, 1};
    }
    static RealBatch plane(const Layout& l, const BatchShape& s) {
      const int columns = l.nx / 2 + 1;
      return {l.nx, l.ny, s.planes, columns, l.ny * columns, l.ny * l.nx};
    }
    std::shared_ptr<WorkArea> work = std::make_shared<WorkArea>();
    ComplexLines<Real> z_inverse, z_forward;
    RealTransform<Real> xy_inverse, xy_forward;
  };

  Rows rows() const { return exchanges_.tables().rows(); }
  /// Those of planes: groups of columns where they are lines.
  Rows plane_rows() const { return (shared_ ? shared_->exchanges : exchanges_).tables().rows(); }
  batched::LineBuffer<Real> lines() {
    return {waves_.view().data, shape_.rows, layout_.group, layout_.line};
  }
  Complex<Real>* line_field(int f) { return &lines()(f, 0, 0, 0); }
  batched::PlaneBuffer<Real> waves() {
    return {waves_.view().data, shape_.planes, planes_.ny, planes_.nx / 2 + 1};
  }
  Real* point_field(int f) { return points_.view().data + f * shape_.plane_points(planes_); }
  exec::View<Real, 1> peak_of(int batch) { return {peaks_.view().data + batch, {1}}; }

  template <int In, int Out, class Filter>
  void row_batch(const Tiles& from, const Tiles& to, int begin, int count, Filter filter) {
    if constexpr (In > 0) {
      batched::move_lines<In, TileDirection::to_rows>(exec_, lines(), from, begin, begin + count);
      if (layout_.is_radial()) {
        exec::parallel_for(exec_, {{0, layout_.nz, 0}, {count, layout_.line, layout_.group}},
                           batched::ExtendLines<Real, In, Filter>{lines(), twist_.view().data,
                                                                  layout_.nz, filter});
        twist_lines<In, false>(count);
      }
    }
    for (int f = 0; f < In; ++f) plans_->z_forward.execute(exec_, line_field(f));
    exec::parallel_for(exec_, {{0, 0, 0}, {count, layout_.line, layout_.group}},
                       batched::FilterLines<Real, In, Out, Filter>{lines(), rows(), begin,
                                                                   layout_.first_row(), filter});
    for (int f = 0; f < Out; ++f) plans_->z_inverse.execute(exec_, line_field(f));
    if constexpr (Out > 0)
      if (layout_.is_radial()) twist_lines<Out, true>(count);
    batched::move_lines<Out, TileDirection::to_planes>(exec_, lines(), to, begin, begin + count);
  }

  template <int Fields, bool back>
  void twist_lines(int count) {
    exec::parallel_for(exec_, {{0, 0, 0}, {count, layout_.nz, layout_.group}},
                       batched::TwistLines<Real, Fields, back>{lines(), twist_.view().data});
  }

  template <int In, int Out, class Spread, class Point>
  void plane_batch(const Tiles& from, const Tiles& to, int begin, int count, Spread spread,
                   Point point, exec::View<Real, 1> peak) {
    if constexpr (In > 0) {
      if (planes_.leaves_modes_out())
        exec::parallel_for(exec_, {{0, 0, 0}, {count, planes_.ny, planes_.nx / 2 + 1}},
                           batched::ClearPlanes<Real, In>{waves(), plane_rows()});
      for (const Tile<Real>& tile : from)
        exec::parallel_for(
            exec_, batched::planes_of(tile, begin, begin + count, planes_.group),
            batched::SpreadTile<Real, In, Spread>{waves(), plane_rows(), tile, begin, spread});
      for (int f = 0; f < In; ++f)
        plans_->xy_inverse.inverse(exec_, &waves()(f, 0, 0, 0), point_field(f));
    }
    const exec::Box3 points{{0, 0, 0}, {count, planes_.ny, planes_.nx}};
    const batched::PointWork<Real, In, Out, Point> work{points_.view().data,
                                                        shape_.plane_points(planes_),
                                                        planes_.ny,
                                                        planes_.nx,
                                                        begin - planes_.first_plane(),
                                                        lines_per_plane(),
                                                        point};
    if constexpr (has_peak<Real, Point>)
      exec::parallel_max(exec_, points, work, peak);
    else
      exec::parallel_for(exec_, points, work);
    if constexpr (Out > 0) {
      for (int f = 0; f < Out; ++f)
        plans_->xy_forward.forward(exec_, point_field(f), &waves()(f, 0, 0, 0));
      for (const Tile<Real>& tile : to)
        exec::parallel_for(exec_, batched::planes_of(tile, begin, begin + count, planes_.group),
                           batched::CollectTile<Real, Out>{waves(), plane_rows(), tile, begin});
    }
  }

  int lines_per_plane() const {
    return planes_.stack > 0 ? planes_.local_planes() / planes_.stack : 0;
  }

  const Layout& layout_;
  const exec::Exec& exec_;
  Phases* phases_;
  Exchanges<Real> exchanges_;
  std::unique_ptr<LineExchanges<Real>> shared_;  // where ranks share planes
  const Layout& planes_;                         // that of lines there
  BatchShape shape_;
  std::optional<Plans> plans_;
  std::optional<BatchedColumns<Real>> columns_;  // there
  exec::Array<Complex<Real>, 1> waves_;
  exec::Array<Real, 4> points_;
  exec::Array<Complex<Real>, 1> twist_;  // extension.hpp, where z is a radius
  exec::Array<Real, 1> peaks_;           // of batches, of which there are no more than planes
};

}  // namespace thalweg::fft::inline TW_HALF
