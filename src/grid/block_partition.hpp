// SPDX-License-Identifier: Apache-2.0
// Blocks dealt to ranks by their cells; large ones are split first.
#pragma once

#include <cstdint>
#include <vector>

#include "grid/blocks.hpp"

namespace thalweg::grid {

struct BlockPartition {
  BlockGrid grid;           // with its blocks split
  std::vector<int> owners;  // by block
  std::int64_t largest_share = 0, cells = 0;
  /// Cells of the rank with most over the mean: 1 is perfect.
  double imbalance() const {
    return static_cast<double>(largest_share) * static_cast<double>(ranks) /
           static_cast<double>(cells);
  }
  int ranks = 1;
};

struct PartitionOptions {
  double imbalance = 1.05;  // blocks are split until this is reached, or nothing more can be split
  int multiple = 1;         // cuts are at multiples of this many cells (levels of a multigrid)
  int fewest = 4;           // no part is thinner than this many cells
  /// Of each block of the grid, the axis of lines that are worked on as wholes: they are cut only
  /// where shares are less even than imbalance_of_lines without. None where it is empty.
  std::vector<int> line_axis{};
  double imbalance_of_lines = 1.25;
};

/// Every rank gets the same result; not collective. A block is cut in half along its longest axis
/// of those that may be cut,
/// the largest first, until shares are even enough where blocks go to the rank with the fewest
/// cells, in descending order of size. They go there in the end, or in an order in which ranks get
/// blocks that lie beside each other, if shares are even enough then and ranks have less to
/// exchange. Throws UsageError for ranks < 1 or options below 1.
BlockPartition partition(const BlockGrid& grid, int ranks, const PartitionOptions& options = {});

}  // namespace thalweg::grid
