// SPDX-License-Identifier: Apache-2.0
// Rectangles of complex numbers turned by vectors. Host half only.
#pragma once

#include <cstddef>

#include "base/complex.hpp"
#include "base/portable.hpp"

namespace thalweg::fft::inline TW_HALF {

/// to(c, r) = from(r, c), number by number, for rows from row_begin and columns from column_begin.
template <class Real>
void transpose_rest(const Complex<Real>* from, int row_begin, int rows, int column_begin,
                    int columns, int from_stride, Complex<Real>* to, int to_stride) {
  for (int r = row_begin; r < rows; ++r)
    for (int c = column_begin; c < columns; ++c)
      to[static_cast<std::ptrdiff_t>(c) * to_stride + r] =
          from[static_cast<std::ptrdiff_t>(r) * from_stride + c];
}

/// Which side is walked through in its own order: the one that is not in cache.
enum class TransposeOrder { reads, writes };

/// to(c, r) = from(r, c). Strides in numbers.
template <TransposeOrder order>
void transpose(const Complex<float>* from, int rows, int columns, int from_stride,
               Complex<float>* to, int to_stride) {
  // A complex number is one double to these.
  using Two [[gnu::vector_size(16), gnu::aligned(8), gnu::may_alias]] = double;
  using Four [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;
  const auto two = [=](int r, int c) {
    return *reinterpret_cast<const Two*>(from + static_cast<std::ptrdiff_t>(r) * from_stride + c);
  };
  const auto column = [=](int r, int c) -> Four& {
    return *reinterpret_cast<Four*>(to + static_cast<std::ptrdiff_t>(c) * to_stride + r);
  };
  const auto block = [=](int r, int c) {
    const Four even = __builtin_shufflevector(two(r, c), two(r + 2, c), 0, 1, 2, 3);
    const Four odd = __builtin_shufflevector(two(r + 1, c), two(r + 3, c), 0, 1, 2, 3);
    column(r, c) = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
    column(r, c + 1) = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
  };
  const int whole_rows = rows / 4 * 4, whole_columns = columns / 2 * 2;
  if constexpr (order == TransposeOrder::reads) {
    for (int r = 0; r < whole_rows; r += 4)
      for (int c = 0; c < whole_columns; c += 2) block(r, c);
  } else {
    for (int c = 0; c < whole_columns; c += 2)
      for (int r = 0; r < whole_rows; r += 4) block(r, c);
  }
  transpose_rest(from, 0, whole_rows, whole_columns, columns, from_stride, to, to_stride);
  transpose_rest(from, whole_rows, rows, 0, columns, from_stride, to, to_stride);
}

}  // namespace thalweg::fft::inline TW_HALF
