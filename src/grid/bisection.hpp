// SPDX-License-Identifier: Apache-2.0
// A lattice cut into boxes of about equal weight, one per rank, by recursive coordinate bisection
// (M. J. Berger, S. H. Bokhari, "A partitioning strategy for nonuniform problems on
// multiprocessors", IEEE Trans. Comput. C-36 (1987)).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grid/lattice.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::grid {

/// Every rank holds all cuts, so that the owner of any cell is found without asking.
class Bisection {
 public:
  /// Collective. Every cell is given by one rank, whichever; what is given several times at a place
  /// weighs there together. weights: of the cells, > 0, or none for all 1. Ranks are halved along
  /// the longest axis of the cells that there are, again and again. Cuts depend on cells and
  /// weights alone, not on who gives them. Throws UsageError for a cell outside of the lattice, a
  /// weight below 1, or numbers of cells and weights that differ. parts: ranks that the lattice is
  /// cut for; 0: those of comm. (Predictions cut for others.)
  Bisection(const transport::Communicator& comm, const Lattice& lattice,
            std::span<const Cell> cells, std::span<const int> weights = {}, int parts = 0);
  /// The same cuts as of all cells of the lattice, each of weight 1, for so many ranks: without
  /// going through them. Not collective.
  Bisection(const Lattice& lattice, int parts);
  /// The cuts that cuts() has told, for so many ranks; weights() are 0. Throws UsageError for
  /// another number of them than parts - 1. Not collective.
  Bisection(const Lattice& lattice, int parts, std::span<const std::int64_t> cuts);

  /// The rank that has a cell, given or not.
  int owner(const Cell& cell) const;
  /// The box of the lattice that a rank has; empty for a rank that got nothing.
  const Box& box(int rank) const { return boxes_[static_cast<std::size_t>(rank)]; }
  /// The weight of each rank.
  const std::vector<std::int64_t>& weights() const { return weights_; }
  /// Axis and place of each cut, one cut less than ranks: what another one is made from.
  std::vector<std::int64_t> cuts() const;

 private:
  /// Cells below `at` along `axis` belong to node `below`, the others to the one after it. A leaf
  /// has axis -1 and one rank.
  struct Node {
    Box box;
    int first_rank, ranks;
    int axis = -1, at = 0, below = -1;
  };
  std::vector<Node> nodes_;
  std::vector<Box> boxes_;
  std::vector<std::int64_t> weights_;

  void cut_level(const transport::Communicator& comm, std::span<const Cell> cells,
                 std::span<const int> weights, std::vector<int>& node_of, int begin, int end);
  void cut(int node, int axis, int at);
  void cut_full(int node);
  void keep_boxes();
};

}  // namespace thalweg::grid
