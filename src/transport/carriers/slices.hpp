// SPDX-License-Identifier: Apache-2.0
// Which slices of the messages between nodes a rank carries for the ranks of its node.
#pragma once

#include <vector>

#include "transport/communicator.hpp"
#include "transport/message.hpp"

namespace thalweg::transport::carriers {

/// A message to or from another node: where it lies in the memory that its owner shares.
struct Far {
  Message message;
  std::int64_t place = 0;
};

/// A part of a rank's message.
struct Slice {
  int owner = 0;  // local rank whose message it is
  bool leaves = false;
  std::int64_t place = 0, bytes = 0;  // in the owner's memory
  int source = 0, dest = 0;           // of the whole message
  int other = 0;                      // the rank of the other node that this one meets
};

struct Slices {
  std::vector<Slice> mine;        // that this rank carries, in an order that both nodes share
  std::uint64_t out = 0, in = 0;  // that this rank's own messages are cut into
};

/// Collective over the node, for one chunk.
Slices slices_of_node(const Communicator& comm, const std::vector<Far>& sends,
                      const std::vector<Far>& receives);

}  // namespace thalweg::transport::carriers
