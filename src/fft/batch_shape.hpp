// SPDX-License-Identifier: Apache-2.0
// How many rows and planes the pipeline for devices takes at a time.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fft/layout.hpp"
#include "fft/streaming.hpp"

namespace thalweg::fft {

/// The next count of rows or planes whose numbers, so many in each, fill whole units: so each field
/// of a buffer is aligned as the first one is.
constexpr int aligned_count(int count, std::int64_t numbers, int unit) {
  while (count * numbers % unit != 0) ++count;
  return count;
}

/// Planes that are streamed at a time, and whose half-transformed data lies together; 0 where
/// fields stay on the device. The same for all ranks.
inline int planes_per_block(const Layout& layout, const Streaming& streaming) {
  if (!streaming.is_on()) return 0;
  constexpr int unit = 16;  // numbers of a cache line, of the smallest
  const int most = layout.planes.size(0);
  const int planes = (most + streaming.chunks - 1) / streaming.chunks;
  const std::int64_t waves = static_cast<std::int64_t>(layout.ny) * (layout.nx / 2 + 1);
  return aligned_count(aligned_count(planes, waves, unit / 2),
                       static_cast<std::int64_t>(layout.ny) * layout.nx, unit);
}

struct BatchShape {
  int rows, planes;  // no rows: all lines are transformed at once, within their tile

  /// One rank has whole lines in one tile.
  static bool keeps_lines_in_tile(const Layout& layout, const Streaming& streaming) {
    return layout.ranks == 1 && !layout.is_radial() && !streaming.is_on();
  }
  bool keeps_lines_in_tile() const { return rows == 0; }
  /// Lines that are transformed at a time.
  std::int64_t lines(const Layout& layout) const {
    return keeps_lines_in_tile() ? layout.row_start.back()
                                 : static_cast<std::int64_t>(rows) * layout.group;
  }

  /// Points of a batch that keep a large device at work: a kernel takes ten times as long as its
  /// start. A quarter as many took a quarter longer (docs/performance.md).
  static constexpr std::int64_t filling_points = 8 << 20;

  /// Of n rows or planes, with so many points each: an eighth, so that buffers stay small beside
  /// the fields; more where that does not fill a device, up to a half. A multiple of 16, so that
  /// each field of a buffer is aligned.
  static int part_of(int n, std::int64_t points) {
    const auto part = [n](int parts) { return (n + parts - 1) / parts; };
    const std::int64_t filling = (filling_points - 1) / std::max<std::int64_t>(points, 1) + 1;
    const std::int64_t wanted = std::clamp<std::int64_t>(filling, part(8), part(2));
    return static_cast<int>(wanted + 15) / 16 * 16;
  }
  /// Fields that stay on the device. points: of points, in a layout of lines where ranks share
  /// planes.
  static BatchShape resident(const Layout& layout, const Layout& points) {
    return {part_of(layout.local_rows(), std::int64_t{2} * layout.group * layout.line),
            part_of(points.local_planes(), static_cast<std::int64_t>(points.ny) * points.nx)};
  }
  /// Fields that are streamed.
  static BatchShape streamed(const Layout& layout, const Streaming& streaming) {
    const int rows = (layout.local_rows() + streaming.chunks - 1) / streaming.chunks;
    return {aligned_count(rows, static_cast<std::int64_t>(layout.group) * layout.line, 8),
            planes_per_block(layout, streaming)};
  }
  static BatchShape of(const Layout& layout, const Layout& points, const Streaming& streaming) {
    BatchShape shape = streaming.is_on() ? streamed(layout, streaming) : resident(layout, points);
    if (keeps_lines_in_tile(layout, streaming)) shape.rows = 0;
    return shape;
  }

  std::int64_t plane_points(const Layout& points) const {
    return static_cast<std::int64_t>(planes) * points.ny * points.nx;
  }
  /// Complex numbers that a batch of lines, or of planes, of n fields has.
  std::int64_t buffer_size(const Layout& layout, const Layout& points, int n) const {
    return n * std::max(static_cast<std::int64_t>(rows) * layout.group * layout.line,
                        static_cast<std::int64_t>(planes) * points.ny * (points.nx / 2 + 1));
  }
  /// The same as it lies on the host of a device that it is streamed through.
  std::int64_t tiles_size(const Layout& layout, int n) const {
    return n * std::max(static_cast<std::int64_t>(rows) * layout.group * layout.nz,
                        planes * layout.row_start.back());
  }
  /// Complex numbers of arrays of modes of so many components, of a batch of rows.
  std::int64_t modes_size(const Layout& layout, int components) const {
    return static_cast<std::int64_t>(components) * rows * layout.depth * layout.group;
  }
};

}  // namespace thalweg::fft
