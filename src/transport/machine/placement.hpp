// SPDX-License-Identifier: Apache-2.0
// Where ranks would run on a machine that need not be at hand: what predictions know of it.
#pragma once

#include <vector>

#include "transport/model/cost_model.hpp"

namespace thalweg::transport {

/// Ranks dealt out in blocks: to equal nodes, and on a node to its sockets.
struct Placement {
  int nodes = 1, ranks_per_node = 1, sockets = 1;
  bool on_devices = false;  // whether ranks compute there

  int ranks() const { return nodes * ranks_per_node; }
  Locality locality(int a, int b) const {
    if (a == b) return Locality::self;
    if (a / ranks_per_node != b / ranks_per_node) return Locality::network;
    return socket(a) == socket(b) ? Locality::socket : Locality::node;
  }

 private:
  int socket(int rank) const { return rank % ranks_per_node * sockets / ranks_per_node; }
};

/// What each rank sends at once, by locality; [rank].
using RankLoads = std::vector<std::vector<Load>>;

}  // namespace thalweg::transport
