// SPDX-License-Identifier: Apache-2.0
// Loops over boxes in which the points of a line wait for each other, as where tridiagonal systems
// are solved: along one axis of each box in order, across it in parallel.
#pragma once

#include <algorithm>
#include <vector>

#include "exec/blocks.hpp"

namespace thalweg::exec::inline TW_HALF {

/// A box, and the number that bodies get for it.
struct NumberedBox {
  int number;
  Box3 box;
};

enum class Along { upwards, downwards };

namespace detail {

/// So many lines beside each other: a warp of a device, some vectors of a processor.
inline constexpr int lines_per_bundle = 32;

/// Lines of a box beside each other along its last axis, or where that is the axis of the lines,
/// along the one before.
struct LineBundle {
  int block, axis, other;  // other: where they lie along the third axis
  int begin, end;          // of a line
  int first, last;         // lines

  /// Calls the body for the n-th point of a line.
  template <Along along, class Body>
  TW_HD void call(const Body& body, int n, int line) const {
    const int at = along == Along::upwards ? begin + n : end - 1 - n;
    if (axis == 0)
      body(block, at, other, line);
    else if (axis == 1)
      body(block, other, at, line);
    else
      body(block, other, line, at);
  }
};

}  // namespace detail

/// The table of some boxes, in the space of the exec that loops over them. It must outlive the
/// loops given to that exec.
template <Space S = kernel_space>
class LineBlocks {
 public:
  /// All lines lead along `axis`.
  LineBlocks(const std::vector<NumberedBox>& boxes, int axis) {
    std::vector<detail::LineBundle> bundles;
    for (const NumberedBox& box : boxes) cut(box, axis, bundles);
    bundles_ = uploaded<S>(bundles);
  }
  View<const detail::LineBundle, 1, S> bundles() const { return bundles_.view(); }

 private:
  static void cut(const NumberedBox& numbered, int axis, std::vector<detail::LineBundle>& to) {
    const Box3& box = numbered.box;
    const int across = axis == 2 ? 1 : 2, other = 3 - axis - across;
    for (int o = box.lo[other]; o < box.hi[other]; ++o)
      for (int first = box.lo[across]; first < box.hi[across]; first += detail::lines_per_bundle)
        to.push_back({numbered.number, axis, o, box.lo[axis], box.hi[axis], first,
                      std::min(first + detail::lines_per_bundle, box.hi[across])});
  }

  Array<detail::LineBundle, 1, S> bundles_;
};

/// body(number, k, j, i) for every point of every box: along lines one after the other, else in any
/// order.
template <Along along, Kernel Body>
void parallel_for(const HostExec&, const LineBlocks<Space::host>& blocks, Body body) {
  const detail::LineBundle* bundles = blocks.bundles().data;
  const std::int64_t count = blocks.bundles().extent[0];
#pragma omp parallel for schedule(static) firstprivate(bundles, body) if (count > 1)
  for (std::int64_t b = 0; b < count; ++b) {
    const detail::LineBundle bundle = bundles[b];
    for (int n = 0; n < bundle.end - bundle.begin; ++n) {
#pragma omp simd
      for (int line = bundle.first; line < bundle.last; ++line) bundle.call<along>(body, n, line);
    }
  }
}

#ifdef TW_DEVICE_HALF
namespace detail {

template <Along along, class Body>
__global__ void __launch_bounds__(block_size)
    run_lines(const LineBundle* bundles, std::int64_t count, const Body body) {
  const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (thread >= count * lines_per_bundle) return;
  const LineBundle bundle = bundles[thread / lines_per_bundle];
  const int line = bundle.first + static_cast<int>(thread % lines_per_bundle);
  if (line >= bundle.last) return;
  for (int n = 0; n < bundle.end - bundle.begin; ++n) bundle.call<along>(body, n, line);
}

}  // namespace detail

template <Along along, Kernel Body>
void parallel_for(const DeviceExec& exec, const LineBlocks<Space::device>& blocks, Body body) {
  const View<const detail::LineBundle, 1, Space::device> bundles = blocks.bundles();
  const std::int64_t threads = bundles.extent[0] * detail::lines_per_bundle;
  if (threads == 0) return;
  launch(exec, "parallel_for", {.blocks = detail::grid_of((threads - 1) / block_size + 1)},
         detail::run_lines<along, Body>, bundles.data, std::int64_t{bundles.extent[0]}, body);
}
#endif

}  // namespace thalweg::exec::inline TW_HALF
