// SPDX-License-Identifier: Apache-2.0
#include "transport/comm/node_map.hpp"

#include <algorithm>
#include <map>

namespace thalweg::transport {

NodeMap::NodeMap(std::vector<int> node_of) : node_of_(std::move(node_of)) {
  std::map<int, int> number;
  for (int& node : node_of_) {
    const auto [entry, is_new] = number.try_emplace(node, static_cast<int>(members_.size()));
    if (is_new) members_.emplace_back();
    node = entry->second;
    auto& members = members_[static_cast<std::size_t>(node)];
    local_.push_back(static_cast<int>(members.size()));
    members.push_back(static_cast<int>(local_.size()) - 1);
  }
}

int NodeMap::largest_node() const {
  std::size_t most = 0;
  for (const auto& members : members_) most = std::max(most, members.size());
  return static_cast<int>(most);
}

}  // namespace thalweg::transport
