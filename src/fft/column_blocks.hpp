// SPDX-License-Identifier: Apache-2.0
// Long lines that lie side by side, transformed a few at a time as lines one after the other.
// Beyond the length of its largest codelet, FFTW copies such lines number by number and takes twice
// as long as for contiguous ones (3.3.10 with AVX, 512 points in single precision: 1.25 and 0.6 us
// a line). Copied here by vectors, there and back, they take 0.97 us. In double precision a vector
// holds two numbers only, and nothing is gained. Host half only.
#pragma once

#include "fft/local_plan.hpp"
#include "fft/transpose.hpp"

namespace thalweg::fft::inline TW_HALF {

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
      transpose<TransposeOrder::reads>(data + first, lines_.length, block_, lines_.stride, before,
                                       distance_);
      transforms_.execute(before, after);
      transpose<TransposeOrder::writes>(after, block_, lines_.length, distance_, data + first,
                                        lines_.stride);
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
