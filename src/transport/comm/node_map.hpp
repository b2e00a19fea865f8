// SPDX-License-Identifier: Apache-2.0
// Which ranks share a node.
#pragma once

#include <cstddef>
#include <vector>

namespace thalweg::transport {

class NodeMap {
 public:
  /// node_of[rank]: any numbers, equal for ranks of one node.
  explicit NodeMap(std::vector<int> node_of);

  int ranks() const { return static_cast<int>(node_of_.size()); }
  int nodes() const { return static_cast<int>(members_.size()); }
  int node_of(int rank) const { return node_of_[static_cast<std::size_t>(rank)]; }
  bool together(int a, int b) const { return node_of(a) == node_of(b); }
  /// Ranks of a node, ascending.
  const std::vector<int>& members(int node) const {
    return members_[static_cast<std::size_t>(node)];
  }
  /// The rank of a node that meets number `number` of another node: wraps around.
  int member(int node, int number) const {
    const auto& all = members(node);
    return all[static_cast<std::size_t>(number) % all.size()];
  }
  /// A rank's place among the members of its node.
  int local(int rank) const { return local_[static_cast<std::size_t>(rank)]; }
  int largest_node() const;

 private:
  std::vector<int> node_of_, local_;
  std::vector<std::vector<int>> members_;
};

}  // namespace thalweg::transport
