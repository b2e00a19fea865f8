// SPDX-License-Identifier: Apache-2.0
// The memory that the pipelines of one run share: two exchange buffers (tiles.hpp).
#pragma once

#include <algorithm>

#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {

/// How many fields one pass of a pipeline carries to the points and back to the modes.
struct FieldCounts {
  int inverse = 0;
  int forward = 0;
};

/// Complex numbers in the two exchange buffers. `planes` receives the inverse movement. `rows`
/// sends it and, once it is over, takes what the forward movement sends and receives. On one rank
/// nothing is sent: the forward pass overwrites, plane by plane, what the inverse pass has read.
struct WorkspaceSizes {
  std::int64_t rows = 0, planes = 0;
};

inline WorkspaceSizes workspace_sizes(const Layout& layout, FieldCounts fields) {
  const auto to_planes = Exchange<double>::sizes(layout, Movement::to_planes, fields.inverse);
  const auto to_rows = Exchange<double>::sizes(layout, Movement::to_rows, fields.forward);
  if (layout.ranks == 1) return {0, std::max(to_planes.receive, to_rows.receive)};
  return {std::max(to_planes.send, to_rows.send + to_rows.receive), to_planes.receive};
}

template <class Real>
class Workspace {
 public:
  Workspace(const Layout& layout, FieldCounts fields)
      : Workspace(workspace_sizes(layout, fields), layout.ranks == 1) {}

  Complex<Real>* send_inverse() { return rows_.view().data; }
  Complex<Real>* receive_inverse() { return planes_.view().data; }
  Complex<Real>* send_forward() { return rows_.view().data; }
  /// sent: complex numbers that the forward movement sends.
  Complex<Real>* receive_forward(std::int64_t sent) {
    return alone_ ? planes_.view().data : rows_.view().data + sent;
  }

 private:
  // Two dimensions, because extents are 32-bit: rows of one page's worth of numbers.
  static constexpr int row = 4096;
  static int row_count(std::int64_t n) { return static_cast<int>((n + row - 1) / row); }

  Workspace(WorkspaceSizes sizes, bool alone)
      : alone_(alone), rows_({row_count(sizes.rows), row}),
        planes_({row_count(sizes.planes), row}) {}

  bool alone_;
  exec::Array<Complex<Real>, 2> rows_, planes_;
};

}  // namespace thalweg::fft::inline TW_HALF
