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

/// The squares of four of such a rectangle: rows and columns are multiples of 4.
template <TransposeOrder order>
[[gnu::always_inline]] inline void transpose_squares(const Complex<float>* from, int rows,
                                                     int columns, int from_stride,
                                                     Complex<float>* to, int to_stride) {
  // Four complex numbers; one is a double to these.
  using Four [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;
  const auto row = [=](int r, int c) -> const Four& {
    return *reinterpret_cast<const Four*>(from + static_cast<std::ptrdiff_t>(r) * from_stride + c);
  };
  const auto column = [=](int r, int c) -> Four& {
    return *reinterpret_cast<Four*>(to + static_cast<std::ptrdiff_t>(c) * to_stride + r);
  };
  const auto square = [=](int r, int c) {
    const Four a = row(r, c), b = row(r + 1, c), d = row(r + 2, c), e = row(r + 3, c);
    const Four even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const Four odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const Four even_below = __builtin_shufflevector(d, e, 0, 4, 2, 6);
    const Four odd_below = __builtin_shufflevector(d, e, 1, 5, 3, 7);
    column(r, c) = __builtin_shufflevector(even, even_below, 0, 1, 4, 5);
    column(r, c + 1) = __builtin_shufflevector(odd, odd_below, 0, 1, 4, 5);
    column(r, c + 2) = __builtin_shufflevector(even, even_below, 2, 3, 6, 7);
    column(r, c + 3) = __builtin_shufflevector(odd, odd_below, 2, 3, 6, 7);
  };
  if constexpr (order == TransposeOrder::reads) {
    for (int r = 0; r < rows; r += 4)
      for (int c = 0; c < columns; c += 4) square(r, c);
  } else {
    for (int c = 0; c < columns; c += 4)
      for (int r = 0; r < rows; r += 4) square(r, c);
  }
}

/// to(c, r) = from(r, c). Strides in numbers.
template <TransposeOrder order>
void transpose(const Complex<float>* from, int rows, int columns, int from_stride,
               Complex<float>* to, int to_stride) {
  constexpr int usual = 8;  // columns, or rows, of two dimensions: loops over them are unrolled
  const int whole_rows = rows / 4 * 4, whole_columns = columns / 4 * 4;
  if (order == TransposeOrder::reads && columns == usual)
    transpose_squares<order>(from, whole_rows, usual, from_stride, to, to_stride);
  else if (order == TransposeOrder::writes && rows == usual)
    transpose_squares<order>(from, usual, whole_columns, from_stride, to, to_stride);
  else
    transpose_squares<order>(from, whole_rows, whole_columns, from_stride, to, to_stride);
  transpose_rest(from, 0, whole_rows, whole_columns, columns, from_stride, to, to_stride);
  transpose_rest(from, whole_rows, rows, 0, columns, from_stride, to, to_stride);
}

}  // namespace thalweg::fft::inline TW_HALF
