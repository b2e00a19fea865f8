// SPDX-License-Identifier: Apache-2.0
#include "grid/block_partition.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

#include "base/error.hpp"

namespace thalweg::grid {

namespace {

std::int64_t cells_of(const BlockGrid& grid, int block) { return grid.cells(block).size(); }

/// Whose each block is, and what that means.
struct Deal {
  std::vector<int> owners;
  std::int64_t largest_share = 0, smallest_share = 0;
};

Deal deal_of(const BlockGrid& grid, int ranks, std::vector<int> owners) {
  std::vector<std::int64_t> share(index(ranks));
  for (int block = 0; block < grid.size(); ++block)
    share[index(owners[index(block)])] += cells_of(grid, block);
  const auto [least, most] = std::minmax_element(share.begin(), share.end());
  return {std::move(owners), *most, *least};
}

/// Largest blocks first, each to the rank that has the fewest cells.
Deal by_size(const BlockGrid& grid, int ranks) {
  std::vector<int> order(index(grid.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return cells_of(grid, a) > cells_of(grid, b); });
  std::vector<std::int64_t> share(index(ranks));
  std::vector<int> owners(order.size());
  for (const int block : order) {
    const auto least = std::min_element(share.begin(), share.end());
    owners[index(block)] = static_cast<int>(least - share.begin());
    *least += cells_of(grid, block);
  }
  return deal_of(grid, ranks, std::move(owners));
}

/// In an order, in which each rank gets what follows what the rank before it has.
Deal in_order(const BlockGrid& grid, int ranks, const std::vector<int>& order) {
  std::int64_t all = 0, before = 0;
  for (const int block : order) all += cells_of(grid, block);
  std::vector<int> owners(order.size());
  for (const int block : order) {
    const std::int64_t cells = cells_of(grid, block), middle = 2 * before + cells;
    owners[index(block)] = static_cast<int>(middle * ranks / (2 * all));
    before += cells;
  }
  return deal_of(grid, ranks, std::move(owners));
}

/// As blocks were made, parts of one beside each other.
std::vector<int> order_as_made(const BlockGrid& grid) {
  std::vector<int> order(index(grid.size()));
  std::iota(order.begin(), order.end(), 0);
  const auto place = [&](int block) {
    const Block& b = grid.block(block);
    return std::tuple(b.whole < 0 ? block : b.whole, b.first, block);
  };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
  return order;
}

/// By the number of connections that lead there from the first one.
std::vector<int> order_by_distance(const BlockGrid& grid) {
  std::vector<int> order;
  std::vector<bool> is_taken(index(grid.size()));
  const auto take = [&](int block) {
    if (!is_taken[index(block)]) order.push_back(block);
    is_taken[index(block)] = true;
  };
  std::size_t next = 0;
  for (int first = 0; first < grid.size(); ++first) {
    take(first);
    for (; next < order.size(); ++next)
      for (int axis = 0; axis < 3; ++axis)
        for (const bool upper : {false, true})
          for (const Connection& c : grid.at(order[next], {axis, upper})) take(c.donor);
  }
  return order;
}

/// Faces of cells between blocks of two ranks.
std::int64_t faces_between(const BlockGrid& grid, const std::vector<int>& owners) {
  std::int64_t faces = 0;
  for (const Connection& c : grid.connections())
    if (owners[index(c.block)] != owners[index(c.donor)]) faces += c.patch.size();
  return faces;
}

/// The way in which ranks have the least to send each other, of those whose shares are as good, or
/// good enough, and leave no rank without any.
void deal(BlockPartition& partition, double imbalance) {
  const BlockGrid& grid = partition.grid;
  Deal best = by_size(grid, partition.ranks);
  const auto enough = std::max(
      best.largest_share, static_cast<std::int64_t>(
                              imbalance * static_cast<double>(partition.cells) / partition.ranks));
  std::int64_t least = faces_between(grid, best.owners);
  for (const std::vector<int>& order : {order_as_made(grid), order_by_distance(grid)}) {
    Deal other = in_order(grid, partition.ranks, order);
    const std::int64_t faces = faces_between(grid, other.owners);
    if (other.largest_share > enough || other.smallest_share == 0 || faces >= least) continue;
    least = faces;
    best = std::move(other);
  }
  partition.owners = std::move(best.owners);
  partition.largest_share = best.largest_share;
}

struct Cut {
  int axis, at;
};

/// In the middle of the longest axis that can be cut, but one.
std::optional<Cut> cut_but(int whole_axis, const Cell& cells, const PartitionOptions& options) {
  std::optional<Cut> best;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis == whole_axis) continue;
    const int n = cells[index(axis)];
    const int middle = (n / 2 + options.multiple / 2) / options.multiple * options.multiple;
    if (middle < options.fewest || n - middle < options.fewest) continue;
    if (!best || n > cells[index(best->axis)]) best = Cut{axis, middle};
  }
  return best;
}

/// Across lines, or where these may be cut, along any axis.
std::optional<Cut> cut_of(const BlockGrid& grid, int block, const PartitionOptions& options,
                          bool cuts_lines) {
  const Block& b = grid.block(block);
  const int made = b.whole < 0 ? block : b.whole;
  return cut_but(cuts_lines ? -1 : options.line_axis[index(made)], b.cells, options);
}

/// The largest block that can be cut, by number; -1 if there is none.
int largest_to_cut(const BlockGrid& grid, const PartitionOptions& options, bool cuts_lines) {
  int largest = -1;
  for (int block = 0; block < grid.size(); ++block)
    if ((largest < 0 || cells_of(grid, block) > cells_of(grid, largest)) &&
        cut_of(grid, block, options, cuts_lines))
      largest = block;
  return largest;
}

/// Cuts blocks, the largest first, until shares are as even as that or nothing is left to cut.
void cut_until(double imbalance, bool cuts_lines, const PartitionOptions& options,
               BlockPartition& best) {
  // Beyond so many blocks per rank more cuts cost more ghosts than they balance.
  constexpr int most_per_rank = 8;
  BlockPartition next = best;
  while (best.imbalance() > imbalance && next.grid.size() < most_per_rank * best.ranks) {
    const int block = largest_to_cut(next.grid, options, cuts_lines);
    if (block < 0) break;
    const Cut cut = *cut_of(next.grid, block, options, cuts_lines);
    next.grid = next.grid.split(block, cut.axis, cut.at);
    next.largest_share = by_size(next.grid, best.ranks).largest_share;
    if (next.largest_share < best.largest_share) best = next;
  }
}

}  // namespace

BlockPartition partition(const BlockGrid& grid, int ranks, const PartitionOptions& options) {
  TW_CHECK(ranks >= 1 && options.imbalance >= 1 && options.multiple >= 1 && options.fewest >= 1,
           "ranks and options of a partition are 1 or more");
  BlockPartition best{grid, {}, 0, 0, ranks};
  for (int block = 0; block < grid.size(); ++block) best.cells += cells_of(grid, block);
  best.largest_share = by_size(grid, ranks).largest_share;
  if (options.line_axis.empty()) {
    cut_until(options.imbalance, true, options, best);
  } else {
    cut_until(options.imbalance, false, options, best);
    cut_until(options.imbalance_of_lines, true, options, best);
  }
  deal(best, options.imbalance);
  return best;
}

}  // namespace thalweg::grid
