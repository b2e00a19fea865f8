// SPDX-License-Identifier: Apache-2.0
// The fields of all blocks of a rank in one array, so that one launch works on all of them and one
// halo moves them: each block with its ghost cells, one behind the other.
#pragma once

#include <cstdint>
#include <vector>

#include "base/portable.hpp"
#include "grid/ghosts.hpp"
#include "transport/movements/halo_links.hpp"

namespace thalweg::grid {

/// Where a block lies in an arena; kernels take it. Cell (k, j, i) = (z, y, x) of the block is
/// number at(k, j, i); (0, 0, 0) is the first that is no ghost.
struct BlockPlace {
  int block = 0;                 // its number in the grid
  int cells[3] = {0, 0, 0};      // without ghosts
  std::int64_t origin = 0;       // of cell (0, 0, 0)
  std::int64_t stride[2] = {0};  // of z and y

  TW_HD std::int64_t at(int k, int j, int i) const {
    return origin + k * stride[0] + j * stride[1] + i;
  }
};

class BlockArena {
 public:
  /// The blocks that `rank` owns; owners[b]: of block b. Each begins at a multiple of 64 values.
  /// more: values behind the blocks, for what is handed to them.
  BlockArena(const BlockGrid& grid, const std::vector<int>& owners, int rank, int layers,
             std::int64_t more = 0);

  /// In ascending order of block numbers.
  const std::vector<BlockPlace>& places() const { return places_; }
  /// Where a block of this rank lies; throws UsageError for a block of another.
  const BlockPlace& place(int block) const;
  /// Values of a field, and where those behind the blocks begin.
  std::int64_t size() const { return size_ + more_; }
  std::int64_t behind() const { return size_; }
  int layers() const { return layers_; }

 private:
  std::vector<BlockPlace> places_;
  std::vector<int> number_;  // of each block among places_; -1
  std::int64_t size_ = 0, more_;
  int layers_;
};

/// The links of a halo of arenas.
struct BlockLinks {
  std::vector<transport::HaloLink> sends, receives;
};

/// What `rank` sends and receives so that the ghosts of all blocks are filled. Not collective:
/// every rank finds its own from what all know.
BlockLinks links_of(const Ghosts& ghosts, const std::vector<int>& owners, const BlockArena& arena,
                    int rank);

}  // namespace thalweg::grid
