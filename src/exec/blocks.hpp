// SPDX-License-Identifier: Apache-2.0
// Boxes of different extents that are looped over together: one parallel region, or one launch,
// however small each of them is.
#pragma once

#include <vector>

#include "exec/loops.hpp"
#include "exec/pieces.hpp"
#include "exec/upload.hpp"

namespace thalweg::exec::inline TW_HALF {

namespace detail {

struct BlockRow {
  int block;
  BoxRow row;
  int begin, end;
  template <class Body>
  TW_HD auto call(const Body& body, int i) const {
    return body(block, row.k, row.j, i);
  }
};

struct BlockPiece {
  int block;
  BoxPiece piece;
  TW_HD int rows() const { return piece.rows(); }
  TW_HD int row_length() const { return piece.row_length(); }
  TW_HD BlockRow row(int r) const { return {block, piece.row(r), piece.begin, piece.end}; }
};

/// One of several boxes, and how many pieces come before it.
struct CutBlock {
  BoxPieces pieces;
  std::int64_t first_piece;
};

struct BlockPieces {
  const CutBlock* blocks;
  const int* block_of_piece;
  std::int64_t piece_count;
  std::int64_t count() const { return piece_count; }
  TW_HD BlockPiece piece(std::int64_t p) const {
    const int block = block_of_piece[p];
    return {block, blocks[block].pieces.piece(p - blocks[block].first_piece)};
  }
};

}  // namespace detail

/// The table of some boxes, in the space of the exec that loops over them. It must outlive the
/// loops given to that exec.
template <Space S = kernel_space>
class Blocks {
 public:
  explicit Blocks(const std::vector<Box3>& boxes) : size_(static_cast<int>(boxes.size())) {
    std::vector<detail::CutBlock> cut;
    std::vector<int> block_of_piece;
    for (const Box3& box : boxes) {
      const detail::BoxPieces pieces(box);
      const std::size_t before = block_of_piece.size();
      const int block = static_cast<int>(cut.size());
      cut.push_back({pieces, static_cast<std::int64_t>(before)});
      block_of_piece.resize(before + static_cast<std::size_t>(pieces.count()), block);
    }
    blocks_ = uploaded<S>(cut);
    block_of_piece_ = uploaded<S>(block_of_piece);
  }
  int size() const { return size_; }
  detail::BlockPieces pieces() const {
    return {blocks_.view().data, block_of_piece_.view().data, block_of_piece_.view().extent[0]};
  }

 private:
  int size_ = 0;
  Array<detail::CutBlock, 1, S> blocks_;
  Array<int, 1, S> block_of_piece_;
};

namespace detail {

template <Space S>
BlockPieces pieces_of(const Blocks<S>& blocks) {
  return blocks.pieces();
}

}  // namespace detail

/// body(block, k, j, i) for every point of every box, in any order; rows along i are SIMD loops.
template <Kernel Body>
void parallel_for(const HostExec&, const Blocks<Space::host>& blocks, Body body) {
  const detail::BlockPieces pieces = blocks.pieces();
  const std::int64_t count = pieces.count();
  [[maybe_unused]] const bool large = count * piece_points > serial_below;
#pragma omp parallel for schedule(static) firstprivate(pieces, body) if (large)
  for (std::int64_t p = 0; p < count; ++p) {
    const detail::BlockPiece piece = pieces.piece(p);
    for (int r = 0; r < piece.rows(); ++r) {
      const detail::BlockRow row = piece.row(r);
      const int begin = row.begin, end = row.end;
#pragma omp simd
      for (int i = begin; i < end; ++i) row.call(body, i);
    }
  }
}

#ifdef TW_DEVICE_HALF
namespace detail {

/// A piece has a block for so many of its points, so that each thread has about one: small boxes
/// have too few pieces to keep a device at work.
inline constexpr int blocks_per_piece = piece_points / block_size;

template <class Pieces, class Body>
__global__ void __launch_bounds__(block_size) run_pieces(Pieces pieces, const Body body) {
  const int part = static_cast<int>(blockIdx.x % blocks_per_piece);
  for_each_point(pieces.piece(blockIdx.x / blocks_per_piece),
                 part * block_size + static_cast<int>(threadIdx.x), piece_points,
                 [&](const auto& row, auto i) { row.call(body, i); });
}

}  // namespace detail

template <Kernel Body>
void parallel_for(const DeviceExec& exec, const Blocks<Space::device>& blocks, Body body) {
  const detail::BlockPieces pieces = blocks.pieces();
  if (pieces.count() == 0) return;
  launch(exec, "parallel_for",
         {.blocks = detail::grid_of(pieces.count() * detail::blocks_per_piece)},
         detail::run_pieces<detail::BlockPieces, Body>, pieces, body);
}
#endif

}  // namespace thalweg::exec::inline TW_HALF
