// SPDX-License-Identifier: Apache-2.0
// Where ranks would run on a machine that need not be at hand: what predictions know of it.
#pragma once

#include <memory>
#include <vector>

#include "transport/comm/node_map.hpp"
#include "transport/model/cost_model.hpp"

namespace thalweg::transport {

/// Ranks on nodes, and those of a node dealt out in blocks to its sockets.
struct Placement {
  int nodes = 1, ranks_per_node = 1, sockets = 1;  // of uneven nodes the most ranks of any
  bool on_devices = false;                         // whether ranks compute there
  std::shared_ptr<const NodeMap> map{};            // null: ranks in equal blocks, node by node

  int ranks() const { return map ? map->ranks() : nodes * ranks_per_node; }
  Locality locality(int a, int b) const {
    if (a == b) return Locality::self;
    if (node(a) != node(b)) return Locality::network;
    return socket(a) == socket(b) ? Locality::socket : Locality::node;
  }

 private:
  int node(int rank) const { return map ? map->node_of(rank) : rank / ranks_per_node; }
  int socket(int rank) const {
    const int local = map ? map->local(rank) : rank % ranks_per_node;
    return local * sockets / ranks_per_node;
  }
};

/// Ranks as they are on nodes now.
inline Placement placement_of(const NodeMap& nodes, int sockets, bool on_devices) {
  return {.nodes = nodes.nodes(),
          .ranks_per_node = nodes.largest_node(),
          .sockets = sockets,
          .on_devices = on_devices,
          .map = std::make_shared<const NodeMap>(nodes)};
}

/// What each rank sends at once, by locality; [rank].
using RankLoads = std::vector<std::vector<Load>>;

}  // namespace thalweg::transport
