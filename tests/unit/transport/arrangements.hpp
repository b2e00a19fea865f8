// SPDX-License-Identifier: Apache-2.0
// The ranks of the world, put into nodes for tests.
#pragma once

#include <string>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::transport::testing {

/// One node, nodes of two neighbouring ranks, two nodes that take turns, and uneven nodes.
enum class Arrangement { one_node, pairs, turns, uneven };

inline std::string name_of(Arrangement arrangement) {
  static const char* names[] = {"one_node", "pairs", "turns", "uneven"};
  return names[static_cast<int>(arrangement)];
}

/// Collective.
inline Communicator arranged(Arrangement arrangement) {
  static const Communicator world = Communicator::world();
  const auto node_of = [&](int rank) {
    switch (arrangement) {
    case Arrangement::one_node: return 0;
    case Arrangement::pairs: return rank / 2;
    case Arrangement::turns: return rank % 2;
    case Arrangement::uneven: return (rank > 0) + (rank > 3);
    }
    return 0;
  };
  std::vector<int> nodes;
  for (int rank = 0; rank < world.size(); ++rank) nodes.push_back(node_of(rank));
  return world.split_into_nodes(nodes);
}

}  // namespace thalweg::transport::testing
