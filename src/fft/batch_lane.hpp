// SPDX-License-Identifier: Apache-2.0
// A batch of the pipeline for devices (batched_pipeline.hpp, read that first): the plans, the
// buffers and the work of one stream.
#pragma once

#include <memory>
#include <optional>

#include "fft/batch_shape.hpp"
#include "fft/batched_kernels.hpp"
#include "fft/batches.hpp"
#include "fft/local_plan.hpp"

namespace thalweg::fft::inline TW_HALF {

template <class Real>
class BatchLane {
 public:
  using Tiles = std::vector<Tile<Real>>;

  /// What lanes of one pipeline have in common.
  struct Common {
    const Layout& layout;
    const Layout& planes;  // of points: that of lines where ranks share planes
    BatchShape shape;
    Rows rows, plane_rows;       // groups of columns where planes are lines
    int most;                    // fields
    std::int64_t waves;          // complex numbers of the buffer of modes
    const Complex<Real>* twist;  // where z is a radius
  };

  BatchLane(const Common& common, const exec::Exec& exec)
      : c_(common), exec_(exec), waves_({c_.waves}),
        points_({c_.most, c_.shape.planes, c_.planes.ny, c_.planes.nx}) {}

  /// Before all else; within plan_together().
  void plan() { plans_.emplace(c_.layout, c_.planes, c_.shape); }
  /// Takes what plans need now rather than in the first step, where there may be too little memory.
  void take_memory() const {
    const exec::TemporaryArray<std::byte> work(exec_,
                                               static_cast<std::int64_t>(work_area()->bytes));
  }
  const std::shared_ptr<WorkArea>& work_area() const { return plans_->work; }
  Complex<Real>* waves_data() { return waves_.view().data; }

  /// Global rows [begin, begin + count); row0: the one that the filter knows as 0.
  template <int In, int Out, class Filter>
  void rows(const Tiles& from, const Tiles& to, int begin, int count, int row0, Filter filter) {
    if constexpr (In > 0) {
      batched::move_lines<In, TileDirection::to_rows>(exec_, lines(), from, begin, begin + count);
      if (c_.layout.is_radial()) {
        exec::parallel_for(
            exec_, {{0, c_.layout.nz, 0}, {count, c_.layout.line, c_.layout.group}},
            batched::ExtendLines<Real, In, Filter>{lines(), c_.twist, c_.layout.nz, filter});
        twist_lines<In, false>(count);
      }
    }
    for (int f = 0; f < In; ++f) plans_->z_forward.execute(exec_, line_field(f));
    exec::parallel_for(
        exec_, {{0, 0, 0}, {count, c_.layout.line, c_.layout.group}},
        batched::FilterLines<Real, In, Out, Filter>{lines(), c_.rows, begin, row0, filter});
    for (int f = 0; f < Out; ++f) plans_->z_inverse.execute(exec_, line_field(f));
    if constexpr (Out > 0)
      if (c_.layout.is_radial()) twist_lines<Out, true>(count);
    batched::move_lines<Out, TileDirection::to_planes>(exec_, lines(), to, begin, begin + count);
  }

  /// All rows, whose lines stay in their tile: that which came and that which leaves are the same.
  template <int In, int Out, class Filter>
  void rows_in_tile(const Tile<Real>& tile, Filter filter) {
    for (int f = 0; f < In; ++f) plans_->z_forward.execute(exec_, tile.data + f * tile.field_size);
    exec::parallel_for(
        exec_, {{tile.row_begin, 0, 0}, {tile.row_end, c_.layout.line, c_.layout.group}},
        batched::FilterTile<Real, In, Out, Filter>{tile, c_.rows, c_.layout.first_row(), filter});
    for (int f = 0; f < Out; ++f) plans_->z_inverse.execute(exec_, tile.data + f * tile.field_size);
  }

  /// Global planes [begin, begin + count).
  template <int In, int Out, class Spread, class Point>
  void planes(const Tiles& from, const Tiles& to, int begin, int count, Spread spread, Point point,
              exec::View<Real, 1> peak) {
    const Layout& l = c_.planes;
    if constexpr (In > 0) {
      if (l.leaves_modes_out())
        exec::parallel_for(exec_, {{0, 0, 0}, {count, l.ny, l.nx / 2 + 1}},
                           batched::ClearPlanes<Real, In>{waves(), c_.plane_rows});
      for (const Tile<Real>& tile : from)
        exec::parallel_for(
            exec_, batched::planes_of(tile, begin, begin + count, l.group),
            batched::SpreadTile<Real, In, Spread>{waves(), c_.plane_rows, tile, begin, spread});
      for (int f = 0; f < In; ++f)
        plans_->xy_inverse.inverse(exec_, &waves()(f, 0, 0, 0), point_field(f));
    }
    const exec::Box3 points{{0, 0, 0}, {count, l.ny, l.nx}};
    const batched::PointWork<Real, In, Out, Point> work{
        points_.view().data,     c_.shape.plane_points(l), l.ny, l.nx,
        begin - l.first_plane(), lines_per_plane(),        point};
    if constexpr (has_peak<Real, Point>)
      exec::parallel_max(exec_, points, work, peak);
    else
      exec::parallel_for(exec_, points, work);
    if constexpr (Out > 0) {
      for (int f = 0; f < Out; ++f)
        plans_->xy_forward.forward(exec_, point_field(f), &waves()(f, 0, 0, 0));
      for (const Tile<Real>& tile : to)
        exec::parallel_for(exec_, batched::planes_of(tile, begin, begin + count, l.group),
                           batched::CollectTile<Real, Out>{waves(), c_.plane_rows, tile, begin});
    }
  }

  /// The transforms of a field of a batch; in_tile: of its lines, if they stay there.
  void transform_lines(Direction direction, Complex<Real>* in_tile) {
    const auto& plan = direction == Direction::forward ? plans_->z_forward : plans_->z_inverse;
    plan.execute(exec_, c_.shape.keeps_lines_in_tile() ? in_tile : line_field(0));
  }
  void transform_planes(Direction direction) {
    if (direction == Direction::forward)
      plans_->xy_forward.forward(exec_, point_field(0), line_field(0));
    else
      plans_->xy_inverse.inverse(exec_, line_field(0), point_field(0));
  }

 private:
  struct Plans {
    Plans(const Layout& l, const Layout& points, const BatchShape& s)
        : z_inverse(lines(l, s), Direction::inverse, work),
          z_forward(lines(l, s), Direction::forward, work),
          xy_inverse(plane(points, s), Direction::inverse, work),
          xy_forward(plane(points, s), Direction::forward, work) {}
    static Lines lines(const Layout& l, const BatchShape& s) {
      const int count = static_cast<int>(s.lines(l));
      return {l.line, count, count, 1};
    }
    static RealBatch plane(const Layout& l, const BatchShape& s) {
      const int columns = l.nx / 2 + 1;
      return {l.nx, l.ny, s.planes, columns, l.ny * columns, l.ny * l.nx};
    }
    std::shared_ptr<WorkArea> work = std::make_shared<WorkArea>();
    ComplexLines<Real> z_inverse, z_forward;
    RealTransform<Real> xy_inverse, xy_forward;
  };

  batched::LineBuffer<Real> lines() {
    return {waves_.view().data, c_.shape.rows, c_.layout.group, c_.layout.line};
  }
  Complex<Real>* line_field(int f) { return &lines()(f, 0, 0, 0); }
  batched::PlaneBuffer<Real> waves() {
    return {waves_.view().data, c_.shape.planes, c_.planes.ny, c_.planes.nx / 2 + 1};
  }
  Real* point_field(int f) { return points_.view().data + f * c_.shape.plane_points(c_.planes); }

  template <int Fields, bool back>
  void twist_lines(int count) {
    exec::parallel_for(exec_, {{0, 0, 0}, {count, c_.layout.nz, c_.layout.group}},
                       batched::TwistLines<Real, Fields, back>{lines(), c_.twist});
  }
  int lines_per_plane() const {
    return c_.planes.stack > 0 ? c_.planes.local_planes() / c_.planes.stack : 0;
  }

  Common c_;
  const exec::Exec& exec_;
  exec::Array<Complex<Real>, 1> waves_;
  exec::Array<Real, 4> points_;
  std::optional<Plans> plans_;
};

}  // namespace thalweg::fft::inline TW_HALF
