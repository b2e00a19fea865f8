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

  /// Bytes of one thread's buffers, for estimates: none for lines that do not gain.
  static std::size_t bytes(const Lines& lines) { return suit(lines) ? buffer_bytes(lines) : 0; }

  ColumnBlocks(const Lines& lines, Direction direction)
      : lines_(lines), block_(columns_at_once(lines)), distance_(lines.length + padding),
        transforms_({lines.length, block_, 1, distance_}, direction) {}

  void execute(Complex<Real>* data) const {
    Complex<Real>* before = reinterpret_cast<Complex<Real>*>(
        exec::thread_scratch(buffer_bytes(lines_), exec::ScratchUser::library));
    Complex<Real>* after = before + block_size(lines_);
    for (int first = 0; first < lines_.batch; first += block_) {
      transpose<TransposeOrder::reads>(data + first, lines_.length, block_, lines_.stride, before,
                                       distance_);
      transforms_.execute(before, after);
      transpose<TransposeOrder::writes>(after, block_, lines_.length, distance_, data + first,
                                        lines_.stride);
    }
  }

 private:
  static constexpr std::size_t buffer_bytes(const Lines& lines) {
    return 2 * sizeof(Complex<Real>) * static_cast<std::size_t>(block_size(lines));
  }
  /// So that lines of a power of two do not share cache sets.
  static constexpr int padding = 8;
  static constexpr int columns_at_once(const Lines& lines) { return lines.batch % 8 == 0 ? 8 : 4; }
  /// Numbers of the columns that are transformed at once.
  static constexpr int block_size(const Lines& lines) {
    return columns_at_once(lines) * (lines.length + padding);
  }

  Lines lines_;
  int block_, distance_;
  OutOfPlaceLines<Real> transforms_;
};

}  // namespace thalweg::fft::inline TW_HALF
