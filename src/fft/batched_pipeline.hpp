// SPDX-License-Identifier: Apache-2.0
// The pipeline (pipeline.hpp, read that first) for devices: the same kernels of the caller, the
// same tiles, but each stage runs over a batch of rows or planes that is large enough to fill the
// device, with the transforms of a field of a batch as one library call. Written with the execution
// layer only, so it also runs on the host, where tests hold the fused form against it.
//
// Fields stay on the device, and batches follow each other. Or they stay on the host, and batches
// are chunks that several streams take by turns (streamed_lanes.hpp).
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "base/phases.hpp"
#include "exec/upload.hpp"
#include "fft/bare_times.hpp"
#include "fft/batch_lane.hpp"
#include "fft/batched_columns.hpp"
#include "fft/exchanges.hpp"
#include "fft/most_work.hpp"
#include "fft/streamed_lanes.hpp"
#include "fft/wisdom.hpp"

namespace thalweg::fft::inline TW_HALF {

/// What a pipeline on a device takes, from its layout alone [bytes].
struct PipelineMemory {
  double fields = 0;       // what lies at home, messages, tables
  double batches = 0;      // the buffers of batches
  double work = 0;         // most that their transforms need; all pipelines of an exec share it
  double staging = 0;      // pinned memory of the host that its messages may go through
  double host_fields = 0;  // pinned memory where what lies at home and messages are streamed
};

template <class Real>
class BatchedPipeline {
 public:
  /// As FusedPipeline. Fields of slabs may be streamed, unless z is a radius.
  BatchedPipeline(const Layout& layout, const transport::Communicator& comm, const exec::Exec& exec,
                  const Traffic& traffic, const TileExchangeOptions& options, Phases& phases)
      : layout_(layout), exec_(exec), phases_(&phases),
        exchanges_(layout, comm, traffic, with_tiles_for_lines(layout, options)),
        shared_(LineExchanges<Real>::of(layout, comm, traffic, options)),
        planes_(shared_ ? shared_->layout : layout),
        shape_(BatchShape::of(layout, planes_, options.streaming)), chunks_(options.chunks) {
    TW_CHECK(!options.streaming.is_on() || (!shared_ && !layout.is_radial()),
             "only fields of slabs are streamed, in boxes");
    peaks_ = exec::Array<Real, 1>({planes_.local_planes()});
    if (layout.is_radial()) twist_ = exec::uploaded(radial_twist<Real>(layout.nz));
    const typename BatchLane<Real>::Common common{
        layout,
        planes_,
        shape_,
        rows(),
        plane_rows(),
        traffic.most(),
        buffer_size(layout, planes_, shape_, traffic.most()),
        twist_.view().data};
    if (options.streaming.is_on())
      streams_.emplace(common, options.streaming);
    else
      lane_.emplace(common, exec);
    plan_together(comm, [&] { plan(); });
  }

  void measure_in(Phases& phases) { phases_ = &phases; }

  template <int In, int Out, exec::Kernel Spread, exec::Kernel Point>
  void planes(const char* phase, Spread spread, Point point, exec::View<Real, 1> largest = {}) {
    int batch = 0;
    const auto part = [&](int begin, int end, const Tiles& from, const Tiles& to) {
      if (streams_)
        stream<Out>([&](auto next) {
          for_each_block(begin, end, [&](int plane, int count) {
            next().template planes<In, Out>(from, to, plane, count, spread, point,
                                            peak_of(batch++));
          });
        });
      else
        for (int plane = begin; plane < end; plane += shape_.planes)
          lane_->template planes<In, Out>(from, to, plane, std::min(shape_.planes, end - plane),
                                          spread, point, peak_of(batch++));
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
      if (shape_.keeps_lines_in_tile())
        lane_->template rows_in_tile<In, Out>((In > 0 ? from : to).front(), filter);
      else if (streams_)
        stream<Out>([&](auto next) {
          for_each_batch(begin, end, [&](int row, int count) {
            next().template rows<In, Out>(from, to, row, count, filter);
          });
        });
      else
        for_each_batch(begin, end, [&](int row, int count) {
          lane_->template rows<In, Out>(from, to, row, count, layout_.first_row(), filter);
        });
    };
    exchanges_.template sweep<In, Out>(exec_, *phases_, phase, TileDirection::to_planes, part);
  }

  /// As FusedPipeline: chunk by chunk where fields are streamed.
  template <exec::Kernel Kernel, class Work>
  void on_modes(const Kernel& kernel, Work work) {
    if (!streams_) return work(exec_, kernel, layout_.local_rows());
    streams_->run(exec_, false, [&](auto next) {
      for_each_batch(0, layout_.local_rows(), [&](int row, int count) {
        StreamedLane<Real>& lane = next();
        lane.on_rows(row, count, kernel, [&](const Kernel& shifted, bool is_shifted) {
          TW_CHECK(is_shifted, "a kernel must say what it takes to be run chunk by chunk");
          work(lane.exec(), shifted, count);
        });
      });
    });
  }

  /// As FusedPipeline: a batch's transforms, with nothing in between.
  BareTimes measure_bare_times(const transport::Communicator& comm) {
    BatchLane<Real>& lane = streams_ ? streams_->first() : *lane_;
    const exec::Exec& exec = streams_ ? streams_->first_exec() : exec_;
    const auto seconds = [&](double batches, auto once) {
      return batches * batched::seconds_of(exec, comm, once);
    };
    const auto ys = [&](Direction direction) {
      const auto of_all = [&](auto once) { return batched::seconds_of(exec, comm, once); };
      return columns_ ? comm.max(columns_->bare_seconds(exec, direction, of_all)) : 0;
    };
    const double rows = shape_.keeps_lines_in_tile()
                            ? 1
                            : comm.max(static_cast<double>(layout_.local_rows()) / shape_.rows);
    const double planes = comm.max(static_cast<double>(planes_.local_planes()) / shape_.planes);
    const auto lines_time = [&](Direction direction) {
      return seconds(rows, [&] { lane.transform_lines(direction, exchanges_.own_tile()); });
    };
    const auto planes_time = [&](Direction direction) {
      return ys(direction) + seconds(planes, [&] { lane.transform_planes(direction); });
    };
    return {.lines_forward = lines_time(Direction::forward),
            .lines_inverse = lines_time(Direction::inverse),
            .planes_forward = planes_time(Direction::forward),
            .planes_inverse = planes_time(Direction::inverse)};
  }

  const Exchanges<Real>& exchanges() const { return exchanges_; }
  /// As FusedPipeline.
  const Exchanges<Real>* line_exchanges() const { return shared_ ? &shared_->exchanges : nullptr; }

  /// As FusedPipeline: here they always run across columns.
  static bool runs_along_lines() { return false; }

  /// What one takes on a device.
  static PipelineMemory memory(const Layout& layout, const Traffic& traffic,
                               const Streaming& streaming = {}, bool single_messages = false) {
    const bool shares = layout.across > 1;
    const Layout planes = shares ? line_layout(layout, sizeof(Complex<Real>)) : layout;
    const BatchShape shape = BatchShape::of(layout, planes, streaming);
    const TrafficSizes sizes(layout, traffic, {});
    const auto complex = [](double count) { return count * sizeof(Complex<Real>); };
    const auto staged = [&](const TrafficSizes& s) {
      return static_cast<double>(s.staged_send() + s.staged_receive()) *
             message_bytes(sizeof(Complex<Real>), single_messages);
    };
    const auto exchanged = [&](const TrafficSizes& s) {
      return s.bytes(sizeof(Complex<Real>), single_messages);
    };
    const int most = traffic.most();
    const auto waves = static_cast<double>(buffer_size(layout, planes, shape, most));
    const double points = most * static_cast<double>(shape.plane_points(planes));
    const double work =
        std::max({most_work({layout.line}, static_cast<int>(shape.lines(layout))),
                  most_work({planes.ny, planes.nx}, shape.planes),
                  shares ? most_work({layout.ny}, BatchedColumns<Real>::batch(layout)) : 0});
    const double tables = Tables::bytes(layout) + (layout.is_radial() ? complex(layout.line) : 0);
    const double held = exchanged(sizes);
    const double peaks = planes.local_planes() * static_cast<double>(sizeof(Real));
    const double batch = complex(waves) + points * sizeof(Real);
    if (streaming.is_on()) {
      const double chunk = complex(static_cast<double>(
          shape.tiles_size(layout, most) + shape.modes_size(layout, streaming.components)));
      return {.fields = tables,
              .batches = streaming.streams * (batch + chunk) + peaks,
              .work = streaming.streams * complex(work),
              .host_fields = held};
    }
    PipelineMemory memory{.fields = held + tables,
                          .batches = batch + peaks,
                          .work = complex(work),
                          .staging = layout.ranks > 1 ? staged(sizes) : 0};
    if (!shares) return memory;
    const TrafficSizes lines(planes, line_traffic(traffic), {});
    memory.fields += exchanged(lines) + Tables::bytes(planes);
    memory.staging += staged(lines);
    return memory;
  }

 private:
  using Tiles = std::vector<Tile<Real>>;

  static TileExchangeOptions with_tiles_for_lines(const Layout& layout,
                                                  TileExchangeOptions options) {
    options.planes_together = BatchShape::keeps_lines_in_tile(layout, options.streaming);
    return options;
  }

  /// Complex numbers of the buffer of a batch.
  static std::int64_t buffer_size(const Layout& layout, const Layout& planes,
                                  const BatchShape& shape, int most) {
    return std::max(shape.buffer_size(layout, planes, most),
                    layout.across > 1 ? most * BatchedColumns<Real>::field_size(layout) : 0);
  }
  void plan() {
    if (streams_) return streams_->plan();
    lane_->plan();
    if (shared_)
      columns_.emplace(layout_, exchanges_.tables(), *shared_, lane_->waves_data(),
                       lane_->work_area());
    lane_->take_memory();
  }
  /// batch(begin, count) of rows.
  template <class Batch>
  void for_each_batch(int begin, int end, Batch batch) const {
    for (int row = begin; row < end; row += shape_.rows)
      batch(row, std::min(shape_.rows, end - row));
  }
  /// The same of the blocks of planes that lie together.
  template <class Block>
  void for_each_block(int begin, int end, Block block) const {
    const Partition blocks = plane_blocks(layout_, layout_.rank, chunks_, shape_.planes);
    for (int b = 0; b < blocks.parts(); ++b)
      if (begin <= blocks.begin(b) && blocks.end(b) <= end) block(blocks.begin(b), blocks.size(b));
  }
  /// A part of a sweep from which Out fields may leave for other ranks, by the streams.
  template <int Out, class Work>
  void stream(Work work) {
    streams_->run(exec_, Out > 0 && layout_.ranks > 1, work);
  }

  Rows rows() const { return exchanges_.tables().rows(); }
  /// Those of planes: groups of columns where they are lines.
  Rows plane_rows() const { return (shared_ ? shared_->exchanges : exchanges_).tables().rows(); }
  exec::View<Real, 1> peak_of(int batch) { return {peaks_.view().data + batch, {1}}; }

  const Layout& layout_;
  const exec::Exec& exec_;
  Phases* phases_;
  Exchanges<Real> exchanges_;
  std::unique_ptr<LineExchanges<Real>> shared_;  // where ranks share planes
  const Layout& planes_;                         // that of lines there
  BatchShape shape_;
  int chunks_;                           // of messages
  exec::Array<Complex<Real>, 1> twist_;  // extension.hpp, where z is a radius
  exec::Array<Real, 1> peaks_;           // of batches, of which there are no more than planes
  std::optional<BatchLane<Real>> lane_;  // where fields stay on the device
  std::optional<StreamedLanes<Real>> streams_;   // where they do not
  std::optional<BatchedColumns<Real>> columns_;  // where ranks share planes
};

}  // namespace thalweg::fft::inline TW_HALF
