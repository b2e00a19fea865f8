// SPDX-License-Identifier: Apache-2.0
// Sums and maxima over a box whose result does not depend on the number of threads: each row is
// reduced in order, and the rows are then combined in order.
#pragma once

#include <vector>

#include "exec/array.hpp"
#include "exec/loops.hpp"

namespace thalweg::exec::inline TW_HALF {

namespace detail {

/// Memory for one value per row, kept between calls: one per thread that calls reductions.
template <class T>
T* row_scratch(std::size_t rows) {
  thread_local std::vector<T> scratch;
  if (scratch.size() < rows) scratch.resize(rows);
  return scratch.data();
}

/// The larger of two values; a NaN once seen stays.
template <class T>
TW_HD T larger(T a, T b) {
  return b > a ? b : (b == b ? a : b);
}

/// Runs reduce_row(k, j) for every row of the box into a table of rows.
template <class T, class ReduceRow>
const T* reduce_rows(Box3 box, ReduceRow reduce_row) {
  const int rows = box.extent(0) * box.extent(1);
  T* partial = row_scratch<T>(static_cast<std::size_t>(rows));
  const bool large = static_cast<std::int64_t>(rows) * box.extent(2) >= serial_below;
#pragma omp parallel for schedule(static) firstprivate(box, reduce_row) if (large)
  for (int r = 0; r < rows; ++r)
    partial[r] = reduce_row(box.lo[0] + r / box.extent(1), box.lo[1] + r % box.extent(1));
  return partial;
}

}  // namespace detail

/// Sum of body(k, j, i) over the box, as T (a number).
template <class T, Kernel Body>
T parallel_sum(const HostExec&, Box3 box, Body body) {
  if (box.empty()) return T{};
  const T* partial = detail::reduce_rows<T>(box, [box, body](int k, int j) {
    T sum{};
#pragma omp simd reduction(+ : sum)
    for (int i = box.lo[2]; i < box.hi[2]; ++i) sum += body(k, j, i);
    return sum;
  });
  T total{};
  for (int r = 0; r < box.extent(0) * box.extent(1); ++r) total += partial[r];
  return total;
}

/// The largest body(k, j, i) over the box, at least 0; NaN if any value is. T{} for an empty box.
template <Kernel Body>
auto parallel_max(const HostExec&, Box3 box, Body body) {
  using T = decltype(body(0, 0, 0));
  T total{};
  if (box.empty()) return total;
  const T* partial = detail::reduce_rows<T>(box, [box, body](int k, int j) {
    T largest{};
    for (int i = box.lo[2]; i < box.hi[2]; ++i) largest = detail::larger(largest, body(k, j, i));
    return largest;
  });
  for (int r = 0; r < box.extent(0) * box.extent(1); ++r) total = detail::larger(total, partial[r]);
  return total;
}

}  // namespace thalweg::exec::inline TW_HALF

#ifdef TW_DEVICE_HALF
#include "exec/reduce_device.hpp"
#endif
