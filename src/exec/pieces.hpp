// SPDX-License-Identifier: Apache-2.0
// How ranges and boxes are cut into pieces of a fixed size, which threads and device blocks share
// out among themselves. The cut does not depend on how many there are, so what is computed by
// piece and combined in the order of pieces does not, either.
#pragma once

#include <concepts>
#include <cstdint>

#include "exec/launch.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Points of a piece, at most: enough to hide the start of one (about 20 ns on a core), few enough
/// that a batch of two million points fills a device.
inline constexpr int piece_points = 1024;

namespace detail {

struct Division {
  std::int64_t quotient;
  int remainder;
};
/// a / b for a >= 0 and b > 0. A device takes four times as long for 64 bits as for 32.
TW_HD Division divide(std::int64_t a, int b) {
  if (a >> 31) return {a / b, static_cast<int>(a % b)};
  const unsigned short_a = static_cast<unsigned>(a), short_b = static_cast<unsigned>(b);
  return {short_a / short_b, static_cast<int>(short_a % short_b)};
}

/// Part of a range: a piece with one row, itself. Rows of all pieces have begin, end and call().
template <std::signed_integral N>
struct RangePiece {
  N begin, end;
  TW_HD int rows() const { return 1; }
  TW_HD RangePiece row(int /*r*/) const { return *this; }
  TW_HD int row_length() const { return static_cast<int>(end - begin); }
  template <class Body>
  TW_HD auto call(const Body& body, N i) const {
    return body(i);
  }
};

template <std::signed_integral N>
struct RangePieces {
  N n;
  std::int64_t count() const {
    return n <= 0 ? 0 : (static_cast<std::int64_t>(n) - 1) / piece_points + 1;
  }
  TW_HD RangePiece<N> piece(std::int64_t p) const {
    const N begin = static_cast<N>(p * piece_points);
    return {begin, n - begin < piece_points ? n : static_cast<N>(begin + piece_points)};
  }
};

struct BoxRow {
  int k, j, begin, end;
  template <class Body>
  TW_HD auto call(const Body& body, int i) const {
    return body(k, j, i);
  }
};

/// Some rows of a box, one after the other, or a part of one row.
struct BoxPiece {
  int first_k, first_j, row_count;
  int j_begin, j_extent;  // of the box
  int begin, end;         // of each row
  TW_HD int rows() const { return row_count; }
  TW_HD int row_length() const { return end - begin; }
  TW_HD BoxRow row(int r) const {
    const unsigned j = static_cast<unsigned>(first_j - j_begin + r);
    const unsigned extent = static_cast<unsigned>(j_extent);
    return {first_k + static_cast<int>(j / extent), j_begin + static_cast<int>(j % extent), begin,
            end};
  }
};

class BoxPieces {
 public:
  explicit BoxPieces(Box3 box) : box_(box) {
    if (box.empty()) return;
    const int length = box.extent(2);
    rows_ = static_cast<std::int64_t>(box.extent(0)) * box.extent(1);
    rows_per_piece_ = length < piece_points ? piece_points / length : 1;
    pieces_per_row_ = (length - 1) / piece_points + 1;
    count_ = ((rows_ - 1) / rows_per_piece_ + 1) * pieces_per_row_;
  }
  std::int64_t count() const { return count_; }
  TW_HD BoxPiece piece(std::int64_t p) const {
    const Division part = divide(p, pieces_per_row_);
    const std::int64_t first = part.quotient * rows_per_piece_, left = rows_ - first;
    const Division at = divide(first, box_.extent(1));
    const int begin = box_.lo[2] + part.remainder * piece_points;
    return {.first_k = box_.lo[0] + static_cast<int>(at.quotient),
            .first_j = box_.lo[1] + at.remainder,
            .row_count = left < rows_per_piece_ ? static_cast<int>(left) : rows_per_piece_,
            .j_begin = box_.lo[1],
            .j_extent = box_.extent(1),
            .begin = begin,
            .end = box_.hi[2] - begin < piece_points ? box_.hi[2] : begin + piece_points};
  }

 private:
  Box3 box_;
  std::int64_t rows_ = 0, count_ = 0;
  int rows_per_piece_ = 1, pieces_per_row_ = 1;
};

template <std::signed_integral N>
RangePieces<N> pieces_of(N n) {
  return {n};
}
inline BoxPieces pieces_of(const Box3& box) { return BoxPieces(box); }

#ifdef TW_DEVICE_HALF
/// In a kernel: visit(row, i) for every point of a piece, by thread number `thread` of `threads` (a
/// power of two). They lie along the rows, and where rows are short, on several of them.
template <class Piece, class Visit>
__device__ void for_each_point(const Piece& piece, int thread, int threads, Visit visit) {
  int width_log2 = 0;
  while (1 << width_log2 < piece.row_length() && 1 << width_log2 < threads) ++width_log2;
  const int width = 1 << width_log2;
  for (int r = thread >> width_log2; r < piece.rows(); r += threads >> width_log2) {
    const auto row = piece.row(r);
    const int length = static_cast<int>(row.end - row.begin);
    for (int i = thread & (width - 1); i < length; i += width) visit(row, row.begin + i);
  }
}
#endif

}  // namespace detail

}  // namespace thalweg::exec::inline TW_HALF
