// SPDX-License-Identifier: Apache-2.0
// Long lines that lie side by side, transformed a few at a time as lines one after the other.
// Beyond the length of its largest codelet, FFTW copies such lines number by number and takes twice
// as long as for contiguous ones (3.3.10 with AVX, 512 points in single precision: 1.25 and 0.6 us
// a line). Copied here by vectors, there and back, they take 0.97 us. In double precision a vector
// holds two numbers only, and nothing is gained. Host half only.
#pragma once

#include "fft/local_plan.hpp"

namespace thalweg::fft::inline TW_HALF {

/// to(c, r) = from(r, c); rows: a multiple of 4, columns: of 2. Strides in numbers.
inline void transpose(const Complex<float>* from, int rows, int columns, int from_stride,
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
  for (int r = 0; r < rows; r += 4)
    for (int c = 0; c < columns; c += 2) {
      const Four even = __builtin_shufflevector(two(r, c), two(r + 2, c), 0, 1, 2, 3);
      const Four odd = __builtin_shufflevector(two(r + 1, c), two(r + 3, c), 0, 1, 2, 3);
      column(r, c) = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
      column(r, c + 1) = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
    }
}

template <class Real>
class ColumnBlocks {
 public:
  /// Whether any lines gain by it here.
#ifdef __AVX__
  static constexpr bool possible = sizeof(Real) == sizeof(float);
#else
  static constexpr bool possible = false;
#endif
  /// Whether these do.
  static bool suit(const Lines& lines) {
    constexpr int largest_codelet = 128;
    return possible && lines.distance == 1 && lines.batch % 4 == 0 && lines.length % 4 == 0 &&
           lines.length > largest_codelet;
  }

  ColumnBlocks(const Lines& lines, Direction direction)
      : lines_(lines), block_(lines.batch % 8 == 0 ? 8 : 4), distance_(lines.length + padding),
        transforms_({lines.length, block_, 1, distance_}, direction) {}

  void execute(Complex<Real>* data) const {
    const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(block_) * distance_;
    Complex<Real>* before = reinterpret_cast<Complex<Real>*>(exec::thread_scratch(
        2 * sizeof(Complex<Real>) * static_cast<std::size_t>(size), exec::ScratchUser::library));
    Complex<Real>* after = before + size;
    for (int first = 0; first < lines_.batch; first += block_) {
      transpose(data + first, lines_.length, block_, lines_.stride, before, distance_);
      transforms_.execute(before, after);
      transpose(after, block_, lines_.length, distance_, data + first, lines_.stride);
    }
  }

 private:
  /// So that lines of a power of two do not share cache sets.
  static constexpr int padding = 8;

  Lines lines_;
  int block_, distance_;
  OutOfPlaceLines<Real> transforms_;
};

}  // namespace thalweg::fft::inline TW_HALF
