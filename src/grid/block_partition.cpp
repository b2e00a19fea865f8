// SPDX-License-Identifier: Apache-2.0
#include "grid/block_partition.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/error.hpp"

namespace thalweg::grid {

namespace {

std::int64_t cells_of(const BlockGrid& grid, int block) { return grid.cells(block).size(); }

/// Largest blocks first, each to the rank that has the fewest cells.
void deal(BlockPartition& partition) {
  std::vector<int> order(index(partition.grid.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return cells_of(partition.grid, a) > cells_of(partition.grid, b);
  });
  std::vector<std::int64_t> share(index(partition.ranks));
  partition.owners.assign(order.size(), 0);
  for (const int block : order) {
    const auto least = std::min_element(share.begin(), share.end());
    partition.owners[index(block)] = static_cast<int>(least - share.begin());
    *least += cells_of(partition.grid, block);
  }
  partition.largest_share = *std::max_element(share.begin(), share.end());
}

struct Cut {
  int axis, at;
};

/// In the middle of the longest axis that can be cut.
std::optional<Cut> cut_of(const Cell& cells, const PartitionOptions& options) {
  std::optional<Cut> best;
  for (int axis = 0; axis < 3; ++axis) {
    const int n = cells[index(axis)];
    const int middle = (n / 2 + options.multiple / 2) / options.multiple * options.multiple;
    if (middle < options.fewest || n - middle < options.fewest) continue;
    if (!best || n > cells[index(best->axis)]) best = Cut{axis, middle};
  }
  return best;
}

/// The largest block that can be cut, by number; -1 if there is none.
int largest_to_cut(const BlockGrid& grid, const PartitionOptions& options) {
  int largest = -1;
  for (int block = 0; block < grid.size(); ++block)
    if ((largest < 0 || cells_of(grid, block) > cells_of(grid, largest)) &&
        cut_of(grid.block(block).cells, options))
      largest = block;
  return largest;
}

}  // namespace

BlockPartition partition(const BlockGrid& grid, int ranks, const PartitionOptions& options) {
  TW_CHECK(ranks >= 1 && options.imbalance >= 1 && options.multiple >= 1 && options.fewest >= 1,
           "ranks and options of a partition are 1 or more");
  BlockPartition best{grid, {}, 0, 0, ranks};
  for (int block = 0; block < grid.size(); ++block) best.cells += cells_of(grid, block);
  deal(best);
  // Beyond so many blocks per rank more cuts cost more ghosts than they balance.
  constexpr int most_per_rank = 8;
  BlockPartition next = best;
  while (best.imbalance() > options.imbalance && next.grid.size() < most_per_rank * ranks) {
    const int block = largest_to_cut(next.grid, options);
    if (block < 0) break;
    const Cut cut = *cut_of(next.grid.block(block).cells, options);
    next.grid = next.grid.split(block, cut.axis, cut.at);
    deal(next);
    if (next.largest_share < best.largest_share) best = next;
  }
  return best;
}

}  // namespace thalweg::grid
