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
  int rows, planes;

  /// Fields that stay on the device: batches of an eighth of the rows and planes. Buffers stay
  /// small beside the fields, and a batch of 256^3 still holds two million points. And of a
  /// multiple of 16, so that each field of a buffer is aligned. points: of points, in a layout of
  /// lines where ranks share planes.
  static BatchShape resident(const Layout& layout, const Layout& points) {
    const auto part = [](int n) { return ((n + 7) / 8 + 15) / 16 * 16; };
    return {part(layout.local_rows()), part(points.local_planes())};
  }
  /// Fields that are streamed.
  static BatchShape streamed(const Layout& layout, const Streaming& streaming) {
    const int rows = (layout.local_rows() + streaming.chunks - 1) / streaming.chunks;
    return {aligned_count(rows, static_cast<std::int64_t>(layout.group) * layout.line, 8),
            planes_per_block(layout, streaming)};
  }
  static BatchShape of(const Layout& layout, const Layout& points, const Streaming& streaming) {
    return streaming.is_on() ? streamed(layout, streaming) : resident(layout, points);
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
