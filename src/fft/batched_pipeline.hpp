// SPDX-License-Identifier: Apache-2.0
// The pass of fused_pipeline.hpp for devices: the same kernels of the caller, the same tiles, but
// each stage runs over a batch of rows or planes that is large enough to fill the device, with the
// transforms of a whole batch as one library call. Written with the execution layer only, so it
// also runs on the host, where tests hold the fused pipeline against it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/phases.hpp"
#include "fft/bare_times.hpp"
#include "fft/batches.hpp"
#include "fft/local_plan.hpp"
#include "fft/pass_exchanges.hpp"
#include "fft/wisdom.hpp"

namespace thalweg::fft::inline TW_HALF {

template <class Real, int In, int Out>
class BatchedPipeline {
 public:
  static constexpr int fields = In > Out ? In : Out;

  /// As FusedPipeline.
  BatchedPipeline(const Layout& layout, const transport::Communicator& comm, const exec::Exec& exec,
                  Workspace<Real>& workspace, TileExchangeOptions options, Phases& phases)
      : layout_(layout), exec_(exec), phases_(phases), shape_(layout),
        exchanges_(layout, comm, exec, workspace, options, phases) {
    plan_together(comm, [&] { plans_.emplace(shape_); });
    waves_ = exec::Array<Complex<Real>, 2>({shape_.buffer_rows(fields), layout.modes.nz});
    peaks_ = exec::Array<Real, 1>({layout_.local_planes()});
    points_ = exec::Array<Real, 4>({fields, shape_.planes, layout.modes.ny, layout.modes.nx});
  }

  template <exec::Kernel Load>
  void inverse_lines(Load load) {
    exchanges_.await_rows();
    const auto timer = phases_.measure("inverse_lines");
    exchanges_.send_rows([&](int begin, int end, const Tiles& to) {
      for (int row = begin; row < end; row += shape_.rows) {
        const int rows = std::min(shape_.rows, end - row);
        exec::parallel_for(exec_, line_box(rows),
                           batched::LoadLines<Real, In, Load>{lines(), line_modes(), row,
                                                              layout_.first_row(), load});
        plans_->z_inverse.execute(exec_, waves_.view().data);
        batched::move_lines<In, TileDirection::to_planes>(exec_, lines(), to, row, row + rows);
      }
    });
    exec_.wait();
  }

  template <exec::Kernel Point>
  Real planes(Point point) {
    exchanges_.await_planes();
    const auto timer = phases_.measure("planes");
    int batch = 0;
    exchanges_.send_planes([&](int begin, int end, const Tiles& from, const Tiles& to) {
      for (int plane = begin; plane < end; plane += shape_.planes)
        plane_batch(point, plane, std::min(shape_.planes, end - plane), from, to, peak_of(batch++));
    });
    const Real peak =
        exec::parallel_max<Real>(exec_, batch, batched::PeakOfBatch<Real>{peaks_.view()});
    exchanges_.release_planes();
    return peak;
  }

  template <exec::Kernel Store>
  void forward_lines(Store store) {
    exchanges_.await_modes();
    const auto timer = phases_.measure("forward_lines");
    const int end = layout_.first_row() + layout_.local_rows();
    for (int row = layout_.first_row(); row < end; row += shape_.rows) {
      const int rows = std::min(shape_.rows, end - row);
      batched::move_lines<Out, TileDirection::to_rows>(
          exec_, lines(), exchanges_.forward()->received(), row, row + rows);
      plans_->z_forward.execute(exec_, waves_.view().data);
      exec::parallel_for(exec_, line_box(rows),
                         batched::StoreLines<Real, Out, Store>{lines(), line_modes(), row,
                                                               layout_.first_row(), store});
    }
    exec_.wait();
    exchanges_.release_modes();
  }

  /// As FusedPipeline::measure_bare_times: each batch's transforms, with nothing in between.
  BareTimes measure_bare_times(const transport::Communicator& comm);

  const TileExchange<Real>* inverse_exchange() const { return exchanges_.inverse(); }
  const TileExchange<Real>* forward_exchange() const { return exchanges_.forward(); }

  /// Bytes of the batch buffers, for estimates. Transform work areas come on top.
  static std::size_t batch_bytes(const Layout& layout) {
    const Shape shape(layout);
    return sizeof(Complex<Real>) * static_cast<std::size_t>(shape.buffer_rows(fields)) *
               static_cast<std::size_t>(layout.modes.nz) +
           sizeof(Real) * static_cast<std::size_t>(fields) * shape.plane_points();
  }

 private:
  using Tiles = typename PassExchanges<Real, In, Out>::Tiles;

  /// Batches of an eighth of the rows and planes: buffers stay small beside the fields, and a
  /// batch of 256^3 still holds two million points.
  struct Shape {
    explicit Shape(const Layout& layout)
        : rows((layout.local_rows() + 7) / 8), planes((layout.local_planes() + 7) / 8),
          columns(layout.columns_padded), wave_columns(layout.modes.nx / 2 + 1),
          modes(layout.modes) {}
    int rows, planes, columns, wave_columns;
    Modes modes;

    std::size_t plane_points() const {
      return static_cast<std::size_t>(planes) * static_cast<std::size_t>(modes.ny) *
             static_cast<std::size_t>(modes.nx);
    }
    /// Lines of nz numbers that hold a batch of lines or of planes of n fields, whichever is more.
    int buffer_rows(int n) const {
      const std::int64_t plane = static_cast<std::int64_t>(planes) * modes.ny * wave_columns;
      return n * std::max(rows * columns, static_cast<int>((plane + modes.nz - 1) / modes.nz));
    }
    Lines z_lines(int n) const { return {modes.nz, std::max(1, n * rows * columns), 1, modes.nz}; }
    RealBatch xy_planes(int n) const {
      return {modes.nx,
              modes.ny,
              std::max(1, n * planes),
              wave_columns,
              modes.ny * wave_columns,
              modes.ny * modes.nx};
    }
  };
  struct Plans {
    explicit Plans(const Shape& s)
        : z_inverse(s.z_lines(In), Direction::inverse),
          z_forward(s.z_lines(Out), Direction::forward),
          xy_inverse(s.xy_planes(In), Direction::inverse),
          xy_forward(s.xy_planes(Out), Direction::forward) {}
    ComplexLines<Real> z_inverse, z_forward;
    RealTransform<Real> xy_inverse, xy_forward;
  };

  batched::LineBuffer<Real> lines() {
    return {waves_.view().data, shape_.rows, shape_.columns, layout_.modes.nz};
  }
  batched::LineModes line_modes() const {
    return {exchanges_.tables().reach(), shape_.columns, layout_.modes.nz, layout_.modes.depth()};
  }
  batched::PlaneBuffer<Real> waves() {
    return {waves_.view().data, shape_.planes, layout_.modes.ny, shape_.wave_columns};
  }
  exec::Box3 line_box(int rows) const {
    return {{0, 0, 0}, {rows, shape_.columns, layout_.modes.nz}};
  }
  template <int Fields, TileDirection direction>
  void move_planes(const std::vector<Tile<Real>>& tiles, int begin, int end) {
    for (const Tile<Real>& tile : tiles)
      exec::parallel_for(
          exec_, batched::planes_of(tile, begin, end, shape_.columns),
          batched::MovePlanes<Real, Fields, direction>{waves(), tile, begin, layout_.modes.ny,
                                                       layout_.modes.ky, layout_.modes.columns()});
  }
  exec::View<Real, 1> peak_of(int batch) { return {peaks_.view().data + batch, {1}}; }
  template <class Point>
  void plane_batch(Point point, int begin, int count, const Tiles& from, const Tiles& to,
                   exec::View<Real, 1> peak) {
    const exec::Box3 wave_box{{0, 0, 0}, {count, layout_.modes.ny, shape_.wave_columns}};
    const auto point_field = static_cast<std::int64_t>(shape_.plane_points());
    if constexpr (In > 0) {
      exec::parallel_for(exec_, wave_box, batched::ClearPlanes<Real, In>{waves()});
      move_planes<In, TileDirection::to_planes>(from, begin, begin + count);
      plans_->xy_inverse.inverse(exec_, waves_.view().data, points_.view().data);
    }
    exec::parallel_max(exec_, exec::Box3{{0, 0, 0}, {count, layout_.modes.ny, layout_.modes.nx}},
                       batched::PointWork<Real, In, Out, Point>{
                           points_.view().data, point_field, layout_.modes.ny, layout_.modes.nx,
                           begin - layout_.first_plane(), point},
                       peak);
    if constexpr (Out > 0) {
      plans_->xy_forward.forward(exec_, points_.view().data, waves_.view().data);
      move_planes<Out, TileDirection::to_rows>(to, begin, begin + count);
    }
  }

  const Layout& layout_;
  const exec::Exec& exec_;
  Phases& phases_;
  Shape shape_;
  std::optional<Plans> plans_;
  exec::Array<Complex<Real>, 2> waves_;
  exec::Array<Real, 4> points_;
  exec::Array<Real, 1> peaks_;  // of batches, of which there are no more than planes
  PassExchanges<Real, In, Out> exchanges_;
};

template <class Real, int In, int Out>
BareTimes BatchedPipeline<Real, In, Out>::measure_bare_times(const transport::Communicator& comm) {
  const auto seconds = [&](auto once) { return batched::seconds_of(exec_, comm, once); };
  Complex<Real>* waves = waves_.view().data;
  Real* points = points_.view().data;
  const double row_batches = static_cast<double>(layout_.local_rows()) / shape_.rows;
  const double plane_batches = static_cast<double>(layout_.local_planes()) / shape_.planes;
  BareTimes times;
  if (In > 0) {
    times.inverse_lines = row_batches * seconds([&] { plans_->z_inverse.execute(exec_, waves); });
    times.planes +=
        plane_batches * seconds([&] { plans_->xy_inverse.inverse(exec_, waves, points); });
  }
  if (Out > 0) {
    times.forward_lines = row_batches * seconds([&] { plans_->z_forward.execute(exec_, waves); });
    times.planes +=
        plane_batches * seconds([&] { plans_->xy_forward.forward(exec_, points, waves); });
  }
  return times;
}

}  // namespace thalweg::fft::inline TW_HALF
